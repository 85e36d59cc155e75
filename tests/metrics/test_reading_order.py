"""The order in which members are read and checked: which of several bad ones decides, and what is logged before."""

from __future__ import annotations

import itertools

import pytest
from opentelemetry.proto_native import EncodeError
from opentelemetry.sdk.metrics.export import Buckets, MetricsData

from tests.objects.metrics import (
    KINDS,
    duck,
    exemplar,
    gauge,
    in_resource,
    in_scope,
    metric,
    metrics,
    number,
    sum_of,
    with_point,
)
from tests.objects.resources import DuckResource, DuckScope
from tests.reference import compare, needs_reference, needs_scope_attributes, outcome, reference_metrics

BAD = object()


def _raises(name):
    def get(self):
        raise LookupError(name)

    return property(get)


def broken(usual, names, good):
    """An object of which only the members `good` can be read; the other `names` raise and say their name."""
    made = type("Broken", (), {name: _raises(name) for name in names if name not in good})()
    vars(made).update({name: getattr(usual, name) for name in good})
    return made


READING = {
    "gauge": ["attributes", "time_unix_nano", "exemplars", "value"],
    "sum": ["attributes", "start_time_unix_nano", "time_unix_nano", "exemplars", "value"],
    "histogram": [
        "attributes",
        "time_unix_nano",
        "start_time_unix_nano",
        "exemplars",
        "count",
        "sum",
        "bucket_counts",
        "explicit_bounds",
        "max",
        "min",
    ],
    "exponential histogram": [
        "positive",
        "negative",
        "attributes",
        "time_unix_nano",
        "start_time_unix_nano",
        "exemplars",
        "count",
        "sum",
        "scale",
        "zero_count",
        "flags",
        "max",
        "min",
    ],
}
EVERY_MEMBER = [
    pytest.param(kind, at, id=f"{kind} {name}") for kind, names in READING.items() for at, name in enumerate(names)
]
# The numbers of a point, in the order in which they are checked once all members have been read.
CHECKING = {
    "gauge": ["time_unix_nano", "value"],
    "sum": ["start_time_unix_nano", "time_unix_nano", "value"],
    "histogram": [name for name in READING["histogram"] if name not in ("attributes", "exemplars")],
    "exponential histogram": [
        name
        for name in READING["exponential histogram"]
        if name not in ("attributes", "exemplars", "positive", "negative")
    ],
}
EVERY_PAIR = [
    pytest.param(kind, *pair, id=f"{kind} {' '.join(pair)}")
    for kind, names in CHECKING.items()
    for pair in itertools.combinations(names, 2)
]


def original(error):
    """The exception at the root of ours, or inside the reference's EncodingException."""
    return getattr(error, "original_exception", None) or error.__cause__


@needs_reference
@pytest.mark.parametrize(("kind", "at"), EVERY_MEMBER)
def test_the_members_of_a_point_are_read_in_the_order_of_the_reference(kind, at):
    maker, point = KINDS[kind]
    names = READING[kind]
    own = broken(point(), names, names[:at])
    ours = compare(metrics(maker(own)), "metrics")
    reference = outcome(reference_metrics, metrics(maker(own)))
    assert str(original(ours.error)) == str(original(reference.error)) == names[at]
    assert ours.error.path == f'metrics["m"].data_points[0].{names[at]}'


@needs_reference
@pytest.mark.parametrize("good", [{}, {"bucket_counts": (1,)}, {"bucket_counts": (1,), "offset": 1}], ids=len)
@pytest.mark.parametrize("side", ["positive", "negative"])
def test_a_side_is_read_before_anything_else_of_its_point(side, good):
    own = broken(duck(Buckets(1, [1])), ["bucket_counts", "offset"], good)
    data = with_point("exponential histogram", **{side: own}, attributes={"a": BAD})
    made = compare(data, "metrics")
    assert made.dropped_keys == (["a"] if len(good) == 2 else [])


@needs_reference
@pytest.mark.parametrize(("kind", "first", "second"), EVERY_PAIR)
def test_the_numbers_of_a_point_are_checked_in_the_order_of_the_reference(kind, first, second):
    made = compare(with_point(kind, **{first: BAD, second: BAD}), "metrics")
    assert made.error.path == f'metrics["m"].data_points[0].{first}'


@needs_reference
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in CHECKING.items() for name in names[:-1]])
def test_a_member_that_cannot_be_read_wins_over_a_number_that_is_bad(kind, name):
    maker, point = KINDS[kind]
    last = READING[kind][-1]
    own = broken(point(), READING[kind], READING[kind][:-1])
    setattr(own, name, BAD)
    made = compare(metrics(maker(own)), "metrics")
    # The value of a number point is read only once its times have been checked.
    assert made.error.path.endswith(name if last == "value" else last)


@needs_reference
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in CHECKING.items() for name in names])
def test_attributes_and_exemplars_are_logged_before_a_bad_number_raises(kind, name):
    own = {"attributes": {"a": BAD}, "exemplars": [exemplar(filtered_attributes={"b": BAD})]}
    made = compare(with_point(kind, **own, **{name: BAD}), "metrics")
    assert made.dropped_keys == ["a", "b"]


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_attributes_are_logged_before_those_of_exemplars(kind):
    own = [exemplar(filtered_attributes={"b": BAD}), exemplar(filtered_attributes={"c": BAD})]
    made = compare(with_point(kind, attributes={"a": BAD, "ok": 1}, exemplars=own), "metrics")
    assert made.error is None
    assert made.dropped_keys == ["a", "b", "c"]


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_exemplar_wins_over_a_bad_number_and_comes_after_the_attributes(kind):
    own = [exemplar(filtered_attributes={"b": BAD}), exemplar(BAD, filtered_attributes={"c": BAD}), exemplar(BAD)]
    made = compare(with_point(kind, attributes={"a": BAD}, exemplars=own, time_unix_nano=BAD), "metrics")
    assert made.dropped_keys == ["a", "b", "c"]
    assert made.error.path == 'metrics["m"].data_points[0].exemplars[1].value'


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_bad_attributes_win_over_a_bad_exemplar(kind):
    made = compare(with_point(kind, attributes=5, exemplars=[exemplar(BAD)]), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].attributes'


EXEMPLAR_READING = ["span_id", "trace_id", "time_unix_nano", "filtered_attributes", "value"]


@needs_reference
@pytest.mark.parametrize("at", range(len(EXEMPLAR_READING)), ids=EXEMPLAR_READING)
def test_the_members_of_an_exemplar_are_read_in_the_order_of_the_reference(at):
    own = broken(exemplar(), EXEMPLAR_READING, EXEMPLAR_READING[:at])
    made = compare(with_point("gauge", exemplars=[own]), "metrics")
    assert made.error.path == f'metrics["m"].data_points[0].exemplars[0].{EXEMPLAR_READING[at]}'


EXEMPLAR_WINNERS = [
    ("span_id", "trace_id"),
    ("span_id", "time_unix_nano"),
    ("trace_id", "filtered_attributes"),
    ("trace_id", "value"),
    ("filtered_attributes", "time_unix_nano"),
    ("filtered_attributes", "value"),
    ("time_unix_nano", "value"),
]


@needs_reference
@pytest.mark.parametrize(("first", "second"), EXEMPLAR_WINNERS)
def test_of_two_bad_members_of_an_exemplar_the_first_that_is_checked_wins(first, second):
    made = compare(with_point("gauge", exemplars=[exemplar(**{first: BAD, second: BAD})]), "metrics")
    assert made.error.path == f'metrics["m"].data_points[0].exemplars[0].{first}'


@needs_reference
@pytest.mark.parametrize("kind", ["sum", "histogram", "exponential histogram"])
def test_the_temporality_is_checked_after_the_first_point(kind):
    maker, point = KINDS[kind]
    points = [point(attributes={"a": BAD}), point(attributes={"b": BAD})]
    made = compare(metrics(maker(*points, temporality=BAD)), "metrics")
    assert (made.error.path, made.dropped_keys) == ('metrics["m"].aggregation_temporality', ["a"])
    made = compare(metrics(maker(point(time_unix_nano=BAD), temporality=BAD)), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].time_unix_nano'


@needs_reference
def test_the_temporality_is_checked_before_the_monotonic_flag():
    made = compare(metrics(sum_of(number(), temporality=BAD, is_monotonic=BAD)), "metrics")
    assert made.error.path == 'metrics["m"].aggregation_temporality'


METRIC_READING = ["name", "description", "unit", "data"]


@needs_reference
@pytest.mark.parametrize("at", range(len(METRIC_READING)), ids=METRIC_READING)
def test_the_members_of_a_metric_are_read_in_the_order_of_the_reference(at):
    own = broken(metric(gauge(number())), METRIC_READING, METRIC_READING[:at])
    made = compare(MetricsData([in_resource(in_scope(own))]), "metrics")
    key = '"m"' if "name" in vars(own) else "0"
    assert made.error.path == f"metrics[{key}].{METRIC_READING[at]}"


@needs_reference
@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(METRIC_READING[:3], 2)))
def test_the_texts_are_checked_in_the_order_of_the_schema(first, second):
    made = compare(metrics(metric(gauge(number()), **{first: BAD, second: BAD})), "metrics")
    assert made.error.path.endswith(f".{first}")


@needs_scope_attributes
def test_a_scope_is_met_before_its_metrics_and_the_resources_after_all_metrics():
    def entry(name):
        scopes = []
        for key in (f"{name}0", f"{name}1"):
            own = metric(gauge(number(attributes={f"{key} point": BAD})))
            scopes.append(in_scope(own, scope=DuckScope(attributes={key: BAD})))
        return in_resource(*scopes, resource=DuckResource({name: BAD}))

    made = compare(MetricsData([entry("x"), entry("y")]), "metrics")
    assert made.dropped_keys == ["x0", "x0 point", "x1", "x1 point", "y0", "y0 point", "y1", "y1 point", "x", "y"]


@needs_scope_attributes
def test_a_bad_scope_raises_before_its_metrics_and_a_bad_resource_after_all():
    bad = metric(gauge(number(attributes={"p": BAD})), name=BAD)
    scope = DuckScope(attributes={"s": BAD}, schema_url=BAD)
    made = compare(metrics(bad, scope=scope, resource=DuckResource({"r": BAD}, BAD)), "metrics")
    assert (made.dropped_keys, made.error.path.rpartition(".")[2]) == (["s"], "schema_url")
    good = metric(gauge(number(attributes={"p": BAD})))
    made = compare(metrics(good, scope=DuckScope(), resource=DuckResource({"r": BAD}, BAD)), "metrics")
    assert (made.dropped_keys, made.error.path) == (["p", "r"], "resource_metrics[0].resource.schema_url")
    assert type(made.error) is EncodeError
