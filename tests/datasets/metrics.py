"""Batches of metrics by shape, made by real meters: as many metrics as hold the wanted number of points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from opentelemetry.metrics import Meter
from opentelemetry.sdk.metrics import AlwaysOnExemplarFilter, MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricsData
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation, View
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, use_span

from tests.datasets.common import SCOPE, START, Ids, moments, resource

# Series an instrument: as many as a service with some routes and status codes has.
SERIES = 100

Kind = Callable[[Meter, int, int], None]


def _attributes(number: int) -> dict[str, Any]:
    return {"http.request.method": "GET", "http.route": f"/orders/{number}", "http.response.status_code": 200}


def _sum(meter: Meter, place: int, series: int) -> None:
    """Counters of integers and up-down counters of floats in turn."""
    if place % 2 == 0:
        requests = meter.create_counter(f"http.server.requests.{place}", "{request}", "Requests received")
        for number in range(series):
            requests.add(1000 * number + place, _attributes(number))
    else:
        active = meter.create_up_down_counter(f"http.server.load.{place}", "1", "Requests being served, weighted")
        for number in range(series):
            active.add(number / 7, _attributes(number))


def _gauge(meter: Meter, place: int, series: int) -> None:
    gauge = meter.create_gauge(f"http.server.busy.{place}", "1", "Share of time spent working")
    for number in range(series):
        gauge.set(number / 3, _attributes(number))


def _record(record: Callable[[float, Any], None], series: int) -> None:
    random = Random(3)
    for number in range(series):
        attributes = _attributes(number)
        for _ in range(8):
            record(random.lognormvariate(4, 1.5), attributes)


def _histogram(meter: Meter, place: int, series: int) -> None:
    histogram = meter.create_histogram(f"http.server.duration.{place}", "ms", "Time to answer")
    _record(histogram.record, series)


def _exponential(meter: Meter, place: int, series: int) -> None:
    histogram = meter.create_histogram(f"exponential.duration.{place}", "ms", "Time to answer")
    _record(histogram.record, series)


def _with_exemplars(meter: Meter, place: int, series: int) -> None:
    """A counter and a histogram in turn; each measurement comes from a sampled span of its own and leaves its mark."""
    ids = Ids()
    record: Callable[[float, dict[str, Any]], None]
    if place % 2 == 0:
        record = meter.create_counter(f"exemplars.requests.{place}", "{request}", "Requests received").add
    else:
        record = meter.create_histogram(f"exemplars.duration.{place}", "ms", "Time to answer").record
    for number in range(series):
        for measurement in range(1 if place % 2 == 0 else 5):
            context = SpanContext(ids.generate_trace_id(), ids.generate_span_id(), False, TraceFlags(1))
            # The view below takes the customer out of the series; it stays with the exemplar.
            attributes = {**_attributes(number), "app.customer": f"customer {number}-{measurement}"}
            with use_span(NonRecordingSpan(context)):
                record(3.5 ** (measurement + 1), attributes)


_SHAPES: dict[str, list[Kind]] = {
    "sums": [_sum],
    "gauges": [_gauge],
    "histograms": [_histogram],
    "exponential_histograms": [_exponential],
    "mixed": [_sum, _gauge, _histogram, _exponential],
    "with_exemplars": [_with_exemplars],
}

NAMES = tuple(_SHAPES)


def batch(name: str, size: int) -> MetricsData:
    """What a reader collects: exactly `size` points, all their objects made anew."""
    reader = InMemoryMetricReader()
    views = [
        View(instrument_name="exponential.*", aggregation=ExponentialBucketHistogramAggregation()),
        View(instrument_name="exemplars.*", attribute_keys=set(_attributes(0))),
    ]
    provider = MeterProvider(
        [reader],
        resource=resource(),
        views=views,
        shutdown_on_exit=False,
        **({"exemplar_filter": AlwaysOnExemplarFilter()} if name == "with_exemplars" else {}),
    )
    meter = provider.get_meter(*SCOPE)
    kinds = _SHAPES[name]
    # A small batch of several kinds still holds each of them.
    series = min(SERIES, -(-size // len(kinds)))
    for place, first in enumerate(range(0, size, series)):
        kinds[place % len(kinds)](meter, place, min(series, size - first))
    data = reader.get_metrics_data()
    if data is None:
        raise RuntimeError("the SDK is switched off in this process")
    _settle_times(data)
    return data


def points(data: MetricsData) -> Iterator[Any]:
    for resource_metrics in data.resource_metrics:
        for scope_metrics in resource_metrics.scope_metrics:
            for metric in scope_metrics.metrics:
                yield from metric.data.data_points


def _settle_times(data: MetricsData) -> None:
    """The clock's readings made the same in every run: one moment of collection, and a start a series."""
    starts = moments()
    collected = START + 3600 * 10**9
    for point in points(data):
        if point.start_time_unix_nano is not None:
            object.__setattr__(point, "start_time_unix_nano", next(starts))
        object.__setattr__(point, "time_unix_nano", collected)
        for exemplar in point.exemplars:
            object.__setattr__(exemplar, "time_unix_nano", next(starts))
