"""Section F, first part: the members of a span."""

from __future__ import annotations

from opentelemetry.trace import Link, SpanContext, SpanKind, TraceFlags, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.cases.makers import (
    SPAN_ID,
    TRACE_ID,
    span,
)
from tests.cases.registry import GH, PY, case


@case(
    "no-span-context",
    "traces",
    GH + "langfuse/langfuse/pull/15026",
    "A span without a context.",
    "raises",
    error="AttributeError",
    title="Span without a context loses the batch",
    want="Lose that span only.",
    tags=("traces", "batch-lost"),
)
def _():
    return [span(name="good"), span(context=None)]


@case(
    "largest-ids",
    "traces",
    PY + "issues/933",
    "Ids with all bits set, and ids with leading zero bytes.",
    title="Extreme ids",
    want="Big-endian, full width.",
    tags=("traces", "ids"),
    near=True,
)
def _():
    return [span(context=SpanContext(2**128 - 1, 2**64 - 1, False)), span(context=SpanContext(1, 1, False))]


@case(
    "ids-too-wide",
    "traces",
    PY + "issues/933",
    "A trace id of more than 128 bits.",
    "raises",
    error="OverflowError",
    title="Trace id beyond 128 bits",
    want="Lose that span only.",
    tags=("traces", "ids", "batch-lost"),
    near=True,
)
def _():
    return [span(context=SpanContext(2**128, 1, False))]


@case(
    "span-trace-flags-lost",
    "traces",
    PY + "issues/4666",
    "The W3C trace flags (sampled) of the span's own context are not sent: low eight bits stay 0.",
    "better",
    title="W3C trace flags missing in Span.flags",
    want="Flags 0x101 for a sampled span (as Go and Java send).",
    tags=("traces", "flags", "field-lost"),
)
def _():
    return [span(context=SpanContext(TRACE_ID, SPAN_ID, False, TraceFlags(1)))]


@case(
    "span-trace-state",
    "traces",
    GH + "open-telemetry/opentelemetry-js/pull/3569",
    "The span's trace state in order, with characters that need no escaping.",
    title="Trace state of a span",
    want="key=value joined by commas.",
    tags=("traces", "trace-state"),
)
def _():
    state = TraceState([("vendor@sys", "a;b:c"), ("k", "v"), ("0", " x=y".strip())])
    return [span(context=SpanContext(TRACE_ID, SPAN_ID, False, TraceFlags(1), state))]


@case(
    "links-and-flags",
    "traces",
    PY + "pull/3881",
    "Links with and without attributes, local and remote.",
    title="Links",
    want="Same bytes.",
    tags=("traces", "links", "flags"),
)
def _():
    return [
        span(
            links=[
                Link(SpanContext(TRACE_ID, 9, False)),
                Link(SpanContext(TRACE_ID, 10, True), {"x": [1, 2]}),
                Link(SpanContext(0, 0, False), {}),
            ]
        )
    ]


@case(
    "span-kinds",
    "traces",
    GH + "respanai/respan/pull/29",
    "The SDK counts kinds from 0, OTLP from 1.",
    title="Every span kind",
    want="kind + 1.",
    tags=("traces", "enum"),
)
def _():
    return [span(name=kind.name, kind=kind) for kind in SpanKind]


@case(
    "span-name-not-text",
    "traces",
    PY + "issues/3918",
    "An int as a span name: a late and nameless TypeError loses the batch.",
    "raises",
    error="TypeError",
    title="Span name that is not a string",
    want="str(name), or an error that shows the span.",
    tags=("traces", "wrong-type", "batch-lost"),
)
def _():
    return [span(name="good"), span(name=123)]


@case(
    "status-variants",
    "traces",
    PY + "issues/641",
    "Unset, OK, error with and without text; the SDK drops a description that is no string.",
    title="Every status",
    want="An unset status is still written as an empty message.",
    tags=("traces", "status", "presence"),
)
def _():
    return [
        span(status=None),
        span(status=Status(StatusCode.UNSET)),
        span(status=Status(StatusCode.OK)),
        span(status=Status(StatusCode.ERROR)),
        span(status=Status(StatusCode.ERROR, "")),
        span(status=Status(StatusCode.ERROR, "bad")),
        span(status=Status(StatusCode.ERROR, {"code": 1})),
    ]


@case(
    "length-boundaries",
    "traces",
    GH + "open-telemetry/opentelemetry-dotnet-contrib/pull/5147",
    "Length prefixes of two, three and four bytes, at every level of the message.",
    title="Length prefixes around 2^7, 2^14 and 2^21",
    want="Right lengths, minimal varints.",
    tags=("traces", "length"),
)
def _():
    sizes = (126, 127, 128, 129, 16382, 16383, 16384, 16385, 2**21 - 1, 2**21, 2**21 + 1)
    return [span(name="n" * size, attributes={"k" * (size % 300): "v" * size}) for size in sizes]
