"""serialize_metrics(errors="replace"): one bad value never costs more than itself (conformance.md section 15)."""

from __future__ import annotations

import decimal
import math

import pytest
from opentelemetry.proto_native import serialize_metrics
from opentelemetry.sdk.metrics.export import Buckets, Gauge, MetricsData

from tests.objects.metrics import (
    KINDS,
    duck,
    exemplar,
    exponential,
    exponential_point,
    gauge,
    histogram,
    histogram_point,
    in_resource,
    in_scope,
    metric,
    metrics,
    number,
    sum_of,
    with_point,
)
from tests.objects.resources import DuckResource, DuckScope
from tests.objects.values import BrokenIndex, name_of
from tests.reference import assert_same_bytes, outcome

BIG = 2**70
UNFIT = object()


def replaced(data):
    """The bytes in replace mode, and the one warning that is expected."""
    made = outcome(lambda data: serialize_metrics(data, errors="replace"), data)
    assert made.error is None
    (record,) = [record for record in made.records if "repaired" in record.msg]
    assert (record.name, record.levelname) == ("opentelemetry.proto_native", "WARNING")
    return made.data, record


def assert_repaired(bad, good, values=0, parts=0, path=None):
    """Bad metrics give the bytes of good ones, and the warning says how much was changed and where."""
    data, record = replaced(bad)
    assert_same_bytes(data, serialize_metrics(good), "metrics")
    assert record.args[:2] == (values, parts)
    if path is not None:
        assert record.args[2] == path


@pytest.mark.parametrize("kind", KINDS)
def test_good_metrics_give_the_same_bytes_as_in_strict_mode_and_no_warning(kind):
    for data in (with_point(kind, attributes={"a": 1}, exemplars=[exemplar()]), metrics(KINDS[kind][0]()), metrics()):
        made = outcome(lambda data: serialize_metrics(data, errors="replace"), data)
        assert (made.data, made.records) == (serialize_metrics(data), [])


@pytest.mark.parametrize(
    ("value", "nearest"), [(2**63, 2.0**63), (-(2**63) - 1, -(2.0**63)), (2**64 + 1, 2.0**64), (10**300, 1e300)]
)
@pytest.mark.parametrize("maker", [gauge, sum_of])
def test_an_int_beyond_64_bits_becomes_the_nearest_double(maker, value, nearest):
    bad = metrics(maker(number(), number(value)))
    assert_repaired(bad, metrics(maker(number(), number(nearest))), 1, 0, 'metrics["m"].data_points[1].value')
    bad = metrics(maker(number(exemplars=[exemplar(value)])))
    good = metrics(maker(number(exemplars=[exemplar(nearest)])))
    assert_repaired(bad, good, 1, 0, 'metrics["m"].data_points[0].exemplars[0].value')


@pytest.mark.parametrize("value", [None, "1", [], UNFIT, BrokenIndex(), 10**400], ids=name_of)
def test_a_point_whose_value_is_no_number_is_left_out_alone(value):
    bad = metrics(gauge(number(1), number(value, attributes={"a": UNFIT}, time_unix_nano=-1), number(2)))
    assert_repaired(bad, metrics(gauge(number(1), number(2))), 0, 1, 'metrics["m"].data_points[1].value')


@pytest.mark.parametrize("value", [None, "1", [], UNFIT, 10**400], ids=name_of)
@pytest.mark.parametrize("kind", KINDS)
def test_an_exemplar_whose_value_is_no_number_is_left_out_alone(kind, value):
    bad = with_point(kind, exemplars=[exemplar(1), exemplar(value), exemplar(2)])
    good = with_point(kind, exemplars=[exemplar(1), exemplar(2)])
    assert_repaired(bad, good, 0, 1, 'metrics["m"].data_points[0].exemplars[1].value')


# A member of a point that is left out when it is bad, with what its absence looks like.
LEFT_OUT = {
    "gauge": {"time_unix_nano": None},
    "sum": {"time_unix_nano": None, "start_time_unix_nano": None},
    "histogram": dict.fromkeys(
        ("time_unix_nano", "start_time_unix_nano", "count", "sum", "bucket_counts", "explicit_bounds", "min", "max")
    ),
    "exponential histogram": dict.fromkeys(
        ("time_unix_nano", "start_time_unix_nano", "count", "sum", "scale", "zero_count", "flags", "min", "max")
    ),
}
EVERY_MEMBER = [pytest.param(kind, name, id=f"{kind} {name}") for kind, names in LEFT_OUT.items() for name in names]


@pytest.mark.parametrize(("kind", "member"), EVERY_MEMBER)
@pytest.mark.parametrize("bad", ["1", UNFIT, 10**400], ids=name_of)
def test_a_time_count_or_number_that_is_bad_is_left_out_alone(kind, member, bad):
    own = {"attributes": {"a": 1}, "exemplars": [exemplar()]}
    good = with_point(kind, **own, **{member: None})
    data, record = replaced(with_point(kind, **own, **{member: bad}))
    assert_same_bytes(data, serialize_metrics(good), "metrics")
    assert record.args[:2] == (1, 0)
    assert record.args[2].startswith(f'metrics["m"].data_points[0].{member}')


@pytest.mark.parametrize("member", ["bucket_counts", "explicit_bounds"])
def test_a_list_with_one_bad_number_is_left_out(member):
    bad = with_point("histogram", **{member: [1, UNFIT, 2]})
    assert_repaired(bad, with_point("histogram", **{member: None}), 1, 0, f'metrics["m"].data_points[0].{member}[1]')


@pytest.mark.parametrize("side", ["positive", "negative"])
def test_a_bad_offset_or_bad_counts_of_a_side_are_left_out_alone(side):
    bad = with_point("exponential histogram", **{side: Buckets(BIG, [1])})
    path = f'metrics["m"].data_points[0].{side}'
    assert_repaired(bad, with_point("exponential histogram", **{side: Buckets(0, [1])}), 1, 0, f"{path}.offset")
    bad = with_point("exponential histogram", **{side: Buckets(3, [1, -1])})
    good = with_point("exponential histogram", **{side: Buckets(3, iter([]))})
    assert_repaired(bad, good, 1, 0, f"{path}.bucket_counts[1]")


def test_an_array_as_counts_of_a_side_is_taken_as_it_is():
    numpy = pytest.importorskip("numpy")
    data = with_point("exponential histogram", positive=Buckets(3, numpy.array([1, 2])))
    made = outcome(lambda data: serialize_metrics(data, errors="replace"), data)
    assert made.data == serialize_metrics(with_point("exponential histogram", positive=Buckets(3, [1, 2])))


def test_a_bad_id_of_an_exemplar_becomes_zero_bytes():
    bad = metrics(gauge(number(exemplars=[exemplar(span_id="x", trace_id=-1)])))
    assert_repaired(bad, metrics(gauge(number(exemplars=[exemplar(span_id=0, trace_id=0)]))), 2, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_point_that_cannot_be_read_is_left_out_alone(kind):
    maker, point = KINDS[kind]
    lacking = duck(point())
    del lacking.time_unix_nano
    bad = metrics(maker(point(), None, lacking, point()))
    assert_repaired(bad, metrics(maker(point(), point())), 0, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_attributes_or_exemplars_that_cannot_be_read_are_left_out_alone(kind):
    good = with_point(kind, attributes={}, exemplars=[])
    assert_repaired(with_point(kind, attributes=5, exemplars=[]), good, 0, 1, 'metrics["m"].data_points[0].attributes')
    assert_repaired(with_point(kind, attributes={}, exemplars=5), good, 0, 1, 'metrics["m"].data_points[0].exemplars')


def test_points_and_exemplars_are_written_up_to_where_their_iteration_fails():
    def broken(item):
        yield item
        raise LookupError

    bad, good = (with_point("sum", exemplars=each) for each in (broken(exemplar()), [exemplar()]))
    assert_repaired(bad, good, 0, 1, 'metrics["m"].data_points[0].exemplars[1]')
    assert_repaired(metrics(Gauge(broken(number()))), metrics(gauge(number())), 0, 1, 'metrics["m"].data_points[1]')


@pytest.mark.parametrize("kind", KINDS)
def test_a_metric_whose_points_are_all_left_out_keeps_its_texts(kind):
    maker, _ = KINDS[kind]
    assert_repaired(metrics(maker(None, None)), metrics(maker()), 0, 2)


def test_the_temporality_is_read_where_any_point_is_written():
    bad = metrics(sum_of(None, number(), temporality=UNFIT, is_monotonic=UNFIT))
    assert_repaired(bad, metrics(sum_of(number(), temporality=0, is_monotonic=False)), 2, 1)


@pytest.mark.parametrize(
    ("text", "repaired"), [("a\ud800b", "a\ufffdb"), (b"a\xffb", "a\ufffdb"), (5, "5"), (decimal.Decimal(1), "1")]
)
@pytest.mark.parametrize("member", ["name", "description", "unit"])
def test_a_text_of_a_metric_is_repaired(member, text, repaired):
    bad, good = (metrics(metric(gauge(number()), **{member: each})) for each in (text, repaired))
    assert_repaired(bad, good, 1, 0, f"metrics[{0 if member == 'name' else chr(34) + 'm' + chr(34)}].{member}")


def test_attribute_values_are_repaired_in_points_and_exemplars():
    def own(value):
        filtered = exemplar(filtered_attributes={"f": value})
        return with_point("sum", attributes={"a": value, "b": 1}, exemplars=[filtered])

    assert_repaired(own(BIG), own(str(BIG)), 2, 0)
    assert_repaired(own("\ud800"), own("\ufffd"), 2, 0)
    assert_repaired(own(UNFIT), own(None), 2, 0, 'metrics["m"].data_points[0].attributes["a"]')


def test_a_metric_that_cannot_be_repaired_is_left_out_alone():
    good = metric(gauge(number()), name="good")
    lacking = duck(metric(gauge(number()), name="bad"))
    del lacking.unit
    for bad in (lacking, metric(Gauge(5), name="bad"), metric(Gauge(None), name="bad")):
        data = MetricsData([in_resource(in_scope(good, bad, good))])
        assert_repaired(data, metrics(good, good), 0, 1)


def test_a_scope_that_is_missing_or_cannot_be_repaired_costs_no_metrics():
    bad = metrics(gauge(number()), scope=None)
    path = "resource_metrics[0].scope_metrics[0].scope"
    assert_repaired(bad, metrics(gauge(number()), scope=DuckScope(None)), 0, 1, path)
    bad = metrics(gauge(number()), scope=DuckScope("a\ud800", attributes={"a": UNFIT}))
    assert_repaired(bad, metrics(gauge(number()), scope=DuckScope("a\ufffd", attributes={"a": None})), 2, 0)


def test_a_resource_that_cannot_be_repaired_costs_no_metrics():
    bad = metrics(gauge(number()), resource=DuckResource(5, "\ud800"))
    path = "resource_metrics[0].resource.attributes"
    assert_repaired(bad, metrics(gauge(number()), resource=DuckResource({}, "\ufffd")), 1, 1, path)


def test_an_entry_that_cannot_be_read_is_left_out_alone():
    good = in_resource(in_scope(metric(gauge(number()))))
    lacking = in_resource(duck(in_scope(), metrics=5), in_scope(metric(gauge(number()))))
    data = MetricsData([good, None, lacking, good])
    expected = MetricsData([good, in_resource(in_scope(), in_scope(metric(gauge(number())))), good])
    assert_repaired(data, expected, 0, 2, "resource_metrics[1].resource")


def test_unsupported_data_is_warned_of_in_replace_mode_too():
    made = outcome(lambda data: serialize_metrics(data, errors="replace"), metrics(metric(None)))
    assert [record.getMessage() for record in made.records] == ["unsupported data type NoneType"]


def test_the_first_change_is_named_and_all_are_counted():
    data = metrics(
        metric(gauge(number(), number(time_unix_nano=-1), number(None)), name="a"),
        metric(histogram(histogram_point(sum="x", exemplars=[None])), name="b"),
        metric(exponential(exponential_point(positive=Buckets("x", [1]), min=math.nan)), name="c"),
    )
    _, record = replaced(data)
    assert record.args == (3, 2, 'metrics["a"].data_points[1].time_unix_nano')
