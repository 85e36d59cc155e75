"""NumberDataPoint, the table of conformance.md section 8: times, the value as int or double, attributes."""

from __future__ import annotations

import decimal
import fractions
import math
import struct

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics

from tests.objects.metrics import duck, exemplar, gauge, metrics, number, sum_of
from tests.objects.values import BrokenIndex, FloatOnly, Index, Level, Real, Whole, name_of
from tests.reference import PROTOBUF, compare, needs_reference
from tests.wire import all_of, fields, one_of

GAUGE_POINT, SUM_POINT = (1, 2, 2, 5, 1), (1, 2, 2, 7, 1)
START, TIME, AS_DOUBLE, EXEMPLARS, AS_INT, ATTRIBUTES = 2, 3, 4, 5, 6, 7
ODD_NAN = struct.unpack("<d", b"\x01\x00\x00\x00\x00\x00\xf8\xff")[0]
MAKERS = {"gauge": (gauge, GAUGE_POINT), "sum": (sum_of, SUM_POINT)}
INTS = [0, 1, -1, 2**63 - 1, -(2**63), Whole(7), Level.HIGH]
DOUBLES = [0.0, -0.0, 1.5, math.inf, -math.inf, math.nan, -math.nan, ODD_NAN, 5e-324, Real(1.5)]
CONVERTED = [decimal.Decimal("1.1"), fractions.Fraction(1, 3), FloatOnly(), Index(12)]
NO_VALUES = [None, "1", b"1", [], [1.0], object(), 1j, BrokenIndex(), 2**63, -(2**63) - 1, 10**400]


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


@needs_reference
@pytest.mark.parametrize(("maker", "path"), MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("value", INTS, ids=name_of)
def test_an_int_is_written_as_int_zero_too(maker, path, value):
    point = fields(one_of(compare(metrics(maker(number(value))), "metrics").data, *path))
    assert (AS_INT, int.__add__(value, 0) % 2**64) in point
    assert AS_DOUBLE not in dict(point)


@needs_reference
@pytest.mark.parametrize(("maker", "path"), MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("value", DOUBLES, ids=name_of)
def test_a_float_keeps_its_bits_zero_too(maker, path, value):
    point = fields(one_of(compare(metrics(maker(number(value))), "metrics").data, *path))
    assert (AS_DOUBLE, bits(value)) in point
    assert AS_INT not in dict(point)


@needs_reference
@pytest.mark.parametrize("value", CONVERTED, ids=name_of)
def test_what_is_no_int_and_converts_to_float_is_written_as_double(value):
    point = dict(fields(one_of(compare(metrics(gauge(number(value))), "metrics").data, *GAUGE_POINT)))
    assert AS_DOUBLE in point
    assert AS_INT not in point


@needs_reference
@pytest.mark.parametrize("value", NO_VALUES, ids=name_of)
def test_what_is_no_number_or_beyond_64_bits_raises(value):
    made = compare(metrics(gauge(number(1), number(value))), "metrics")
    assert made.error.path == 'metrics["m"].data_points[1].value'


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("maker", [gauge, sum_of])
def test_a_bool_is_0_or_1(maker, value):
    assert serialize_metrics(metrics(maker(number(value)))) == serialize_metrics(metrics(maker(number(int(value)))))
    if PROTOBUF < (7,):
        compare(metrics(maker(number(value))), "metrics")


@needs_reference
def test_a_proxy_that_says_it_is_an_int_is_written_as_one():
    class Proxy:
        __class__ = int

        def __index__(self):
            return 12

    point = fields(one_of(compare(metrics(gauge(number(Proxy()))), "metrics").data, *GAUGE_POINT))
    assert (AS_INT, 12) in point


@needs_reference
def test_the_start_time_of_a_gauge_is_not_even_read():
    class Point:
        attributes, time_unix_nano, value, exemplars = {}, 2, 3, ()

        @property
        def start_time_unix_nano(self):
            raise LookupError("read")

    assert compare(metrics(gauge(Point())), "metrics").data == serialize_metrics(metrics(gauge(number(3))))
    assert type(compare(metrics(sum_of(Point())), "metrics").error) is EncodeError


TIMES = [None, 0, 1, 2**64 - 1, Index(5), Whole(7)]
NO_TIMES = [-1, 2**64, 1.0, "1", b"", object(), BrokenIndex()]
TIME_MEMBERS = {"start_time_unix_nano": START, "time_unix_nano": TIME}


@needs_reference
@pytest.mark.parametrize("member", TIME_MEMBERS)
@pytest.mark.parametrize("time", TIMES, ids=name_of)
def test_a_time_is_written_when_it_is_not_zero(member, time):
    data = compare(metrics(sum_of(number(**{member: time}))), "metrics").data
    assert len(all_of(data, *SUM_POINT, TIME_MEMBERS[member])) == (time not in (None, 0))


@needs_reference
@pytest.mark.parametrize("member", TIME_MEMBERS)
@pytest.mark.parametrize("time", NO_TIMES, ids=name_of)
def test_what_is_no_time_raises(member, time):
    made = compare(metrics(sum_of(number(**{member: time}))), "metrics")
    assert made.error.path == f'metrics["m"].data_points[0].{member}'


@needs_reference
def test_the_fields_stand_in_the_order_of_the_schema():
    full = {"attributes": {"a": 1}, "exemplars": [exemplar()]}
    orders = []
    for value in (1, 1.0):
        data = compare(metrics(sum_of(number(value, **full))), "metrics").data
        orders.append([field for field, _ in fields(one_of(data, *SUM_POINT))])
    assert orders == [
        [START, TIME, EXEMPLARS, AS_INT, ATTRIBUTES],
        [START, TIME, AS_DOUBLE, EXEMPLARS, ATTRIBUTES],
    ]


@needs_reference
def test_the_flags_of_a_point_are_never_written():
    point = duck(number(1), flags=1)
    assert compare(metrics(gauge(point)), "metrics").data == serialize_metrics(metrics(gauge(number(1))))


@needs_reference
@pytest.mark.parametrize("attributes", [None, {}, (), "", 0])
def test_attributes_that_are_falsy_are_none_at_all(attributes):
    data = compare(metrics(gauge(number(attributes=attributes))), "metrics").data
    assert all_of(data, *GAUGE_POINT, ATTRIBUTES) == []


@needs_reference
@pytest.mark.parametrize("attributes", [5, "text", [1], object()], ids=name_of)
def test_attributes_that_are_no_mapping_raise(attributes):
    made = compare(metrics(gauge(number(attributes=attributes))), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].attributes'


@needs_reference
def test_numpy_numbers_that_are_no_int_are_written_as_double():
    numpy = pytest.importorskip("numpy")
    for value in (numpy.int64(7), numpy.uint8(7), numpy.float32(1.5), numpy.bool_(True), numpy.float64(0.5)):
        compare(metrics(gauge(number(value))), "metrics")
    for value in (numpy.array(7), numpy.array([7.0])):
        assert type(compare(metrics(gauge(number(value))), "metrics").error) is EncodeError
