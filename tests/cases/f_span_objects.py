"""Section F, second part: spans that are wrapped, copied, changing, or made by the SDK."""

from __future__ import annotations

import collections
import collections.abc
import copy

from opentelemetry import trace as trace_api
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.util import BoundedList
from opentelemetry.trace import Link, SpanContext, SpanKind, TraceFlags, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.cases.makers import (
    CONTEXT,
    RESOURCE,
    SCOPE,
    T0,
    T1,
    TRACE_ID,
    FixedIds,
    span,
)
from tests.cases.registry import GH, PY, case


@case(
    "dropped-counts",
    "traces",
    PY + "pull/1893",
    "Counts of dropped attributes, events and links, for spans, events and links.",
    title="Dropped counts",
    want="Same bytes.",
    tags=("traces", "dropped"),
)
def _():
    def limited():
        return BoundedAttributes(1, {"a": 1, "b": 2, "c": 3})

    events = BoundedList(1)
    for number_ in range(4):
        events.append(Event("e", limited(), timestamp=number_))
    links = BoundedList(2)
    for number_ in range(5):
        links.append(Link(SpanContext(TRACE_ID, number_ + 1, False), limited()))
    return [span(attributes=limited(), events=events, links=links)]


@case(
    "masking-subclass",
    "traces",
    GH + "langfuse/langfuse-python/pull/1646",
    "Exporters that mask data pass a ReadableSpan subclass with its own `attributes` and `name`.",
    title="A masking subclass of ReadableSpan",
    want="Read the public properties: private fields would leak the unmasked data.",
    tags=("traces", "wrappers", "privacy", "fast-path-trap"),
)
def _():
    class Masked(ReadableSpan):
        @property
        def attributes(self):
            return dict.fromkeys(super().attributes, "***")

        @property
        def name(self):
            return "masked"

    return [
        Masked(
            name="secret",
            context=CONTEXT,
            resource=RESOURCE,
            instrumentation_scope=SCOPE,
            attributes=BoundedAttributes(attributes={"password": "hunter2"}),
            start_time=T0,
            end_time=T1,
        )
    ]


@case(
    "wrapper-without-private-fields",
    "traces",
    GH + "genkit-ai/genkit/issues/4493",
    "A wrapper that never ran ReadableSpan.__init__ and forwards the public properties.",
    title="A wrapper around ReadableSpan",
    want="Work with the public properties alone.",
    tags=("traces", "wrappers", "fast-path-trap"),
)
def _():
    class Wrapper:
        def __init__(self, inner):
            self._inner = inner

        def __getattr__(self, name):
            return getattr(self._inner, name)

    return [Wrapper(span(attributes={"a": 1}))]


@case(
    "deep-copied-spans",
    "traces",
    PY + "pull/4934",
    "Spans copied for a second exporter.",
    title="Deep copies of spans",
    want="Same bytes as the original.",
    tags=("traces", "wrappers"),
)
def _():
    if not hasattr(BoundedAttributes, "__deepcopy__"):
        raise ImportError("BoundedAttributes that can be copied deeply")
    original = span(attributes=BoundedAttributes(attributes={"a": [1, {"b": None}]}))
    return [original, copy.deepcopy(original)]


@case(
    "attributes-change-while-encoding",
    "traces",
    GH + "DataDog/dd-trace-py/issues/15182",
    "A mapping that reports a change of size while it is read.",
    "raises",
    error="RuntimeError",
    title="Attributes that change while they are encoded",
    want="A snapshot, or one lost span; never a lost batch.",
    tags=("traces", "concurrency", "batch-lost"),
)
def _():
    class Changing(collections.abc.Mapping):
        def __getitem__(self, key):
            return 1

        def __len__(self):
            return 2

        def __iter__(self):
            yield "a"
            raise RuntimeError("dictionary changed size during iteration")

    return [span(name="good"), span(attributes=Changing())]


@case(
    "value-mutates-its-own-list",
    "traces",
    PY + "issues/713",
    "A value whose conversion shrinks the list it sits in: a raw pointer into the list would dangle.",
    title="A list that shrinks while it is encoded",
    want="Same bytes; no use after free.",
    tags=("traces", "concurrency", "memory-safety", "fast-path-trap"),
    near=True,
    one_shot=True,
)
def _():
    items: list = []

    class Shrinks(collections.abc.Sequence):
        def __len__(self):
            return 1

        def __getitem__(self, index):
            if index:
                raise IndexError
            items.clear()
            return "gone"

    items.extend([1, Shrinks(), "never reached", "never reached"])
    return [span(attributes={"items": items, "kept": 1})]


@case(
    "many-iterables",
    "traces",
    PY + "issues/3254",
    "The batch as a generator (read once), and an empty batch elsewhere.",
    title="A generator as the batch",
    want="One pass over any iterable.",
    tags=("traces", "containers"),
    near=True,
    one_shot=True,
)
def _():
    return (span(name=name) for name in ("a", "b", "c"))


@case(
    "sdk-pipeline-spans",
    "traces",
    PY + "issues/1814",
    "Spans made by the SDK: two libraries, a recorded exception, limits, a remote parent.",
    title="Spans through the real SDK",
    want="Same bytes.",
    tags=("traces", "sdk"),
)
def _():
    exporter = InMemorySpanExporter()
    provider = TracerProvider(
        resource=Resource({"service.name": "demo", "list": ["a", "b"], "map": {"k": [1, None]}}),
        id_generator=FixedIds(),
        span_limits=SpanLimits(max_span_attributes=3, max_events=2, max_links=1, max_attribute_length=5),
    )
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    remote = SpanContext(TRACE_ID, 77, True, TraceFlags(1), TraceState([("v", "1")]))
    parent = trace_api.set_span_in_context(trace_api.NonRecordingSpan(remote))
    first = provider.get_tracer("lib.one", "1.0", "https://example.com/schema", {"scope": "attr"})
    second = provider.get_tracer("lib.two")
    outer = first.start_span(
        "outer", parent, SpanKind.SERVER, {"a": "long value", "b": 1, "c": 2.5, "d": True}, start_time=T0
    )
    inner = second.start_span("inner", trace_api.set_span_in_context(outer), start_time=T0)
    try:
        raise ValueError("caf\u00e9")
    except ValueError as error:
        inner.record_exception(error, {"n": 1}, timestamp=T0, escaped=True)
    for step in range(3):
        outer.add_event("step", {"i": step}, timestamp=T0 + step)
    inner.set_status(Status(StatusCode.ERROR, "failed"))
    inner.end(T1)
    outer.end(T1)
    return exporter.get_finished_spans()
