"""Spans: the base span of conformance.md section 12, spans with one member changed, spans made by a TracerProvider."""

from __future__ import annotations

import types
from typing import Any, Callable

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import Link, SpanContext, SpanKind, TraceFlags
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.resources import EMPTY

T0 = 1_700_000_000_000_000_000
T1 = T0 + 5_000_000
CONTEXT = SpanContext(1, 2, False, TraceFlags(1))


def context(trace_id: Any = 1, span_id: Any = 2, is_remote: Any = False, trace_state: Any = None) -> SpanContext:
    """A SpanContext that holds these very objects; the constructor would compare the ids and replace None."""
    return tuple.__new__(SpanContext, (trace_id, span_id, is_remote, TraceFlags(1), trace_state, True))


def span(**fields: Any) -> ReadableSpan:
    """The base span S0: name `n`, trace id 1, span id 2, empty resource, no scope, no times, and `fields`."""
    base = {"name": "n", "context": CONTEXT, "resource": EMPTY}
    base.update(fields)
    return ReadableSpan(**base)


def event(name: Any = "e", attributes: Any = None, timestamp: Any = 7) -> Event:
    return Event(name, attributes, timestamp)


def link(attributes: Any = None, **fields: Any) -> Link:
    """A link to trace 3, span 4."""
    return Link(context(**{"trace_id": 3, "span_id": 4, **fields}), attributes)


def status(code: Any = StatusCode.UNSET, description: Any = None) -> Status:
    """A Status that holds these very objects; the constructor would refuse most descriptions."""
    made = Status()
    made._status_code = code
    made._description = description
    return made


def duck_span(**fields: Any) -> types.SimpleNamespace:
    """The base span as an object of no SDK class, with every member that the encoder reads."""
    own_context = fields.pop("context", CONTEXT)
    members = {
        "name": "n",
        "resource": EMPTY,
        "instrumentation_scope": None,
        "get_span_context": lambda: own_context,
        "parent": None,
        "kind": SpanKind.INTERNAL,
        "start_time": None,
        "end_time": None,
        "attributes": {},
        "events": (),
        "links": (),
        "status": Status(),
        "dropped_attributes": 0,
        "dropped_events": 0,
        "dropped_links": 0,
    }
    members.update(fields)
    return types.SimpleNamespace(**members)


def every_member(**fields: Any) -> dict[str, Any]:
    """The members of `duck_span`, and None under each further property of the SDK's spans: newer releases have more."""
    further = {name: None for name, member in vars(ReadableSpan).items() if isinstance(member, property)}
    return {**further, **vars(duck_span(**fields))}


def duck(**members: Any) -> types.SimpleNamespace:
    """An event, link, context or status of no SDK class."""
    return types.SimpleNamespace(**members)


class CountingIds(IdGenerator):
    """Ids 1, 2, 3: the same in every run."""

    def __init__(self) -> None:
        self._last = 0

    def generate_span_id(self) -> int:
        self._last += 1
        return self._last

    def generate_trace_id(self) -> int:
        return 0xABCDEF


def provider(**options: Any) -> tuple:
    """A TracerProvider with known ids, and the exporter that keeps what it finishes."""
    exporter = InMemorySpanExporter()
    usual = {"resource": Resource({"service.name": "t"}), "id_generator": CountingIds(), "shutdown_on_exit": False}
    made = TracerProvider(**{**usual, **options})
    made.add_span_processor(SimpleSpanProcessor(exporter))
    return made, exporter


def recorded(make: Callable[[Any], None], **options: Any) -> tuple:
    """The finished spans that `make(tracer)` leaves behind, as an exporter receives them."""
    tracer_provider, exporter = provider(**options)
    make(tracer_provider.get_tracer("tests", "1.0"))
    return exporter.get_finished_spans()
