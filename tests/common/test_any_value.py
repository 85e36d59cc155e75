"""AnyValue: every row of the table in conformance.md section 4, in every place that holds one."""

from __future__ import annotations

import array
import collections
import collections.abc
import datetime
import decimal
import fractions
import math
import struct
import types
import uuid

import pytest
from opentelemetry.proto_native import serialize_spans

from tests.objects.resources import raw_resource, raw_scope
from tests.objects.spans import event, link, span
from tests.objects.values import Colour, FloatOnly, Index, Level, LookAlike, Point, Registered, Text, Word
from tests.reference import compare, needs_none, needs_reference, needs_scope_attributes, outcome

ODD_NAN = struct.unpack("<d", bytes.fromhex("010000000000f8ff"))[0]

# The bytes of the AnyValue, of which the KeyValue around it holds the length.
TABLE = [
    pytest.param(None, "", id="None"),
    pytest.param(False, "1000", id="False"),
    pytest.param(True, "1001", id="True"),
    pytest.param("", "0a00", id="empty text"),
    pytest.param("caf\u00e9", "0a05636166c3a9", id="text"),
    pytest.param(Text("own"), "0a036f776e", id="str subclass"),
    pytest.param(Word.A, "0a0161", id="str enum"),
    pytest.param(0, "1800", id="0"),
    pytest.param(-1, "18ffffffffffffffffff01", id="-1"),
    pytest.param(2**63 - 1, "18ffffffffffffffff7f", id="greatest int"),
    pytest.param(-(2**63), "1880808080808080808001", id="least int"),
    pytest.param(Level.HIGH, "1803", id="IntEnum"),
    pytest.param(0.0, "210000000000000000", id="0.0"),
    pytest.param(-0.0, "210000000000000080", id="-0.0"),
    pytest.param(math.inf, "21000000000000f07f", id="infinity"),
    pytest.param(math.nan, "21000000000000f87f", id="NaN"),
    pytest.param(ODD_NAN, "21010000000000f8ff", id="NaN with payload"),
    pytest.param(b"", "3a00", id="empty bytes"),
    pytest.param(b"\xff\x00", "3a02ff00", id="bytes"),
    pytest.param([], "2a00", id="empty list"),
    pytest.param((1, None), "2a060a0218010a00", id="tuple"),
    pytest.param({}, "3200", id="empty dict"),
    pytest.param({"x": None}, "32070a050a01781200", id="dict"),
]

HOLD_NONE = ("None", "tuple", "dict")
COMPARED = [
    pytest.param(*row.values, id=row.id, marks=[needs_none if row.id in HOLD_NONE else needs_reference])
    for row in TABLE
]

SEQUENCES = {
    "list": [1, "a", 2.5, True, b"x"],
    "tuple": (1, "a"),
    "named tuple": Point(1, [2]),
    "range": range(3),
    "deque": collections.deque([1, 2], 1),
    "array": array.array("i", [1, -2]),
    "bytearray": bytearray(b"ab"),
    "memoryview": memoryview(b"ab"),
    "UserList": collections.UserList([1]),
    "registered": Registered(),
    "lists in lists": [[], [[1], [[2]]]],
}
MAPPINGS = {
    "dict": {"a": {"b": [1, {"c": "d"}]}},
    "OrderedDict": collections.OrderedDict([("z", 1), ("a", 2)]),
    "mapping proxy": types.MappingProxyType({"a": 1}),
    "ChainMap": collections.ChainMap({"a": 1}, {"b": 2}),
    "UserDict": collections.UserDict({"a": 1}),
    "defaultdict": collections.defaultdict(int, {"a": 1}),
    "Counter": collections.Counter("aab"),
}
REFUSED = {
    "object": object(),
    "Decimal": decimal.Decimal("1.5"),
    "Fraction": fractions.Fraction(1, 2),
    "complex": 1j,
    "datetime": datetime.datetime(2024, 1, 1),
    "UUID": uuid.UUID(int=5),
    "enum": Colour.RED,
    "set": {1},
    "frozenset": frozenset({1}),
    "dict view": {"a": 1}.keys(),
    "function": len,
    "class": int,
    "index only": Index(5),
    "float only": FloatOnly(),
    "sequence by looks": LookAlike(),
    "int beyond int64": 2**63,
    "int below int64": -(2**63) - 1,
    "lone surrogate": "a\ud800",
    "two halves of a pair": "\ud83d\ude00",
}

PLACES = {
    "span": lambda value: [span(attributes={"a": value, "z": 1})],
    "event": lambda value: [span(events=[event(attributes={"a": value, "z": 1})])],
    "link": lambda value: [span(links=[link({"a": value, "z": 1})])],
    "resource": lambda value: [span(resource=raw_resource(_Hashable({"a": value, "z": 1})))],
    "scope": lambda value: [span(instrumentation_scope=raw_scope({"a": value, "z": 1}))],
    "list": lambda value: [span(attributes={"a": [value], "z": [1, value]})],
    "dict": lambda value: [span(attributes={"a": {"b": value}, "z": {"y": 1, "x": value}})],
}
EVERY_PLACE = [
    pytest.param(make, id=name, marks=[needs_scope_attributes] if name == "scope" else [])
    for name, make in PLACES.items()
]


class _Hashable(dict):
    """Attributes of a resource whose hash, a JSON text, can be taken whatever they hold."""

    def copy(self):
        return {}


@pytest.mark.parametrize(("value", "expected"), TABLE)
def test_each_kind_of_value_has_its_own_member_written_even_when_zero_or_empty(value, expected):
    payload = bytes.fromhex(expected)
    entry = b"\x0a\x01k\x12" + bytes([len(payload)]) + payload
    assert b"\x4a" + bytes([len(entry)]) + entry in serialize_spans([span(attributes={"k": value})])


@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize(("value", "expected"), COMPARED)
def test_each_kind_of_value_is_written_alike_in_every_place(place, value, expected):
    assert compare(place(value)).dropped_keys == []


@needs_reference
@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("value", [*SEQUENCES.values(), *MAPPINGS.values()], ids=[*SEQUENCES, *MAPPINGS])
def test_whatever_counts_as_a_sequence_or_mapping_is_one(place, value):
    assert compare(place(value)).error is None


@needs_reference
@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
def test_a_value_of_no_kind_drops_the_whole_attribute_at_any_depth(place, value):
    assert compare(place(value)).dropped_keys[:1] == ["a"]


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
def test_other_attributes_are_unaffected_by_a_dropped_one(value):
    made = outcome(serialize_spans, [span(attributes={"a": 1, "bad": {"deep": [value]}, "z": 2})])
    assert made.dropped_keys == ["bad"]
    assert made.data == serialize_spans([span(attributes={"a": 1, "z": 2})])


def test_a_generator_is_no_sequence():
    made = outcome(serialize_spans, [span(attributes={"g": (item for item in "ab")})])
    assert made.dropped_keys == ["g"]


@needs_none
def test_keys_inside_a_value_are_the_text_of_the_key():
    keys = {1: "int", None: "none", (1, 2): "tuple", 1.5: "float", b"x": "bytes", Word.A: "enum", "": "empty"}
    assert compare([span(attributes={"a": keys, "b": {True: None}})]).dropped_keys == []


def test_keys_that_become_the_same_text_are_all_written():
    made = serialize_spans([span(attributes={"a": {1: "x", "1": "y"}})])
    assert made.count(b"\x0a\x011\x12") == 2


def test_a_key_whose_text_can_not_be_taken_drops_the_attribute():
    class Silent:
        def __str__(self):
            raise RuntimeError("no text")

        __repr__ = __str__

    made = outcome(serialize_spans, [span(attributes={"a": {Silent(): 1}, "z": 1})])
    assert made.dropped_keys == ["a"]
    assert made.data == serialize_spans([span(attributes={"z": 1})])
