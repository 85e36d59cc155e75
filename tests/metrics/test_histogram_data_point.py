"""HistogramDataPoint and ExponentialHistogramDataPoint, the tables of conformance.md section 8: their own numbers."""

from __future__ import annotations

import decimal
import fractions
import math

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics
from opentelemetry.sdk.metrics.export import Buckets

from tests.objects.metrics import KINDS, duck, exemplar, exponential_point, histogram_point, metrics, with_point
from tests.objects.values import BrokenIndex, FloatOnly, Index, Level, Real, Whole, name_of
from tests.reference import compare, needs_reference
from tests.wire import all_of, fields, one_of

PATH = {"histogram": (1, 2, 2, 9, 1), "exponential histogram": (1, 2, 2, 10, 1)}
START, TIME, COUNT, SUM = 2, 3, 4, 5
# Members that are left out when they are zero, their field in each kind, and their range.
INTEGERS = {
    **{
        (kind, name): (field, 0, 2**64 - 1)
        for kind in PATH
        for name, field in (("start_time_unix_nano", START), ("time_unix_nano", TIME), ("count", COUNT))
    },
    ("exponential histogram", "scale"): (6, -(2**31), 2**31 - 1),
    ("exponential histogram", "zero_count"): (7, 0, 2**64 - 1),
    ("exponential histogram", "flags"): (10, 0, 2**32 - 1),
}
DOUBLES = {
    ("histogram", "sum"): SUM,
    ("histogram", "min"): 11,
    ("histogram", "max"): 12,
    ("exponential histogram", "sum"): SUM,
    ("exponential histogram", "min"): 12,
    ("exponential histogram", "max"): 13,
}
NO_INTEGERS = [1.0, 0.0, "1", "", b"", [], decimal.Decimal(1), FloatOnly(), BrokenIndex(), object()]
NO_DOUBLES = ["1", "", b"1", [], [1.0], object(), 1j, 10**400]


def ids(key):
    return " ".join(key) if isinstance(key, tuple) else name_of(key)


@needs_reference
@pytest.mark.parametrize("member", INTEGERS, ids=ids)
def test_an_integer_is_written_when_it_is_not_zero(member):
    (kind, name), (field, low, high) = member, INTEGERS[member]
    for number in (None, 0, 1, 300, low, high, Index(0), Index(12), Whole(7), Level.HIGH):
        data = compare(with_point(kind, **{name: number}), "metrics").data
        assert len(all_of(data, *PATH[kind], field)) == (number is not None and number.__index__() != 0)


@needs_reference
@pytest.mark.parametrize("member", INTEGERS, ids=ids)
def test_what_is_no_integer_or_out_of_range_raises(member):
    (kind, name), (_, low, high) = member, INTEGERS[member]
    for bad in (low - 1, high + 1, -(2**70), 2**70, *NO_INTEGERS):
        made = compare(with_point(kind, **{name: bad}), "metrics")
        assert made.error.path == f'metrics["m"].data_points[0].{name}'


@pytest.mark.parametrize("member", INTEGERS, ids=ids)
@pytest.mark.parametrize("truth", [True, False])
def test_a_bool_is_0_or_1(member, truth):
    kind, name = member
    assert serialize_metrics(with_point(kind, **{name: truth})) == serialize_metrics(
        with_point(kind, **{name: int(truth)})
    )


@needs_reference
@pytest.mark.parametrize("member", DOUBLES, ids=ids)
def test_a_double_is_written_unless_it_is_none(member):
    (kind, name), field = member, DOUBLES[member]
    numbers = (0, 0.0, -0.0, -3, 1.5, math.nan, math.inf, True, Real(1.5), Whole(7), FloatOnly(), 2**64 + 1)
    for number in (None, *numbers, fractions.Fraction(1, 3), decimal.Decimal("0.1"), Index(3)):
        data = compare(with_point(kind, **{name: number}), "metrics").data
        assert len(all_of(data, *PATH[kind], field)) == (number is not None)


@needs_reference
@pytest.mark.parametrize("member", DOUBLES, ids=ids)
def test_what_is_no_double_raises(member):
    kind, name = member
    for bad in NO_DOUBLES:
        made = compare(with_point(kind, **{name: bad}), "metrics")
        assert made.error.path == f'metrics["m"].data_points[0].{name}'


@needs_reference
def test_the_fields_stand_in_the_order_of_the_schema():
    full = {"attributes": {"a": 1}, "exemplars": [exemplar()]}
    for kind, own, order in (
        ("histogram", {}, [*range(2, 10), 11, 12]),
        ("exponential histogram", {"negative": Buckets(1, [1]), "flags": 1}, list(range(1, 14))),
    ):
        data = compare(with_point(kind, **full, **own), "metrics").data
        assert [field for field, _ in fields(one_of(data, *PATH[kind]))] == order


@needs_reference
def test_what_the_reference_does_not_write_is_not_written():
    for kind, point in (("histogram", histogram_point()), ("exponential histogram", exponential_point())):
        more = duck(point, zero_threshold=0.5, **({"flags": 1} if kind == "histogram" else {}))
        assert compare(metrics(KINDS[kind][0](more)), "metrics").data == serialize_metrics(with_point(kind))


SIDES = {"positive": 8, "negative": 9}
OFFSETS = [None, 0, 1, -1, 2**31 - 1, -(2**31), Index(-5), Whole(7)]


@needs_reference
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("offset", OFFSETS, ids=name_of)
def test_an_offset_is_written_with_its_counts_when_it_is_not_zero(side, offset):
    data = compare(with_point("exponential histogram", **{side: Buckets(offset, [1])}), "metrics").data
    path = (*PATH["exponential histogram"], SIDES[side])
    assert all_of(data, *path, 2) == [b"\x01"]
    assert len(all_of(data, *path, 1)) == (offset not in (None, 0))


@needs_reference
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("counts", [None, (), [], "", {}, 0, False], ids=name_of)
def test_a_side_whose_counts_are_falsy_is_not_written_nor_is_its_offset_read(side, counts):
    data = compare(with_point("exponential histogram", **{side: Buckets("bad", counts)}), "metrics").data
    assert all_of(data, *PATH["exponential histogram"], SIDES[side]) == []


@needs_reference
@pytest.mark.parametrize("side", SIDES)
def test_a_side_whose_counts_are_truthy_is_written_though_they_are_zero_or_none_at_all(side):
    path = (*PATH["exponential histogram"], SIDES[side])
    data = compare(with_point("exponential histogram", **{side: Buckets(0, [0])}), "metrics").data
    assert all_of(data, *path) == [b"\x12\x01\x00"]
    data = compare(lambda: with_point("exponential histogram", **{side: Buckets(0, iter([]))}), "metrics").data
    assert all_of(data, *path) == [b""]


@needs_reference
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("buckets", "end"),
    [
        (None, "bucket_counts"),
        (object(), "bucket_counts"),
        (duck(Buckets(0, [1])), None),
        (Buckets(1.0, [1]), "offset"),
        (Buckets(2**31, [1]), "offset"),
        (Buckets(0, [1, -1]), "bucket_counts[1]"),
        (Buckets(0, 5), "bucket_counts"),
    ],
    ids=name_of,
)
def test_a_bad_side_raises(side, buckets, end):
    made = compare(with_point("exponential histogram", **{side: buckets}), "metrics")
    if end is None:
        assert made.error is None
    else:
        assert type(made.error) is EncodeError
        assert made.error.path == f'metrics["m"].data_points[0].{side}.{end}'
