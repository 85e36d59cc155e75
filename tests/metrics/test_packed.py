"""Bucket counts and bounds: what counts as a list of numbers, as conformance.md section 2 has it."""

from __future__ import annotations

import array
import collections
import decimal
import math

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics
from opentelemetry.sdk.metrics.export import Buckets

from tests.objects.metrics import with_point
from tests.objects.values import BrokenIndex, Doubled, DoubledTuple, FloatOnly, Index, Real, Whole, name_of
from tests.reference import PROTOBUF, compare, needs_reference
from tests.wire import all_of


def _exponential(counts):
    return with_point("exponential histogram", positive=Buckets(1, counts))


PLACES = {
    "bucket counts": (lambda numbers: with_point("histogram", bucket_counts=numbers), (1, 2, 2, 9, 1, 6)),
    "exponential counts": (_exponential, (1, 2, 2, 10, 1, 8, 2)),
    "bounds": (lambda numbers: with_point("histogram", explicit_bounds=numbers), (1, 2, 2, 9, 1, 7)),
}
EVERYWHERE = pytest.mark.parametrize("place", PLACES)

WRAPS = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "generator": lambda numbers: (number for number in numbers),
    "deque": collections.deque,
    "set": set,
    "dict": dict.fromkeys,
    "array": lambda numbers: array.array("q", numbers),
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": lambda numbers: memoryview(bytes(numbers)),
    "subclass of list": Doubled,
    "subclass of tuple": DoubledTuple,
}


@needs_reference
@EVERYWHERE
@pytest.mark.parametrize("wrap", WRAPS.values(), ids=WRAPS)
@pytest.mark.parametrize("length", [1, 2, 15, 16, 127, 128, 200])
def test_any_iterable_of_numbers_will_do(place, wrap, length):
    make, path = PLACES[place]
    data = compare(lambda: make(wrap(list(range(length)))), "metrics").data
    assert len(all_of(data, *path)) == 1


@needs_reference
@EVERYWHERE
@pytest.mark.parametrize("none", [None, [], (), "", b"", {}, range(0)], ids=name_of)
def test_none_and_no_numbers_are_absent(place, none):
    make, path = PLACES[place]
    assert all_of(compare(make(none), "metrics").data, *path) == []


@needs_reference
@EVERYWHERE
def test_a_list_of_zeros_is_written(place):
    make, path = PLACES[place]
    width = 1 if place == "exponential counts" else 8
    assert all_of(compare(make([0, 0, 0]), "metrics").data, *path) == [bytes(3 * width)]


COUNTS = [0, 1, 127, 128, 2**32, 2**63 - 1, 2**63, 2**64 - 1, Index(5), Whole(7)]
BOUNDS = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1, -3, 2**64 + 1, True, Index(5), Real(1.5), FloatOnly()]


def _compared(place, wrap, numbers):
    return compare(lambda: PLACES[place][0](wrap(numbers)), "metrics")


@needs_reference
@pytest.mark.parametrize("wrap", [list, tuple, iter])
def test_each_number_is_written_as_its_field_has_it(wrap):
    for place, numbers in (("bucket counts", COUNTS), ("exponential counts", COUNTS), ("bounds", BOUNDS)):
        assert _compared(place, wrap, numbers).error is None
        for number in numbers:
            assert _compared(place, wrap, [1, number, 2]).error is None


NO_COUNTS = [None, 1.0, -1, 2**64, "1", b"1", decimal.Decimal(1), BrokenIndex(), object(), [1]]
NO_BOUNDS = [None, "1", b"1", object(), [1.0], 10**400, 1j]


@needs_reference
@pytest.mark.parametrize("wrap", [list, tuple, iter])
def test_a_bad_number_raises_with_its_index_in_the_path(wrap):
    for place, numbers in (("bucket counts", NO_COUNTS), ("exponential counts", NO_COUNTS), ("bounds", NO_BOUNDS)):
        for number in numbers:
            assert _compared(place, wrap, [1, 2, number, 3]).error.path.endswith("[2]")


@EVERYWHERE
def test_a_bool_is_0_or_1(place):
    make, _ = PLACES[place]
    assert serialize_metrics(make([True, False, 5])) == serialize_metrics(make([1, 0, 5]))
    assert serialize_metrics(make(iter([True]))) == serialize_metrics(make(iter([1])))


@needs_reference
@EVERYWHERE
@pytest.mark.parametrize("bad", [5, 1.5, True, object(), len], ids=name_of)
def test_what_is_no_iterable_raises(place, bad):
    make, _ = PLACES[place]
    assert type(compare(make(bad), "metrics").error) is EncodeError


@needs_reference
@EVERYWHERE
def test_an_exception_while_iterating_is_the_cause(place):
    cause = LookupError("stop")

    def numbers():
        yield 1
        raise cause

    made = compare(lambda: PLACES[place][0](numbers()), "metrics")
    assert made.error.__cause__ is cause


@needs_reference
@pytest.mark.parametrize("place", ["bucket counts", "bounds"])
def test_numpy_arrays_will_do(place):
    numpy = pytest.importorskip("numpy")
    make, path = PLACES[place]
    for length in (1, 3, 200):
        data = compare(make(numpy.arange(length)), "metrics").data
        assert len(all_of(data, *path)) == 1
    compare(make(numpy.array([], int)), "metrics")
    for bad in (numpy.array(5), numpy.array(["a"]), numpy.array([[1, 2]])):
        with pytest.raises(EncodeError):
            serialize_metrics(make(bad))
        # protobuf 5 takes an array with bad elements for an empty one.
        if PROTOBUF >= (6,):
            assert type(compare(make(bad), "metrics").error) is EncodeError
    if place == "bounds" or PROTOBUF >= (6,):
        compare(make(numpy.array([1.5])), "metrics")
    compare(make([numpy.uint64(2**64 - 1), numpy.int8(5)]), "metrics")


@needs_reference
def test_numpy_arrays_as_exponential_counts_are_asked_for_their_truth_first():
    numpy = pytest.importorskip("numpy")
    made = compare(_exponential(numpy.array([1, 2])), "metrics")
    assert made.error.path == 'metrics["m"].data_points[0].positive.bucket_counts'
    _, path = PLACES["exponential counts"]
    assert all_of(compare(_exponential(numpy.array([7])), "metrics").data, *path) == [b"\x07"]
    assert all_of(compare(_exponential(numpy.array([0])), "metrics").data, *path) == []


def test_numbers_that_change_the_list_they_stand_in_do_no_harm():
    class Emptying:
        def __index__(self):
            numbers.clear()
            return 5

    numbers = [1, Emptying(), 2, 3]
    data = serialize_metrics(with_point("histogram", bucket_counts=numbers))
    assert all_of(data, *PLACES["bucket counts"][1]) == [(1).to_bytes(8, "little") + (5).to_bytes(8, "little")]
