"""Section H, second part: histograms and exemplars."""

from __future__ import annotations

import math

from opentelemetry.sdk.metrics import Exemplar
from opentelemetry.sdk.metrics.export import Buckets, Gauge, Histogram, Sum

from tests.cases.makers import (
    ATTRIBUTE_LOG,
    CUMULATIVE,
    DELTA,
    SPAN_ID,
    T0,
    TRACE_ID,
    Opaque,
    exponential,
    gauge,
    hist_point,
    histogram,
    metric,
    metrics,
    number,
)
from tests.cases.registry import GH, PY, case


@case(
    "histogram-buckets-packed",
    "metrics",
    GH + "open-telemetry/opentelemetry-dotnet/issues/6538",
    "Bucket counts are packed fixed64, bounds packed double: 200 buckets need a two-byte length.",
    title="Packed bucket counts and bounds",
    want="Same bytes.",
    tags=("metrics", "histogram", "length"),
)
def _():
    bounds = [float(index) for index in range(199)]
    return metrics(
        metric(
            Histogram(
                [
                    hist_point(bucket_counts=list(range(200)), explicit_bounds=bounds),
                    hist_point(bucket_counts=[2**64 - 1] * 16, explicit_bounds=[1.0] * 15),
                    hist_point(bucket_counts=[], explicit_bounds=[]),
                    hist_point(bucket_counts=None, explicit_bounds=None),
                ],
                CUMULATIVE,
            )
        )
    )


@case(
    "histogram-float-counts",
    "metrics",
    GH + "openobserve/openobserve/pull/12615",
    "Counts as floats (pandas turns ints into floats when a value is missing).",
    "raises",
    error="EncodingException",
    title="Float bucket counts lose every metric",
    want="Skip that metric, name it.",
    tags=("metrics", "histogram", "wrong-type", "batch-lost"),
    near=True,
)
def _():
    return histogram(bucket_counts=[1.0, 1.0, 1.0])


@case(
    "histogram-negative-count",
    "metrics",
    GH + "open-telemetry/opentelemetry-js/issues/4450",
    "A negative bucket count, from a wrong subtraction of cumulative data.",
    "raises",
    error="EncodingException",
    title="Negative bucket counts lose every metric",
    want="Skip that metric, name it.",
    tags=("metrics", "histogram", "batch-lost"),
    near=True,
)
def _():
    return histogram(bucket_counts=[1, -1, 1])


@case(
    "exponential-empty-buckets",
    "metrics",
    PY + "pull/2964",
    "Empty buckets are left out, their offset with them.",
    title="Exponential histogram with empty buckets",
    want="Same bytes.",
    tags=("metrics", "exponential", "presence"),
    near=True,
)
def _():
    return exponential(positive=Buckets(7, []), negative=Buckets(3, ()), count=1, sum=0.0)


@case(
    "exponential-array-buckets",
    "metrics",
    GH + "Arize-ai/phoenix/pull/4838",
    "Bucket counts as a numpy array: `if counts:` raises for it.",
    "raises",
    error="EncodingException",
    title="numpy arrays as exponential buckets lose every metric",
    want="Take any sequence.",
    tags=("metrics", "exponential", "numpy", "batch-lost"),
    near=True,
)
def _():
    class NoTruth(list):
        def __bool__(self):
            raise ValueError("The truth value of an array is ambiguous")

    return exponential(positive=Buckets(1, NoTruth([1, 2])))


@case(
    "exemplar-without-span",
    "metrics",
    PY + "issues/4250",
    "Exemplars recorded outside a span have no ids; a release raised for them.",
    title="Exemplars with and without span context",
    want="Ids only when both are there; zero ids are written.",
    tags=("metrics", "exemplar", "none"),
)
def _():
    exemplars = [
        Exemplar({"a": 1, "b": [1, None]}, 1.5, T0, SPAN_ID, TRACE_ID),
        Exemplar({}, 2, T0),
        Exemplar(None, 0, T0, SPAN_ID, None),
        Exemplar({}, math.nan, None, None, TRACE_ID),
        Exemplar({}, -1, T0, 0, 0),
    ]
    return metrics(
        metric(Sum([number(1, exemplars=exemplars)], CUMULATIVE, True), name="s"),
        metric(Histogram([hist_point(exemplars=exemplars)], DELTA), name="h"),
        metric(Gauge([number(1, exemplars=exemplars)]), name="g"),
    )


@case(
    "exemplar-bad-attribute",
    "metrics",
    GH + "MindfulSoftwareLLC/dartastic_opentelemetry/issues/288",
    "A filtered attribute that cannot be encoded.",
    "better",
    title="Bad filtered attribute of an exemplar",
    want="str(value).",
    tags=("metrics", "exemplar", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
    near=True,
)
def _():
    return gauge(1, exemplars=[Exemplar({"o": Opaque(), "kept": 1}, 1, T0)])
