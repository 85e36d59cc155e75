"""Scalars: what text and integer fields take, cell by cell as conformance.md section 2 has them."""

from __future__ import annotations

import decimal
import fractions

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans

from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import context, duck, duck_span, event, span, status
from tests.objects.values import BrokenIndex, FloatOnly, Index, Level, Raw, Text, Whole, Word, name_of
from tests.reference import PROTOBUF, compare, needs_reference, needs_scope_attributes

U32, U64 = 2**32, 2**64


TEXT_FIELDS = {
    "name": lambda text: [span(name=text)],
    "event name": lambda text: [span(events=[event(text)])],
    "status description": lambda text: [span(status=status(description=text))],
    "scope name": lambda text: [span(instrumentation_scope=DuckScope(text))],
    "scope version": lambda text: [span(instrumentation_scope=DuckScope(version=text))],
    "resource schema URL": lambda text: [span(resource=DuckResource({}, text))],
    "scope schema URL": lambda text: [span(instrumentation_scope=DuckScope(schema_url=text))],
}
EVERY_TEXT_FIELD = [
    pytest.param(make, id=name, marks=[needs_scope_attributes if name == "scope schema URL" else needs_reference])
    for name, make in TEXT_FIELDS.items()
]
TEXTS = {
    "text": "caf\u00e9 \U0001f600",
    "NUL": "a\x00b",
    "subclass": Text("own"),
    "enum": Word.A,
    "UTF-8 bytes": "caf\u00e9".encode(),
    "subclass of bytes": Raw(b"own"),
}
NO_TEXTS = {
    "0": 0,
    "int": 5,
    "False": False,
    "float": 1.5,
    "list": ["a"],
    "empty list": [],
    "object": object(),
    "bytearray": bytearray(b"a"),
    "lone surrogate": "a\ud800",
    "two halves of a pair": "\ud83d\ude00",
    "surrogate in an enum": Word.ODD,
    "bytes that are not UTF-8": b"caf\xe9",
    "overlong bytes": b"\xc0\x80",
    "bytes of a surrogate": b"\xed\xa0\x80",
}
INTEGER_FIELDS = {
    "start time": (lambda number: [span(start_time=number)], U64),
    "end time": (lambda number: [span(end_time=number)], U64),
    "event time": (lambda number: [span(events=[duck_event(timestamp=number)])], U64),
    "dropped attributes": (lambda number: [duck_span(dropped_attributes=number)], U32),
    "dropped events": (lambda number: [duck_span(dropped_events=number)], U32),
    "dropped links": (lambda number: [duck_span(dropped_links=number)], U32),
    "event's dropped attributes": (lambda number: [span(events=[duck_event(dropped_attributes=number)])], U32),
    "link's dropped attributes": (lambda number: [span(links=[duck_link(dropped_attributes=number)])], U32),
}
INTEGERS = [None, 0, 1, 127, 128, 2**31, Level.HIGH, Whole(7), Index(0), Index(12)]
NO_INTEGERS = [
    1.0,
    0.0,
    "1",
    "",
    b"",
    [],
    decimal.Decimal(1),
    fractions.Fraction(1),
    FloatOnly(),
    BrokenIndex(),
    object(),
]


def duck_event(**members):
    return duck(**{"name": "e", "timestamp": 7, "attributes": None, "dropped_attributes": 0, **members})


def duck_link(**members):
    return duck(**{"context": context(3, 4), "attributes": None, "dropped_attributes": 0, **members})


@pytest.mark.parametrize("make", EVERY_TEXT_FIELD)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_field_takes_the_characters_of_text_and_bytes_that_are_utf8(make, text):
    assert compare(make(text)).error is None


@pytest.mark.parametrize("make", EVERY_TEXT_FIELD)
def test_an_absent_text_leaves_no_trace(make):
    for text in (None, "", b""):
        assert compare(make(text)).data == serialize_spans(make(""))


@pytest.mark.parametrize("make", EVERY_TEXT_FIELD)
@pytest.mark.parametrize("text", NO_TEXTS.values(), ids=NO_TEXTS)
def test_a_text_field_refuses_anything_else(make, text):
    assert type(compare(make(text)).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("number", INTEGERS, ids=name_of)
@pytest.mark.parametrize(("make", "limit"), INTEGER_FIELDS.values(), ids=INTEGER_FIELDS)
def test_an_integer_field_takes_whatever_has_an_index(make, limit, number):
    assert compare(make(number)).error is None


@needs_reference
@pytest.mark.parametrize(("make", "limit"), INTEGER_FIELDS.values(), ids=INTEGER_FIELDS)
def test_an_integer_field_takes_its_range_and_nothing_beyond(make, limit):
    assert compare(make(limit - 1)).error is None
    for number in (limit, -1, 2**64, -(2**63), 10**30, Index(limit), Index(-1)):
        assert type(compare(make(number)).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("number", NO_INTEGERS, ids=name_of)
@pytest.mark.parametrize(("make", "limit"), INTEGER_FIELDS.values(), ids=INTEGER_FIELDS)
def test_an_integer_field_refuses_anything_else(make, limit, number):
    assert type(compare(make(number)).error) is EncodeError


@pytest.mark.parametrize(("make", "limit"), INTEGER_FIELDS.values(), ids=INTEGER_FIELDS)
def test_a_bool_in_an_integer_field_is_0_or_1_whatever_protobuf_is_installed(make, limit):
    assert serialize_spans(make(True)) == serialize_spans(make(1))
    assert serialize_spans(make(False)) == serialize_spans(make(0))


@needs_reference
@pytest.mark.skipif(PROTOBUF >= (7,), reason="the reference refuses a bool in an integer field with protobuf 7")
@pytest.mark.parametrize(("make", "limit"), INTEGER_FIELDS.values(), ids=INTEGER_FIELDS)
@pytest.mark.filterwarnings("ignore:Field .* Expected an int, got a boolean")
def test_a_bool_in_an_integer_field_gives_the_reference_bytes_of_protobuf_5_and_6(make, limit):
    assert compare(make(True)).error is None
