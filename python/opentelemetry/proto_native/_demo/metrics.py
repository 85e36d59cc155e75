"""Real metrics: one collection of every instrument, with exemplars, and a batch of points of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from opentelemetry.metrics import Meter
from opentelemetry.proto_native._demo.case import SCOPE_NAME, SCOPE_VERSION, Case, resource
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricsData
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation, View
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import ALWAYS_ON


def cases(count: int) -> Iterator[Case]:
    """The batches of this signal; `count` is the number of points in each large one."""
    data = _collect(_every_instrument)
    yield Case("metrics", "every instrument, exemplars", _points(data), data)
    for kind, measure in (
        ("sum", _sums),
        ("gauge", _gauges),
        ("histogram", _histograms),
        ("exponential histogram", _exponential_histograms),
    ):
        yield Case("metrics", f"{count} {kind} points", count, _collect(partial(measure, count=count)))


def _collect(measure: Callable[[Meter], None]) -> MetricsData:
    reader = InMemoryMetricReader()
    exponential = View(instrument_name="*.exponential", aggregation=ExponentialBucketHistogramAggregation())
    provider = MeterProvider([reader], resource=resource(), views=[exponential], shutdown_on_exit=False)
    measure(provider.get_meter(SCOPE_NAME, SCOPE_VERSION))
    data = reader.get_metrics_data()
    if data is None:
        raise RuntimeError("the SDK is switched off in this process")
    return data


def _points(data: MetricsData) -> int:
    scopes = [scope for resource_metrics in data.resource_metrics for scope in resource_metrics.scope_metrics]
    return sum(len(metric.data.data_points) for scope in scopes for metric in scope.metrics)


def _every_instrument(meter: Meter) -> None:
    tracer = TracerProvider(sampler=ALWAYS_ON, shutdown_on_exit=False).get_tracer(SCOPE_NAME)
    requests = meter.create_counter("requests", "{request}", "Requests received")
    active = meter.create_up_down_counter("active", "{request}", "Requests being served")
    load = meter.create_gauge("load", "1", "Share of time spent working")
    duration = meter.create_histogram("duration", "ms", "Time to answer")
    size = meter.create_histogram("size.exponential", "By", "Size of the answer")
    for number in range(4):
        attributes = {"tier": "gold" if number % 2 else "basic", "cached": number > 1}
        # Inside a sampled span each measurement leaves an exemplar that points to the span.
        with tracer.start_as_current_span("measured"):
            requests.add(1, attributes)
            active.add(-number, attributes)
            load.set(0.25 * number, attributes)
            duration.record(7.5 * number, attributes)
            size.record(1000 * number + 1, attributes)


def _series(count: int) -> Iterator[dict[str, str | int]]:
    for number in range(count):
        yield {"http.request.method": "GET", "http.route": f"/orders/{number}", "http.response.status_code": 200}


def _sums(meter: Meter, count: int) -> None:
    counter = meter.create_counter("http.server.requests", "{request}", "Requests received")
    for number, attributes in enumerate(_series(count)):
        counter.add(number, attributes)


def _gauges(meter: Meter, count: int) -> None:
    gauge = meter.create_gauge("http.server.load", "1", "Share of time spent working")
    for number, attributes in enumerate(_series(count)):
        gauge.set(number / 3, attributes)


def _histograms(meter: Meter, count: int) -> None:
    histogram = meter.create_histogram("http.server.duration", "ms", "Time to answer")
    _record_each(histogram.record, count)


def _exponential_histograms(meter: Meter, count: int) -> None:
    histogram = meter.create_histogram("http.server.duration.exponential", "ms", "Time to answer")
    _record_each(histogram.record, count)


def _record_each(record: Callable[[float, dict[str, str | int]], None], count: int) -> None:
    for number, attributes in enumerate(_series(count)):
        for step in range(5):
            record(1.5 ** (step + number % 7), attributes)
