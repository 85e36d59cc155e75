"""Metric and its data, the tables of conformance.md section 8."""

from __future__ import annotations

import sys
import types

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics
from opentelemetry.sdk.metrics.export import AggregationTemporality, ExponentialHistogram, Gauge, Histogram, Sum

from tests.objects.metrics import (
    KINDS,
    UNREAD,
    duck,
    gauge,
    histogram,
    metric,
    metrics,
    number,
    sum_of,
    with_point,
)
from tests.objects.resources import EMPTY
from tests.objects.values import Index, Level, Raw, Text, Whole, Word, name_of
from tests.reference import assert_same_outcome, compare, needs_reference, outcome, reference_metrics
from tests.wire import all_of, fields, one_of

METRIC = (1, 2, 2)
NAME, DESCRIPTION, UNIT, GAUGE, SUM, HISTOGRAM, EXPONENTIAL = 1, 2, 3, 5, 7, 9, 10
FIELD = {"gauge": GAUGE, "sum": SUM, "histogram": HISTOGRAM, "exponential histogram": EXPONENTIAL}
POINTS, TEMPORALITY, MONOTONIC = 1, 2, 3
TEXTS = [None, "", b"", "caf\u00e9 \U0001f600", "a\x00b", "caf\u00e9".encode(), Text("own"), Raw(b"own"), Word.A]
NO_TEXTS = [0, 5, 1.5, False, ["a"], object(), bytearray(b"a"), "\ud800", "\ud83d\ude00", b"\xff", Word.ODD]
TEMPORALITIES = [*AggregationTemporality, 0, 7, -1, 2**31 - 1, -(2**31), Index(1), Level.HIGH]
TRUTHS = [True, False, 0, 1, -1, 2**63 - 1, -(2**63), Index(0), Index(2), Whole(0)]


@needs_reference
@pytest.mark.parametrize("member", ["name", "description", "unit"])
@pytest.mark.parametrize("text", TEXTS, ids=name_of)
def test_a_text_is_written_when_it_is_not_empty(member, text):
    data = compare(metrics(metric(gauge(number()), **{member: text})), "metrics").data
    assert len(all_of(data, *METRIC, {"name": NAME, "description": DESCRIPTION, "unit": UNIT}[member])) == bool(text)


@needs_reference
@pytest.mark.parametrize("member", ["name", "description", "unit"])
@pytest.mark.parametrize("text", NO_TEXTS, ids=name_of)
def test_what_is_no_text_raises(member, text):
    made = compare(metrics(metric(gauge(number(attributes={"a": object()})), **{member: text})), "metrics")
    assert type(made.error) is EncodeError
    assert made.dropped_keys == []


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_a_metric_without_points_has_no_data(kind):
    maker = KINDS[kind][0]
    data = compare(metrics(maker()), "metrics").data
    assert fields(one_of(data, *METRIC)) == [(NAME, b"m"), (DESCRIPTION, b"d"), (UNIT, b"u")]


@needs_reference
@pytest.mark.parametrize("kind", ["sum", "histogram", "exponential histogram"])
@pytest.mark.parametrize("bad", [None, object()], ids=name_of)
def test_without_points_the_temporality_is_not_looked_at(kind, bad):
    compare(metrics(KINDS[kind][0](temporality=bad)), "metrics")
    compare(metrics(sum_of(is_monotonic=bad)), "metrics")


@needs_reference
@pytest.mark.parametrize("kind", ["sum", "histogram", "exponential histogram"])
@pytest.mark.parametrize("temporality", TEMPORALITIES, ids=name_of)
def test_the_temporality_is_any_number_of_32_bits(kind, temporality):
    maker, point = KINDS[kind]
    compare(metrics(maker(point(), temporality=temporality)), "metrics")


@needs_reference
@pytest.mark.parametrize("label", ["UNSPECIFIED", "DELTA", "CUMULATIVE"])
def test_the_temporality_may_be_a_label_of_the_schema(label):
    sums = [sum_of(number(), temporality=f"AGGREGATION_TEMPORALITY_{label}")]
    data = compare(metrics(*sums), "metrics").data
    number_of = ["UNSPECIFIED", "DELTA", "CUMULATIVE"].index(label)
    assert all_of(data, *METRIC, SUM, TEMPORALITY) == ([number_of] if number_of else [])


@needs_reference
@pytest.mark.parametrize("kind", ["sum", "histogram", "exponential histogram"])
@pytest.mark.parametrize("temporality", [None, "DELTA", "", 1.0, 2**31, -(2**31) - 1, b"1", object()], ids=name_of)
def test_what_is_no_temporality_raises(kind, temporality):
    maker, point = KINDS[kind]
    made = compare(metrics(maker(point(), temporality=temporality)), "metrics")
    assert made.error.path == 'metrics["m"].aggregation_temporality'


@needs_reference
@pytest.mark.parametrize("monotonic", TRUTHS, ids=name_of)
def test_monotonic_is_a_bool_or_any_integer_of_64_bits(monotonic):
    compare(metrics(sum_of(number(), is_monotonic=monotonic)), "metrics")


@needs_reference
@pytest.mark.parametrize("monotonic", [None, "", "x", 1.0, 2**63, -(2**63) - 1, [], object()], ids=name_of)
def test_what_is_no_truth_value_raises(monotonic):
    if isinstance(monotonic, float) and sys.version_info < (3, 10):
        pytest.skip("Python 3.9 makes an int of a float, with a warning, where C code asks for one")
    made = compare(metrics(sum_of(number(), is_monotonic=monotonic)), "metrics")
    assert made.error.path == 'metrics["m"].is_monotonic'


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrap", [list, tuple, iter, lambda items: (item for item in items)])
def test_the_points_are_any_iterable(kind, wrap):
    maker, point = KINDS[kind]

    def make():
        own = maker()
        points = [point(attributes={"a": 1}), point()]
        return metrics(type(own)(**{**vars(own), "data_points": wrap(points)}))

    data = compare(make, "metrics").data
    assert len(all_of(data, *METRIC, FIELD[kind], POINTS)) == 2


@needs_reference
@pytest.mark.parametrize("points", [None, 5, [None], ["a"], [object()]], ids=name_of)
@pytest.mark.parametrize("cls", [Gauge, Sum, Histogram, ExponentialHistogram])
def test_points_of_other_types_raise(cls, points):
    rest = {Gauge: (), Sum: (1, True)}.get(cls, (1,))
    made = compare(metrics(cls(points, *rest)), "metrics")
    assert made.error.path.startswith('metrics["m"].data_points')


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_a_subclass_of_a_data_class_counts_as_that_class(kind):
    maker, point = KINDS[kind]
    own = maker(point())
    made = type("Own", (type(own),), {})(**vars(own))
    assert compare(metrics(made), "metrics").data == serialize_metrics(metrics(own))


@needs_reference
def test_an_object_whose_class_says_it_is_a_data_class_counts_as_that_class():
    class Proxy:
        __class__ = Gauge
        data_points = (number(),)

    assert compare(metrics(metric(Proxy())), "metrics").data == serialize_metrics(metrics(gauge(number())))


@needs_reference
def test_of_several_data_classes_the_first_in_the_order_of_the_reference_counts():
    class Both(Sum, Histogram):
        pass

    both = Both.__new__(Both)
    vars(both).update(vars(sum_of(number())), data_points=[])
    compare(metrics(both), "metrics")
    vars(both).update(data_points=[number()])
    made = compare(metrics(both), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].count'


UNSUPPORTED = [None, 5, "gauge", {}, object(), duck(gauge(number())), number()]


@needs_reference
@pytest.mark.parametrize("data", UNSUPPORTED, ids=name_of)
def test_unsupported_data_is_warned_of_and_leaves_the_texts(data):
    made = compare(metrics(metric(data)), "metrics")
    assert fields(one_of(made.data, *METRIC)) == [(NAME, b"m"), (DESCRIPTION, b"d"), (UNIT, b"u")]
    (record,) = made.records
    assert (record.name, record.levelname) == ("opentelemetry.proto_native", "WARNING")
    assert (record.msg, record.args) == ("unsupported data type %s", (type(data).__name__,))


@needs_reference
def test_warnings_and_dropped_attributes_are_logged_in_one_order():
    bad = {"attributes": {"a": object()}}
    data = metrics(metric(gauge(number(**bad))), metric(None), metric(sum_of(number(**bad))), metric({}))
    ours, reference = outcome(serialize_metrics, data), outcome(reference_metrics, data)
    assert [record.msg for record in ours.records] == [record.msg for record in reference.records]
    assert [record.levelname for record in ours.records] == ["ERROR", "WARNING", "ERROR", "WARNING"]
    assert_same_outcome(ours, reference, "metrics")


@needs_reference
def test_a_metric_like_object_is_as_good_as_a_metric():
    own = metric(histogram())
    assert compare(metrics(duck(own)), "metrics").data == serialize_metrics(metrics(own))


@needs_reference
@pytest.mark.parametrize("missing", ["name", "description", "unit", "data"])
def test_a_metric_that_lacks_a_member_raises(missing):
    lacking = duck(metric(gauge(number())))
    delattr(lacking, missing)
    made = compare(metrics(metric(gauge()), lacking), "metrics")
    assert (type(made.error), made.error.index) == (EncodeError, 1)


@needs_reference
@pytest.mark.parametrize("kind", KINDS)
def test_a_point_like_object_is_as_good_as_a_point(kind):
    maker, point = KINDS[kind]
    own = point(attributes={"a": 1})
    assert compare(metrics(maker(duck(own))), "metrics").data == serialize_metrics(metrics(maker(own)))


@needs_reference
def test_the_wrappers_are_any_objects_with_their_members():
    own = with_point("gauge")
    (entry,) = own.resource_metrics
    (scope,) = entry.scope_metrics
    ducks = types.SimpleNamespace(
        resource_metrics=iter([duck(entry, scope_metrics=(duck(scope, metrics=tuple(scope.metrics)),))])
    )
    assert serialize_metrics(ducks) == serialize_metrics(own)
    for wrapper in (entry, scope):
        assert wrapper.schema_url == UNREAD


@pytest.mark.parametrize("member", ["resource_metrics", "resource", "scope_metrics", "scope", "metrics"])
@needs_reference
def test_a_wrapper_that_lacks_a_member_raises(member):
    scope = types.SimpleNamespace(scope=None, metrics=[])
    entry = types.SimpleNamespace(resource=EMPTY, scope_metrics=[scope])
    data = types.SimpleNamespace(resource_metrics=[entry])
    for own in (data, entry, scope):
        vars(own).pop(member, None)
    made = compare(data, "metrics")
    assert made.error.path.endswith("scope" if member == "metrics" else member)
    assert made.error.index is None


@needs_reference
@pytest.mark.parametrize("data", [None, 5, [], object(), types.SimpleNamespace(resource_metrics=5)], ids=name_of)
def test_what_is_no_metrics_data_raises(data):
    made = compare(data, "metrics")
    assert (made.error.signal, made.error.index, made.error.path) == ("metrics", None, "resource_metrics")
