"""Every place in which an attribute mapping can stand, in all three signals, as makers of a whole input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import pytest
from opentelemetry import proto_native
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.metrics._internal.exemplar import Exemplar
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    ExponentialHistogram,
    Gauge,
    Histogram,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests import reference
from tests.cases import makers
from tests.objects.spans import duck, duck_span, event, link

SIGNALS = ("traces", "metrics", "logs")
SERIALIZE = {
    "traces": proto_native.serialize_spans,
    "metrics": proto_native.serialize_metrics,
    "logs": proto_native.serialize_logs,
}
DELTA = AggregationTemporality.DELTA


def log_record(**members: Any) -> Any:
    """A log record; skips where the SDK is too old for its maker."""
    try:
        return makers.log(**members)
    except ImportError as error:
        pytest.skip(f"not to be had here: {error}")


def usual(signal: str, count: int = 1) -> Any:
    """A clean input."""
    if signal == "traces":
        return [makers.span(attributes={"k": "v"}, events=[event()], links=[link()]) for _ in range(count)]
    if signal == "logs":
        return [log_record(attributes={"k": "v"}) for _ in range(count)]
    return makers.metrics(*[makers.metric(Gauge([makers.number(1, {"k": "v"})])) for _ in range(count)])


def resource(attributes: Any) -> Resource:
    made = Resource({})
    made._attributes = attributes
    return made


def scope(attributes: Any) -> InstrumentationScope:
    made = InstrumentationScope("lib")
    made._attributes = attributes
    return made


def _point(make: Callable, container: Callable) -> Callable[[Any], Any]:
    return lambda attributes: makers.metrics(makers.metric(container([make(attributes)])))


def _exponential(attributes: Any) -> Any:
    data = makers.exponential(attributes=attributes).resource_metrics[0].scope_metrics[0].metrics[0].data
    return data.data_points[0]


def _event(attributes: Any) -> Any:
    made = event()
    made._attributes = attributes
    return made


def _link(attributes: Any) -> Any:
    made = link()
    made._attributes = attributes
    return made


def _span(attributes: Any) -> Any:
    made = makers.span()
    made._attributes = attributes
    return made


def _log(attributes: Any) -> Any:
    return log_record(after={"attributes": attributes})


def _exemplar(attributes: Any) -> Any:
    return makers.gauge(1, exemplars=[Exemplar(attributes, 1, 5, 3, 4)])


@dataclass(frozen=True)
class Place:
    """Where an attribute mapping stands."""

    signal: str
    name: str
    make: Callable[[Any], Any]

    def __str__(self) -> str:
        return f"{self.signal}-{self.name}"

    def serialize(self, attributes: Any, **options: Any) -> bytes:
        return SERIALIZE[self.signal](self.make(attributes), **options)

    def outcome(self, attributes: Any, **options: Any) -> reference.Outcome:
        made = self.make(attributes)
        return reference.outcome(lambda x: SERIALIZE[self.signal](x, **options), made)


PLACES = (
    Place("traces", "span", lambda attributes: [_span(attributes)]),
    Place("traces", "event", lambda attributes: [makers.span(events=[_event(attributes)])]),
    Place("traces", "link", lambda attributes: [makers.span(links=[_link(attributes)])]),
    Place("traces", "resource", lambda attributes: [makers.span(resource=resource(attributes))]),
    Place("traces", "scope", lambda attributes: [makers.span(instrumentation_scope=scope(attributes))]),
    Place("traces", "foreign span", lambda attributes: [duck_span(attributes=attributes)]),
    Place(
        "traces",
        "foreign event",
        lambda attributes: [
            duck_span(events=[duck(name="e", timestamp=1, attributes=attributes, dropped_attributes=0)])
        ],
    ),
    Place("metrics", "gauge", _point(lambda attributes: makers.number(1, attributes), Gauge)),
    Place(
        "metrics",
        "sum",
        _point(lambda attributes: makers.number(1, attributes), lambda points: Sum(points, DELTA, True)),
    ),
    Place(
        "metrics",
        "histogram",
        _point(lambda attributes: makers.hist_point(attributes=attributes), lambda points: Histogram(points, DELTA)),
    ),
    Place("metrics", "exponential", _point(_exponential, lambda points: ExponentialHistogram(points, DELTA))),
    Place("metrics", "exemplar", _exemplar),
    Place("metrics", "resource", lambda attributes: makers.metrics(resource=resource(attributes))),
    Place("metrics", "scope", lambda attributes: makers.metrics(scope=scope(attributes))),
    Place("logs", "record", lambda attributes: [_log(attributes)]),
    Place("logs", "resource", lambda attributes: [log_record(resource=resource(attributes))]),
    Place("logs", "scope", lambda attributes: [log_record(scope=scope(attributes))]),
)

#: The same mapping as the user may have handed it over.
WRAPPINGS: dict = {
    "dict": lambda pairs: pairs,
    "BoundedAttributes": lambda pairs: bounded(pairs),
}


def bounded(pairs: dict) -> BoundedAttributes:
    """A BoundedAttributes over this very dict: the constructor would clean its values."""
    made = BoundedAttributes(immutable=False)
    made._dict = pairs
    return made


in_every_place = pytest.mark.parametrize("place", PLACES, ids=str)
in_every_signal = pytest.mark.parametrize("signal", SIGNALS)
in_both_modes = pytest.mark.parametrize("errors", ["strict", "replace"])
wrapped = pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
