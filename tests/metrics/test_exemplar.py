"""Exemplar, the table of conformance.md section 8."""

from __future__ import annotations

import decimal
import math

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics

from tests.objects.metrics import KINDS, duck, exemplar, metrics, with_point
from tests.objects.values import BrokenIndex, FloatOnly, Index, Level, Real, Whole, name_of
from tests.reference import compare, needs_reference
from tests.wire import all_of, fields, one_of

PATH = {
    "gauge": (1, 2, 2, 5, 1, 5),
    "sum": (1, 2, 2, 7, 1, 5),
    "histogram": (1, 2, 2, 9, 1, 8),
    "exponential histogram": (1, 2, 2, 10, 1, 11),
}
TIME, AS_DOUBLE, SPAN_ID, TRACE_ID, AS_INT, FILTERED = 2, 3, 4, 5, 6, 7
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
IDS = [(SPAN_ID, (3).to_bytes(8, "big")), (TRACE_ID, (4).to_bytes(16, "big"))]


def _with(*exemplars, kind="gauge"):
    return with_point(kind, exemplars=list(exemplars))


def _written(data, kind="gauge"):
    return fields(one_of(data, *PATH[kind]))


@needs_reference
@EVERY_KIND
def test_every_kind_of_point_writes_its_exemplars(kind):
    own = [exemplar(1), exemplar(2.0), exemplar(3, filtered_attributes={"a": 1})]
    assert len(all_of(compare(_with(*own, kind=kind), "metrics").data, *PATH[kind])) == 3


@needs_reference
def test_the_fields_stand_in_the_order_of_the_schema():
    orders = [
        [field for field, _ in _written(compare(_with(exemplar(value, filtered_attributes={"a": 1})), "metrics").data)]
        for value in (1.5, 1)
    ]
    assert orders == [
        [TIME, AS_DOUBLE, SPAN_ID, TRACE_ID, FILTERED],
        [TIME, SPAN_ID, TRACE_ID, AS_INT, FILTERED],
    ]


@needs_reference
@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, math.nan, math.inf, Real(1.5)], ids=name_of)
def test_a_float_is_written_as_double_zero_too(value):
    assert AS_DOUBLE in dict(_written(compare(_with(exemplar(value)), "metrics").data))


@needs_reference
@pytest.mark.parametrize("value", [0, 1, -1, 2**63 - 1, -(2**63), Whole(7), Level.HIGH], ids=name_of)
def test_an_int_is_written_as_int_zero_too(value):
    assert AS_INT in dict(_written(compare(_with(exemplar(value)), "metrics").data))


@pytest.mark.parametrize("value", [True, False])
@EVERY_KIND
def test_a_bool_is_0_or_1(kind, value):
    assert serialize_metrics(_with(exemplar(value), kind=kind)) == serialize_metrics(
        _with(exemplar(int(value)), kind=kind)
    )


@pytest.mark.parametrize("value", [decimal.Decimal("1.5"), FloatOnly(), Index(12)], ids=name_of)
def test_a_value_that_converts_to_float_is_written_as_double(value):
    number = {"Decimal": 1.5, "FloatOnly": 0.5, "Index": 12.0}[type(value).__name__]
    assert serialize_metrics(_with(exemplar(value))) == serialize_metrics(_with(exemplar(number)))


def test_numpy_numbers_are_written_as_double():
    numpy = pytest.importorskip("numpy")
    for value in (numpy.int64(7), numpy.float32(0.5), numpy.bool_(True)):
        assert serialize_metrics(_with(exemplar(value))) == serialize_metrics(_with(exemplar(float(value))))


@needs_reference
@pytest.mark.parametrize("value", [None, "1", [], object(), 1j, 2**63, -(2**63) - 1, BrokenIndex()], ids=name_of)
def test_what_is_no_number_or_beyond_64_bits_raises(value):
    made = compare(_with(exemplar(), exemplar(value)), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].exemplars[1].value'


@needs_reference
@pytest.mark.parametrize(
    ("span_id", "trace_id"),
    [(3, 4), (0, 0), (None, 4), (3, None), (None, None), (2**64 - 1, 2**128 - 1), (True, Whole(4)), ("bad", None)],
    ids=name_of,
)
def test_the_ids_are_written_when_there_are_both_zero_too(span_id, trace_id):
    written = _written(compare(_with(exemplar(span_id=span_id, trace_id=trace_id)), "metrics").data)
    assert (SPAN_ID in dict(written)) == (TRACE_ID in dict(written)) == (None not in (span_id, trace_id))


@needs_reference
@pytest.mark.parametrize("member", ["span_id", "trace_id"])
@pytest.mark.parametrize("bad", [-1, 2**128, "3", 1.0, b"3", object()], ids=name_of)
def test_a_bad_id_raises(member, bad):
    made = compare(_with(exemplar(**{member: bad})), "metrics")
    assert made.error.path == f'metrics["m"].data_points[0].exemplars[0].{member}'


@needs_reference
@pytest.mark.parametrize("time", [None, 0, 2**64 - 1, Index(5)], ids=name_of)
def test_the_time_is_written_when_it_is_not_zero(time):
    written = _written(compare(_with(exemplar(time_unix_nano=time)), "metrics").data)
    assert (TIME in dict(written)) == (time not in (None, 0))


@needs_reference
@pytest.mark.parametrize("time", [-1, 2**64, 1.0, "1", object()], ids=name_of)
def test_what_is_no_time_raises(time):
    made = compare(_with(exemplar(time_unix_nano=time)), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].exemplars[0].time_unix_nano'


@needs_reference
@pytest.mark.parametrize("attributes", [None, {}, ""], ids=name_of)
def test_filtered_attributes_that_are_falsy_are_none_at_all(attributes):
    written = _written(compare(_with(exemplar(filtered_attributes=attributes)), "metrics").data)
    assert written[-2:] == IDS


@needs_reference
def test_a_bad_filtered_attribute_is_dropped():
    made = compare(_with(exemplar(filtered_attributes={"bad": object(), "ok": 1})), "metrics")
    assert made.dropped_keys == ["bad"]
    assert len(all_of(made.data, *PATH["gauge"], FILTERED)) == 1


@needs_reference
@pytest.mark.parametrize("attributes", [5, "text", [1]], ids=name_of)
def test_filtered_attributes_that_are_no_mapping_raise(attributes):
    made = compare(_with(exemplar(filtered_attributes=attributes)), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].exemplars[0].filtered_attributes'


@needs_reference
@EVERY_KIND
@pytest.mark.parametrize("wrap", [list, tuple, iter, lambda items: (item for item in items)])
def test_the_exemplars_are_any_iterable(kind, wrap):
    data = compare(lambda: with_point(kind, exemplars=wrap([exemplar(1), exemplar(2)])), "metrics").data
    assert len(all_of(data, *PATH[kind])) == 2


@needs_reference
@EVERY_KIND
@pytest.mark.parametrize("empty", [[], (), "", {}, iter([])], ids=name_of)
def test_no_exemplars_are_none_at_all(kind, empty):
    assert all_of(compare(with_point(kind, exemplars=empty), "metrics").data, *PATH[kind]) == []


@needs_reference
@EVERY_KIND
@pytest.mark.parametrize("bad", [None, 5, object(), [None], "ab"], ids=name_of)
def test_exemplars_of_other_types_raise(kind, bad):
    made = compare(with_point(kind, exemplars=bad), "metrics")
    assert type(made.error) is EncodeError
    assert made.error.path.startswith('metrics["m"].data_points[0].exemplars')


@needs_reference
def test_an_exemplar_like_object_is_as_good_as_an_exemplar():
    own = exemplar(1, filtered_attributes={"a": 1})
    assert compare(metrics(KINDS["sum"][0](duck(KINDS["sum"][1](), exemplars=[duck(own)]))), "metrics").error is None
