"""Batches of spans by shape, made by real tracers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    TraceState,
    set_span_in_context,
)

from tests.datasets.common import SCOPE, Ids, five_attributes, moments, prose, resource

NOWHERE = Context()
SAMPLED = TraceFlags(TraceFlags.SAMPLED)


class _Finished(SpanProcessor):
    def __init__(self) -> None:
        self.spans: list[ReadableSpan] = []

    def on_end(self, span: ReadableSpan) -> None:
        self.spans.append(span)


class _Service:
    """A process that makes spans: its tracers, its clock, and what they have ended."""

    def __init__(self, resources: int = 1, scopes: int = 1) -> None:
        self.ids = Ids()
        self.moments = moments()
        self._finished = _Finished()
        self._tracers = []
        for number in range(resources):
            provider = TracerProvider(
                resource=resource(number), sampler=ALWAYS_ON, id_generator=self.ids, shutdown_on_exit=False
            )
            provider.add_span_processor(self._finished)
            name, version = SCOPE
            self._tracers += [provider.get_tracer(f"{name}.{scope}", version) for scope in range(scopes)]

    @property
    def spans(self) -> list[ReadableSpan]:
        return self._finished.spans

    def start(self, name: str, number: int = 0, **arguments: Any) -> Span:
        tracer = self._tracers[number % len(self._tracers)]
        return tracer.start_span(name, arguments.pop("context", NOWHERE), start_time=next(self.moments), **arguments)

    def end(self, span: Span) -> None:
        span.end(next(self.moments))

    def caller(self, state: TraceState | None = None) -> Context:
        """The context of a request that another process has sent."""
        context = SpanContext(self.ids.generate_trace_id(), self.ids.generate_span_id(), True, SAMPLED, state)
        return set_span_in_context(NonRecordingSpan(context), NOWHERE)

    def links(self) -> list[Link]:
        generate = self.ids
        contexts = [SpanContext(generate.generate_trace_id(), generate.generate_span_id(), False) for _ in range(3)]
        return [Link(context, {"link.kind": "follows", "link.weight": place}) for place, context in enumerate(contexts)]

    def add_events(self, span: Span) -> None:
        for place in range(5):
            span.add_event("message", {"message.id": place, "message.type": "SENT"}, next(self.moments))


def _minimal(service: _Service, number: int) -> None:
    service.end(service.start("operation"))


def _simple(service: _Service, number: int) -> None:
    service.end(service.start("GET /orders", kind=SpanKind.SERVER, attributes=five_attributes(number)))


def _heavy_attributes(number: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key in range(6):
        values[f"app.text.{key}"] = f"value {number} of key {key}"
        values[f"app.count.{key}"] = number * 1000 + key
        values[f"app.ratio.{key}"] = number / 7 + key
        values[f"app.flag.{key}"] = (number + key) % 2 == 0
    values["app.texts"] = ["alpha", f"beta {number}", "gamma"]
    values["app.counts"] = [number, 2**40 + number, 3]
    values["app.ratios"] = [0.5, number / 3, 2.5]
    values["app.flags"] = [True, False, True]
    return values


def _heavy(service: _Service, number: int) -> None:
    service.end(service.start("operation", attributes=_heavy_attributes(number)))


def _with_events(service: _Service, number: int) -> None:
    span = service.start("operation", attributes=five_attributes(number))
    service.add_events(span)
    service.end(span)


def _with_links(service: _Service, number: int) -> None:
    service.end(service.start("operation", attributes=five_attributes(number), links=service.links()))


def _fully_loaded(service: _Service, number: int) -> None:
    span = service.start(
        "POST /checkout",
        context=service.caller(TraceState([("vendor", f"opaque{number}"), ("other", "1")])),
        kind=SpanKind.SERVER,
        attributes=_heavy_attributes(number),
        links=service.links(),
    )
    service.add_events(span)
    span.set_status(Status(StatusCode.ERROR, f"payment {number} failed"))
    service.end(span)


def _many_resources(service: _Service, number: int) -> None:
    service.end(service.start("operation", number, attributes=five_attributes(number)))


STACK = "Traceback (most recent call last):\n" + "".join(
    f'  File "/srv/shop/views/orders_{depth}.py", line {10 * depth}, in f{depth}\n    return next_{depth}(request)\n'
    for depth in range(1, 9)
)


def _web_service(service: _Service, number: int) -> None:
    """A request: the server's span, and two queries below it. Each twentieth fails in the second query."""
    server = service.start(
        "GET /orders/{id}",
        context=service.caller(),
        kind=SpanKind.SERVER,
        attributes={
            "http.request.method": "GET",
            "url.scheme": "https",
            "url.path": f"/orders/{number}",
            "http.route": "/orders/{id}",
            "server.address": "shop.example.com",
            "server.port": 443,
            "network.protocol.version": "1.1",
            "client.address": f"203.0.113.{number % 256}",
            "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        },
    )
    below = set_span_in_context(server, NOWHERE)
    failed = number % 20 == 7
    for table in ("orders", "customers"):
        query = service.start(
            f"SELECT {table}",
            context=below,
            kind=SpanKind.CLIENT,
            attributes={
                "db.system.name": "postgresql",
                "db.namespace": "shop",
                "db.operation.name": "SELECT",
                "db.collection.name": table,
                "db.query.text": f"SELECT id, state, total, updated_at FROM {table} WHERE id = %s AND tenant = %s",
                "server.address": "db-1.internal",
                "server.port": 5432,
            },
        )
        if failed and table == "customers":
            _fail(service, query, number)
        service.end(query)
    server.set_attribute("http.response.status_code", 500 if failed else 200)
    if failed:
        _fail(service, server, number)
    service.end(server)


def _fail(service: _Service, span: Span, number: int) -> None:
    message = f"no answer to query {number} within 5 s"
    span.record_exception(
        TimeoutError(message), {"exception.stacktrace": f"{STACK}TimeoutError: {message}"}, next(service.moments)
    )
    span.set_status(Status(StatusCode.ERROR, f"TimeoutError: {message}"))


def _genai(service: _Service, number: int) -> None:
    span = service.start(
        "chat gpt-large",
        kind=SpanKind.CLIENT,
        attributes={
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "example",
            "gen_ai.request.model": "gpt-large",
            "gen_ai.request.temperature": 0.2,
            "gen_ai.usage.input_tokens": 1000 + number,
            "gen_ai.usage.output_tokens": 900,
            "gen_ai.response.finish_reasons": ["stop"],
            "gen_ai.input.messages": prose(number, "latin", 4000),
            "gen_ai.output.messages": prose(number, "wide", 4000),
        },
    )
    service.end(span)


_SHAPES: dict[str, tuple[Callable[[_Service, int], None], dict[str, int]]] = {
    "minimal": (_minimal, {}),
    "simple_attrs": (_simple, {}),
    "heavy_attrs": (_heavy, {}),
    "with_events": (_with_events, {}),
    "with_links": (_with_links, {}),
    "fully_loaded": (_fully_loaded, {}),
    "multi_resource": (_many_resources, {"resources": 10, "scopes": 5}),
    "web_service": (_web_service, {}),
    "genai": (_genai, {}),
}

NAMES = tuple(_SHAPES)


def batch(name: str, size: int) -> list[ReadableSpan]:
    """Exactly `size` ended spans, all their objects made anew."""
    make, room = _SHAPES[name]
    service = _Service(**room)
    number = 0
    while len(service.spans) < size:
        make(service, number)
        number += 1
    return service.spans[:size]
