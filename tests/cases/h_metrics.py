"""Section H, first part: metrics and their numbers."""

from __future__ import annotations

import decimal
import fractions
import math
import struct

from opentelemetry.sdk.metrics import Exemplar, MeterProvider
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    ExponentialHistogram,
    Gauge,
    Histogram,
    InMemoryMetricReader,
    MetricsData,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.metrics.view import ExplicitBucketHistogramAggregation, View
from opentelemetry.sdk.resources import Resource

from tests.cases.makers import (
    CUMULATIVE,
    DELTA,
    RESOURCE,
    SCOPE,
    SPAN_ID,
    T0,
    TRACE_ID,
    IndexOnly,
    Opaque,
    hist_point,
    metric,
    metrics,
    number,
)
from tests.cases.registry import GH, PY, case


@case(
    "nan-and-infinity",
    "metrics",
    GH + "open-telemetry/opentelemetry-rust/issues/3656",
    "NaN (also negative and with payload bits) and infinities.",
    title="NaN and infinity as metric values",
    want="The same 64 bits.",
    tags=("metrics", "nan"),
)
def _():
    odd_nan = struct.unpack("<d", b"\x01\x00\x00\x00\x00\x00\xf8\xff")[0]
    values = (math.nan, -math.nan, odd_nan, math.inf, -math.inf)
    return metrics(metric(Gauge([number(value) for value in values])))


@case(
    "bool-metric-value",
    "metrics",
    GH + "PaddlePaddle/PaddleFormers/pull/4013",
    "gauge.set(is_up): protobuf 7 refuses a bool, so every metric of the process is lost; 5 and 6 sent 0 or 1.",
    "raises",
    error="EncodingException",
    title="bool as a metric value loses every metric (protobuf 7)",
    want="as_int 0 or 1, whatever protobuf is installed.",
    tags=("metrics", "bool", "protobuf-version", "batch-lost"),
    protobuf="7",
    near=True,
)
def _():
    return metrics(
        metric(Gauge([number(1)]), name="good"),
        metric(Gauge([number(True)]), name="up"),
    )


@case(
    "numpy-like-exemplar",
    "metrics",
    PY + "issues/4250",
    "The same value recorded inside a sampled span gets an exemplar, and that raises: every metric is lost.",
    "raises",
    error="EncodingException",
    title="A numpy value in an exemplar loses every metric",
    want="Convert it as the point's value is converted, or leave out the exemplar.",
    tags=("metrics", "numpy", "exemplar", "batch-lost"),
    near=True,
)
def _():
    bad = Exemplar({}, IndexOnly(7), T0, SPAN_ID, TRACE_ID)
    return metrics(
        metric(Gauge([number(1)]), name="good"),
        metric(Sum([number(IndexOnly(7), exemplars=[bad])], CUMULATIVE, True), name="bad"),
    )


@case(
    "decimal-metric-value",
    "metrics",
    GH + "open-telemetry/opentelemetry-dotnet/issues/5615",
    "Decimal and Fraction convert to double.",
    title="Decimal as a metric value",
    want="Same bytes.",
    tags=("metrics", "decimal"),
)
def _():
    return metrics(
        metric(Gauge([number(decimal.Decimal("1.5")), number(fractions.Fraction(1, 4))]), name="g"),
        metric(Histogram([hist_point(sum=decimal.Decimal("6.25"), min=decimal.Decimal(1))], DELTA), name="h"),
    )


@case(
    "metric-name-not-text",
    "metrics",
    PY + "issues/3185",
    "A metric whose name is no string: raised outside the part that names the metric.",
    "raises",
    error="TypeError",
    title="Metric name that is not a string",
    want="An error that shows the metric.",
    tags=("metrics", "wrong-type", "batch-lost"),
    near=True,
)
def _():
    return metrics(metric(Gauge([number(1)]), name=ValueError("x")))


@case(
    "metric-description-none",
    "metrics",
    GH + "open-telemetry/opentelemetry-python-contrib/issues/2963",
    "No description, no unit, no name.",
    title="Metric without description and unit",
    want="Left out.",
    tags=("metrics", "none", "presence"),
    near=True,
)
def _():
    return metrics(metric(Gauge([number(1)]), None, None, None), metric(Gauge([number(1)]), "", "", ""))


@case(
    "empty-data-points",
    "metrics",
    PY + "issues/3277",
    "Metrics with no points: sent without their kind (no gauge, sum, histogram).",
    "better",
    title="Metrics without data points lose their type",
    want="Leave the metric out: some receivers refuse the whole request for it.",
    tags=("metrics", "presence", "shape-changed"),
)
def _():
    return metrics(
        metric(Gauge([]), name="g"),
        metric(Sum([], CUMULATIVE, True), name="s"),
        metric(Histogram([], DELTA), name="h"),
        metric(ExponentialHistogram([], DELTA), name="e"),
    )


@case(
    "empty-containers",
    "metrics",
    GH + "open-telemetry/opentelemetry-php/issues/2052",
    "A resource without scopes, a scope without metrics.",
    title="Empty resource and scope metrics",
    want="Same bytes.",
    tags=("metrics", "presence"),
    near=True,
)
def _():
    return MetricsData(
        [
            ResourceMetrics(RESOURCE, [], ""),
            ResourceMetrics(Resource({}), [ScopeMetrics(SCOPE, [], "")], ""),
        ]
    )


@case(
    "unknown-metric-data",
    "metrics",
    GH + "open-telemetry/opentelemetry-collector-contrib/issues/29556",
    "A kind of data that the encoder does not know: a warning, and a metric without data.",
    "better",
    title="Unknown metric data",
    want="Leave the metric out; keep the warning.",
    tags=("metrics", "data-lost"),
    logs="unsupported data type",
    near=True,
)
def _():
    return metrics(metric(Gauge([number(1)]), name="good"), metric(Opaque(), name="odd"))


@case(
    "temporality-values",
    "metrics",
    PY + "issues/2337",
    "Temporality UNSPECIFIED is left out; a plain int is taken, also one outside the enum.",
    title="Temporality unspecified or unknown",
    want="Same bytes.",
    tags=("metrics", "enum"),
    near=True,
)
def _():
    return metrics(
        metric(Sum([number(1)], AggregationTemporality.UNSPECIFIED, True), name="u"),
        metric(Sum([number(1)], 2, False), name="i"),
        metric(Sum([number(1)], 99, True), name="x"),
        metric(Histogram([hist_point()], AggregationTemporality.UNSPECIFIED), name="h"),
    )


@case(
    "record-min-max-off",
    "metrics",
    PY + "issues/5570",
    "record_min_max=False leaves +inf and -inf in the data point; they are sent.",
    "better",
    title="record_min_max=False exports min=+inf, max=-inf",
    want="No min and max (the fault is the SDK's; identical bytes are the floor).",
    tags=("metrics", "histogram", "nan", "sdk"),
)
def _():
    reader = InMemoryMetricReader()
    view = View(instrument_name="h", aggregation=ExplicitBucketHistogramAggregation(record_min_max=False))
    provider = MeterProvider([reader], RESOURCE, views=[view])
    provider.get_meter("lib").create_histogram("h").record(5)
    return reader.get_metrics_data()
