"""serialize_metrics, the front page: every SDK field, every vector, every reported case."""

from __future__ import annotations

import pytest
from opentelemetry import trace
from opentelemetry.proto_native import EncodeError, serialize_metrics
from opentelemetry.sdk.metrics.export import Buckets
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation, View
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.cases import CASES, cases_of
from tests.metrics.vectors import VECTORS
from tests.objects.metrics import (
    DELTA,
    KINDS,
    duck,
    exemplar,
    gauge,
    metric,
    metrics,
    number,
    rebuilt,
    recorded,
    sum_of,
    with_point,
)
from tests.objects.spans import T0, T1, provider
from tests.reference import (
    NONE_SINCE,
    REFERENCE,
    SCOPE_ATTRIBUTES_SINCE,
    assert_same_bytes,
    assert_same_outcome,
    compare,
    needs_reference,
    needs_scope_attributes,
    outcome,
    reference_metrics,
)

ATTRIBUTES = {"text": "a", "int": 1, "float": 0.5, "bool": True, "list": ["b", "c"], "raw": b"\x00"}
EXEMPLARS = [
    exemplar(7),
    exemplar(0.25, filtered_attributes=ATTRIBUTES, time_unix_nano=T0),
    exemplar(1, span_id=None, trace_id=None, filtered_attributes=None),
]
POINT = {
    "attributes": ATTRIBUTES,
    "start_time_unix_nano": T0,
    "time_unix_nano": T1,
    "exemplars": EXEMPLARS,
}
NUMBER = {**POINT, "value": -5}
HISTOGRAM = {
    **POINT,
    "count": 2**64 - 1,
    "sum": -1.5,
    "bucket_counts": (3, 0, 2**64 - 1),
    "explicit_bounds": (-1.0, 10),
    "min": -2,
    "max": 7.25,
}
EXPONENTIAL = {
    **POINT,
    "count": 9,
    "sum": 10,
    "scale": 20,
    "zero_count": 4,
    "positive": Buckets(-7, [1, 0, 300]),
    "negative": Buckets(8, [2**64 - 1]),
    "flags": 1,
    "min": -3.5,
    "max": 0,
}
POINTS = {"gauge": NUMBER, "sum": NUMBER, "histogram": HISTOGRAM, "exponential histogram": EXPONENTIAL}
POINT_FIELDS = [
    pytest.param(kind, {name: value}, id=f"{kind} {name}")
    for kind, members in POINTS.items()
    for name, value in members.items()
    if (kind, name) != ("gauge", "start_time_unix_nano")
]
FIELDS = {
    "name": lambda: metrics(metric(gauge(number()), name="http.server.duration")),
    "description": lambda: metrics(metric(gauge(number()), description="How long it took")),
    "unit": lambda: metrics(metric(gauge(number()), unit="ms")),
    "sum.aggregation_temporality": lambda: metrics(sum_of(number(), temporality=DELTA)),
    "sum.is_monotonic": lambda: metrics(sum_of(number(), is_monotonic=False)),
    "resource": lambda: metrics(gauge(number()), resource=Resource({"service.name": "shop"}, "https://example.com/r")),
    "scope": lambda: metrics(gauge(number()), scope=InstrumentationScope("lib", "1.2")),
}

# Where conformance.md section 15 keeps data that the reference loses: the same case without its fault, point by point.
KEPT = {
    "bool-metric-value": lambda point: duck(point, value=1),
    "numpy-like-exemplar": lambda point: duck(point, exemplars=[duck(each, value=7.0) for each in point.exemplars]),
    "np-exemplar": lambda point: duck(point, exemplars=[duck(each, value=7.0) for each in point.exemplars]),
}
# Section 15 keeps both: see tests/metrics/test_entries.py.
TWICE = "metrics-same-scope-twice"
# Cases in which an older reference writes other bytes (section 13).
NEEDS = {
    "record-min-max-off": SCOPE_ATTRIBUTES_SINCE,
    "metrics-schema-url-of-the-wrapper": SCOPE_ATTRIBUTES_SINCE,
    "exemplar-without-span": NONE_SINCE,
}


@needs_reference
@pytest.mark.parametrize("make", FIELDS.values(), ids=FIELDS)
def test_each_field_alone_gives_the_reference_bytes(make):
    assert compare(make(), "metrics").data != serialize_metrics(metrics(gauge(number())))


@needs_reference
@pytest.mark.parametrize(("kind", "fields"), POINT_FIELDS)
def test_each_field_of_a_point_alone_gives_the_reference_bytes(kind, fields):
    assert compare(with_point(kind, **fields), "metrics").data != serialize_metrics(with_point(kind))


@needs_scope_attributes
def test_all_fields_together_give_the_reference_bytes():
    resource = Resource({"service.name": "shop", "ports": [80, 443]}, "https://example.com/r")
    scope = InstrumentationScope("lib", "1.2", "https://example.com/s", {"a": 1})
    own = [
        metric(maker(point(**POINTS[kind]), point(**POINTS[kind])), name=kind) for kind, (maker, point) in KINDS.items()
    ]
    compare(metrics(*own, scope=scope, resource=resource), "metrics")


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_every_vector_gives_its_bytes(vector):
    made = outcome(serialize_metrics, vector.make())
    assert made.error is None
    assert_same_bytes(made.data, bytes.fromhex(vector.hex), "metrics")
    unsupported = [record.getMessage() for record in made.records]
    assert unsupported == (["unsupported data type object"] if "unsupported" in vector.title else [])


def test_the_front_page_holds_every_metrics_case():
    chosen = cases_of("metrics", "identical", "better", "raises")
    assert len(chosen) == len([item for item in CASES if item.signal == "metrics"]) == 31


@needs_reference
@pytest.mark.parametrize("case", [item for item in cases_of("metrics", "identical", "better") if item.id != TWICE])
def test_a_reported_case_that_the_reference_encodes_gives_the_same_bytes(case):
    if NEEDS.get(case.id, ()) > REFERENCE:
        pytest.skip(f"the reference changed its bytes for this case in {NEEDS[case.id]}, found {REFERENCE}")
    argument = case.make()
    reference = outcome(reference_metrics, case.make() if case.one_shot else argument)
    assert reference.error is None
    ours = outcome(serialize_metrics, argument)
    assert_same_outcome(ours, reference, "metrics")


@pytest.mark.parametrize("case", [item for item in cases_of("metrics", "raises") if item.id not in KEPT])
def test_a_reported_case_that_the_reference_refuses_raises_encode_error(case):
    with pytest.raises(EncodeError) as caught:
        serialize_metrics(case.make())
    assert caught.value.signal == "metrics"


@pytest.mark.parametrize("case", [item for item in cases_of("metrics", "raises") if item.id in KEPT])
def test_a_reported_case_whose_data_we_keep_costs_nothing(case):
    argument = case.make()
    assert_same_bytes(serialize_metrics(argument), serialize_metrics(rebuilt(argument, KEPT[case.id])), "metrics")


@needs_scope_attributes
def test_metrics_of_a_meter_give_the_reference_bytes():
    def make(meter):
        tracer = provider()[0].get_tracer("tests")
        with trace.use_span(tracer.start_span("outer"), end_on_exit=True):
            for value in (1, 2.5, 40):
                meter.create_counter("counter", "1", "how many").add(value, {"a": value})
                meter.create_up_down_counter("up.down").add(-value, {"a": (1, 2)})
                meter.create_gauge("gauge").set(value, {"a": "x"})
                meter.create_histogram("histogram", "ms").record(value, {"a": True})
                meter.create_histogram("exponential").record(value)
        meter.create_observable_gauge("observed", [lambda options: []])

    views = [View(instrument_name="exponential", aggregation=ExponentialBucketHistogramAggregation())]
    data = recorded(make, views=views)
    ((scope,),) = [entry.scope_metrics for entry in data.resource_metrics]
    names = [each.name for each in scope.metrics]
    assert names[:5] == ["counter", "up.down", "gauge", "histogram", "exponential"]
    compare(data, "metrics")
