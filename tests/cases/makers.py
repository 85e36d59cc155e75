"""Builders that the cases share: each makes a valid item, with the fields of the case in place of the usual ones."""

from __future__ import annotations

import enum
import struct
from typing import Any

from opentelemetry._logs import SeverityNumber
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Buckets,
    ExponentialHistogram,
    ExponentialHistogramDataPoint,
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, TraceFlags

from tests.objects.logs import ON_ITEM
from tests.objects.logs import log as log_item

TRACE_ID = 0x0102030405060708090A0B0C0D0E0F10
SPAN_ID = 0x1112131415161718
T0 = 1_700_000_000_000_000_000
T1 = T0 + 5_000_000

RESOURCE = Resource({"service.name": "demo"})
SCOPE = InstrumentationScope("lib", "1.0")
CONTEXT = SpanContext(TRACE_ID, SPAN_ID, False, TraceFlags(1))
CUMULATIVE = AggregationTemporality.CUMULATIVE
DELTA = AggregationTemporality.DELTA

ATTRIBUTE_LOG = "Failed to encode key"


def span(**fields) -> ReadableSpan:
    base = {
        "name": "op",
        "context": CONTEXT,
        "resource": RESOURCE,
        "instrumentation_scope": SCOPE,
        "start_time": T0,
        "end_time": T1,
    }
    base.update(fields)
    return ReadableSpan(**base)


def log(resource=RESOURCE, scope=SCOPE, after=None, **fields) -> Any:
    """A log record; `after` sets fields once the constructor has run."""
    base = {
        "timestamp": T0,
        "observed_timestamp": T1,
        "severity_text": "INFO",
        "severity_number": SeverityNumber.INFO,
        "body": "hello",
        "trace_id": TRACE_ID,
        "span_id": SPAN_ID,
        "trace_flags": TraceFlags(1),
    }
    base.update(fields)
    if not ON_ITEM:
        return log_item(resource=resource, instrumentation_scope=scope, **{**base, **(after or {})})
    from opentelemetry._logs import LogRecord
    from opentelemetry.sdk._logs import ReadableLogRecord

    record = LogRecord(**base)
    for name, value in (after or {}).items():
        setattr(record, name, value)
    return ReadableLogRecord(record, resource, scope)


def metrics(*items: Metric, resource=RESOURCE, scope=SCOPE) -> MetricsData:
    scope_metrics = ScopeMetrics(scope, list(items), "")
    return MetricsData([ResourceMetrics(resource, [scope_metrics], "")])


def metric(data, name="m", description="d", unit="1") -> Metric:
    return Metric(name=name, description=description, unit=unit, data=data)


def number(value, attributes=None, **fields) -> NumberDataPoint:
    base = {
        "attributes": attributes or {},
        "start_time_unix_nano": T0,
        "time_unix_nano": T1,
        "value": value,
        "exemplars": [],
    }
    base.update(fields)
    return NumberDataPoint(**base)


def gauge(value, attributes=None, **fields) -> MetricsData:
    return metrics(metric(Gauge([number(value, attributes, **fields)])))


def counter(value, **fields) -> MetricsData:
    return metrics(metric(Sum([number(value, **fields)], CUMULATIVE, True)))


def hist_point(**fields) -> HistogramDataPoint:
    base = {
        "attributes": {"route": "/"},
        "start_time_unix_nano": T0,
        "time_unix_nano": T1,
        "count": 3,
        "sum": 6.0,
        "bucket_counts": [1, 1, 1],
        "explicit_bounds": [1.0, 2.0],
        "min": 1.0,
        "max": 3.0,
        "exemplars": [],
    }
    base.update(fields)
    return HistogramDataPoint(**base)


def histogram(**fields) -> MetricsData:
    return metrics(metric(Histogram([hist_point(**fields)], DELTA)))


def exponential(**fields) -> MetricsData:
    base = {
        "attributes": {"route": "/"},
        "start_time_unix_nano": T0,
        "time_unix_nano": T1,
        "count": 4,
        "sum": 6.0,
        "scale": 2,
        "zero_count": 1,
        "positive": Buckets(offset=1, bucket_counts=[1, 0, 2]),
        "negative": Buckets(offset=0, bucket_counts=[]),
        "flags": 0,
        "min": 0.0,
        "max": 3.0,
        "exemplars": [],
    }
    base.update(fields)
    return metrics(metric(ExponentialHistogram([ExponentialHistogramDataPoint(**base)], DELTA)))


def nested_list(depth: int):
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def nested_dict(depth: int):
    value: Any = "x"
    for _ in range(depth):
        value = {"k": value}
    return value


class IndexOnly:
    """Behaves as numpy's integer scalars do: an index, a float, but no `int`."""

    def __init__(self, value):
        self._value = value

    def __index__(self):
        return self._value

    __int__ = __index__

    def __float__(self):
        return float(self._value)

    def __str__(self):
        return str(self._value)

    __repr__ = __str__


class FloatOnly:
    """Behaves as numpy.float32 does: convertible to float, but no `float`."""

    def __init__(self, value):
        # round to single precision, as numpy.float32 would
        self._value = struct.unpack("f", struct.pack("f", value))[0]

    def __float__(self):
        return self._value

    def __str__(self):
        return str(self._value)

    __repr__ = __str__


class Color(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class TextEnum(str, enum.Enum):
    A = "a"


class Opaque:
    """No __str__ or __repr__ of its own."""


class FixedIds(IdGenerator):
    def __init__(self):
        self._next = 0

    def generate_span_id(self):
        self._next += 1
        return self._next

    def generate_trace_id(self):
        return TRACE_ID
