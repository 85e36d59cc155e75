"""The ids and flags of a LogRecord: which types count as numbers, what zero means, what raises."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import EncodeError
from opentelemetry.trace import TraceFlags

from tests.objects.logs import duck_log, log
from tests.objects.values import FloatOnly, Index, Level, Whole, name_of
from tests.reference import compare, needs_reference
from tests.wire import all_of, one_of

RECORD = (1, 2, 2)
FLAGS, TRACE_ID, SPAN_ID = 8, 9, 10


def _compared(**members):
    """The LogRecord message of a request for one record, with the reference's bytes held against it."""
    return one_of(compare([log(**members)], "logs").data, *RECORD)


def _refused(**members):
    made = compare([log(), duck_log(**members)], "logs")
    assert (type(made.error), made.error.index) == (EncodeError, 1)
    return made.error.path.partition(".")[2]


FLAGS_TAKEN = {
    "TraceFlags": (TraceFlags(3), 3),
    "all 32 bits": (TraceFlags(2**32 - 1), 2**32 - 1),
    "an int": (256, 256),
    "a bool": (True, 1),
    "a float": (1.9, 1),
    "a small float": (-0.9, 0),
    "a numeral": ("1", 1),
    "a numeral with blanks": (" 12 ", 12),
    "bytes": (b"7", 7),
    "a bytearray": (bytearray(b"7"), 7),
    "__int__ alone": (FloatOnly(), 5),
    "__index__ alone": (Index(9), 9),
    "an int with an __int__ of its own": (Whole(7), 99),
    "an IntEnum": (Level.HIGH, 3),
}


@pytest.mark.parametrize(("flags", "number"), FLAGS_TAKEN.values(), ids=FLAGS_TAKEN)
@needs_reference
def test_the_flags_are_what_int_makes_of_them(flags, number):
    assert all_of(_compared(trace_flags=flags), FLAGS) == ([number] if number else [])


@pytest.mark.parametrize(
    "flags",
    [
        None,
        "",
        "x",
        "1.5",
        b"\xff",
        [],
        object(),
        1j,
        float("nan"),
        float("inf"),
        -1,
        2**32,
        "-1",
        -1.0,
        TraceFlags(-1),
    ],
    ids=name_of,
)
@needs_reference
def test_flags_that_int_or_32_bits_refuse_raise(flags):
    assert _refused(trace_flags=flags) == "trace_flags"


IDS = {"trace_id": (TRACE_ID, 16), "span_id": (SPAN_ID, 8)}
EACH_ID = [pytest.param(name, *row, id=name) for name, row in IDS.items()]


class Zero:
    """Equals 0 and has no bytes."""

    def __eq__(self, other):
        return other == 0

    __hash__ = None


class Bytes:
    """Turns into bytes, and is no number."""

    def to_bytes(self, length, byteorder, signed):
        return bytes([length]) * length


@pytest.mark.parametrize(("name", "field", "length"), EACH_ID)
@pytest.mark.parametrize("zero", [0, False, 0.0, -0.0, 0j, Zero()], ids=name_of)
@needs_reference
def test_an_id_that_equals_zero_is_absent(name, field, length, zero):
    assert all_of(_compared(**{name: zero}), field) == []


@pytest.mark.parametrize(("name", "field", "length"), EACH_ID)
@needs_reference
def test_other_ids_are_big_endian_bytes_of_fixed_length(name, field, length):
    top = 2 ** (8 * length)
    for number in (1, 255, 256, 2**31, 2**63, 2**63 - 1, top // 2, top - 1, True, Whole(5), Level.HIGH):
        assert all_of(_compared(**{name: number}), field) == [int.to_bytes(number, length, "big")]


@pytest.mark.parametrize(("name", "field", "length"), EACH_ID)
@needs_reference
def test_an_id_of_no_number_class_is_what_its_to_bytes_gives(name, field, length):
    assert all_of(_compared(**{name: Bytes()}), field) == [bytes([length]) * length]


@pytest.mark.parametrize(("name", "field", "length"), EACH_ID)
@pytest.mark.parametrize("bad", [None, -1, "1", "0", 1.5, b"", [], object(), Index(3)], ids=name_of)
@needs_reference
def test_an_id_that_is_no_number_of_its_length_raises(name, field, length, bad):
    assert _refused(**{name: bad}) == name


@pytest.mark.parametrize(("name", "field", "length"), EACH_ID)
@needs_reference
def test_an_id_that_is_too_long_raises(name, field, length):
    assert _refused(**{name: 2 ** (8 * length)}) == name
    assert _refused(**{name: 10**60}) == name
