"""Metrics: the base metric of conformance.md section 12, points with one member changed, metrics of a MeterProvider."""

from __future__ import annotations

import types
from typing import Any, Callable

from opentelemetry.sdk.metrics import Exemplar, MeterProvider
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Buckets,
    ExponentialHistogram,
    ExponentialHistogramDataPoint,
    Gauge,
    Histogram,
    HistogramDataPoint,
    InMemoryMetricReader,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.resources import EMPTY

DELTA = AggregationTemporality.DELTA
CUMULATIVE = AggregationTemporality.CUMULATIVE
SCOPE = InstrumentationScope("s")
# The schema URLs of the wrappers are not to be read.
UNREAD = "https://example.com/of-the-wrapper"


def number(value: Any = 3, **fields: Any) -> NumberDataPoint:
    """A point of a gauge or sum: start 1, time 2."""
    base = {"attributes": {}, "start_time_unix_nano": 1, "time_unix_nano": 2, "exemplars": []}
    return NumberDataPoint(**{**base, "value": value, **fields})


def histogram_point(**fields: Any) -> HistogramDataPoint:
    base = {
        "attributes": {},
        "start_time_unix_nano": 1,
        "time_unix_nano": 2,
        "count": 3,
        "sum": 4.5,
        "bucket_counts": (1, 2),
        "explicit_bounds": (1.0,),
        "min": 0.0,
        "max": 2.0,
        "exemplars": [],
    }
    return HistogramDataPoint(**{**base, **fields})


def exponential_point(**fields: Any) -> ExponentialHistogramDataPoint:
    base = {
        "attributes": {},
        "start_time_unix_nano": 1,
        "time_unix_nano": 2,
        "count": 3,
        "sum": 4.5,
        "scale": -2,
        "zero_count": 1,
        "positive": Buckets(-1, (1, 300)),
        "negative": Buckets(0, ()),
        "flags": 0,
        "min": 1.0,
        "max": 2.0,
        "exemplars": [],
    }
    return ExponentialHistogramDataPoint(**{**base, **fields})


def exemplar(value: Any = 1.5, **fields: Any) -> Exemplar:
    """An exemplar: time 5, span 3, trace 4."""
    base = {"filtered_attributes": {}, "time_unix_nano": 5, "span_id": 3, "trace_id": 4}
    return Exemplar(**{**base, "value": value, **fields})


def gauge(*points: Any) -> Gauge:
    return Gauge(list(points))


def sum_of(*points: Any, temporality: Any = CUMULATIVE, is_monotonic: Any = True) -> Sum:
    return Sum(list(points), temporality, is_monotonic)


def histogram(*points: Any, temporality: Any = DELTA) -> Histogram:
    return Histogram(list(points), temporality)


def exponential(*points: Any, temporality: Any = CUMULATIVE) -> ExponentialHistogram:
    return ExponentialHistogram(list(points), temporality)


def metric(data: Any, name: Any = "m", description: Any = "d", unit: Any = "u") -> Metric:
    return Metric(name=name, description=description, unit=unit, data=data)


def in_scope(*metrics: Any, scope: Any = SCOPE) -> ScopeMetrics:
    return ScopeMetrics(scope, list(metrics), UNREAD)


def in_resource(*scopes: Any, resource: Any = EMPTY) -> ResourceMetrics:
    return ResourceMetrics(resource, list(scopes), UNREAD)


def metrics(*data: Any, scope: Any = SCOPE, resource: Any = EMPTY) -> MetricsData:
    """A MetricsData of one resource and one scope. What is no Metric becomes the data of the metric `m`."""
    made = [each if isinstance(each, (Metric, types.SimpleNamespace)) else metric(each) for each in data]
    return MetricsData([in_resource(in_scope(*made, scope=scope), resource=resource)])


# What holds a point of each kind, and what makes one.
KINDS = {
    "gauge": (gauge, number),
    "sum": (sum_of, number),
    "histogram": (histogram, histogram_point),
    "exponential histogram": (exponential, exponential_point),
}


def with_point(kind: str, **fields: Any) -> MetricsData:
    """Metrics with one point of this kind."""
    data, point = KINDS[kind]
    return metrics(data(point(**fields)))


def duck(like: Any, **fields: Any) -> types.SimpleNamespace:
    """The members of `like`, some of them changed, as an object of no SDK class."""
    return types.SimpleNamespace(**{**vars(like), **fields})


def rebuilt(data: MetricsData, change: Callable[[Any], Any]) -> MetricsData:
    """The same metrics with what `change` makes of each point."""

    def again(own: Any) -> Any:
        """A dataclass once more, with everything below it."""
        parts = ("resource_metrics", "scope_metrics", "metrics")
        members = {
            name: [again(part) for part in value] if name in parts else value for name, value in vars(own).items()
        }
        if "data" in members:
            members["data"] = again(members["data"])
        if "data_points" in members:
            members["data_points"] = [change(point) for point in members["data_points"]]
        return type(own)(**members)

    made: MetricsData = again(data)
    return made


def recorded(make: Callable[[Any], None], **options: Any) -> MetricsData:
    """What a reader collects after `make(meter)`."""
    reader = InMemoryMetricReader()
    usual = {"resource": Resource({"service.name": "t"}), "shutdown_on_exit": False}
    provider = MeterProvider([reader], **{**usual, **options})
    make(provider.get_meter("tests", "1.0", "https://example.com/s"))
    return reader.get_metrics_data()
