"""Real spans: one trace that uses every field, and a batch of plain ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from opentelemetry.proto_native._demo.case import SCOPE_NAME, SCOPE_VERSION, Case, resource
from opentelemetry.sdk.trace import ReadableSpan, Tracer, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.sdk.version import __version__ as sdk_version
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    TraceState,
    set_span_in_context,
)


def cases(count: int) -> Iterator[Case]:
    """The batches of this signal; `count` is the size of the large one."""
    trace = _every_field()
    yield Case("spans", "one trace, every field", len(trace), trace)
    yield Case("spans", f"{count} spans, 8 attributes each", count, _plain(count))


def _tracer() -> tuple[Tracer, InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(resource=resource(), sampler=ALWAYS_ON, shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer(SCOPE_NAME, SCOPE_VERSION)
    if not isinstance(tracer, Tracer):
        raise RuntimeError("the SDK is switched off in this process")
    return tracer, exporter


def _attributes() -> dict[str, Any]:
    values: dict[str, Any] = {
        "text": "Grüße, 世界 🌍",
        "empty": "",
        "bool": True,
        "int": -(2**63),
        "float": 0.1,
        "texts": ["a", "b"],
        "bools": [True, False],
        "ints": [1, 2**40],
        "floats": [0.5, float("inf")],
    }
    if tuple(int(part) for part in sdk_version.split(".")[:2]) >= (1, 45):
        # Older releases refuse these as span attributes, with a warning each.
        values.update({"nothing": None, "bytes": b"\x00\xff", "map": {"nested": {"list": [1, "two", 3.0]}}})
    return values


def _every_field() -> list[ReadableSpan]:
    tracer, exporter = _tracer()
    state = TraceState([("vendor", "opaque"), ("other", "1")])
    caller = SpanContext(0x4BF92F3577B34DA6A3CE929D0E0E4736, 0x00F067AA0BA902B7, True, TraceFlags(1), state)
    earlier = SpanContext(0x0AF7651916CD43DD8448EB211C80319C, 0xB7AD6B7169203331, False, TraceFlags(0))
    with tracer.start_as_current_span(
        "POST /checkout",
        context=set_span_in_context(NonRecordingSpan(caller)),
        kind=SpanKind.SERVER,
        links=[Link(earlier, {"reason": "retry"})],
        attributes=_attributes(),
    ) as server:
        with tracer.start_as_current_span("INSERT orders", kind=SpanKind.CLIENT) as query:
            query.add_event("rows", {"count": 3})
            query.set_status(StatusCode.OK)
        with suppress(TimeoutError), tracer.start_as_current_span("charge", kind=SpanKind.PRODUCER):
            raise TimeoutError("the payment service did not answer")
        try:
            server.set_attribute("items", len([][0]))
        except IndexError as error:
            server.record_exception(error, {"handled": True})
        server.set_status(Status(StatusCode.ERROR, "payment failed"))
    return list(exporter.get_finished_spans())


def _plain(count: int) -> list[ReadableSpan]:
    tracer, exporter = _tracer()
    with tracer.start_as_current_span("batch"):
        for number in range(count):
            attributes: dict[str, Any] = {
                "http.request.method": "GET",
                "url.path": f"/orders/{number}",
                "http.route": "/orders/{id}",
                "http.response.status_code": 200,
                "server.address": "shop.example",
                "server.port": 443,
                "network.protocol.version": "1.1",
                "app.cached": number % 2 == 0,
            }
            with tracer.start_as_current_span("GET /orders/{id}", kind=SpanKind.SERVER, attributes=attributes):
                pass
        return list(exporter.get_finished_spans())
