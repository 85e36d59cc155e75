"""Scalars: what enum, id and bytes fields take, cell by cell as conformance.md section 2 has them."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.trace import SpanContext

from tests.objects.spans import context, duck, link, span, status
from tests.objects.values import Index, Level, Raw, name_of
from tests.reference import compare, needs_reference

I32 = 2**31
CODES = [None, 0, 1, 2, 7, -1, I32 - 1, -I32, Level.HIGH, Index(2), "STATUS_CODE_ERROR", "STATUS_CODE_UNSET"]
NO_CODES = [I32, -I32 - 1, 1.0, "ERROR", "", b"STATUS_CODE_OK", [], object()]
IDS = [0, 1, 2**63, 2**64 - 1, Level.HIGH, True, False]
NO_IDS = [2**64, 2**128, -1, None, "1", 1.0, b"\x01", Index(1), object()]


@needs_reference
@pytest.mark.parametrize("code", CODES, ids=name_of)
def test_an_enum_field_takes_any_int32_and_exact_labels(code):
    assert compare([span(status=status(duck(value=code)))]).error is None


@needs_reference
@pytest.mark.parametrize("code", NO_CODES, ids=name_of)
def test_an_enum_field_refuses_anything_else(code):
    assert type(compare([span(status=status(duck(value=code)))]).error) is EncodeError


def test_a_bool_in_an_enum_field_is_0_or_1():
    assert serialize_spans([span(status=status(duck(value=True)))]) == serialize_spans(
        [span(status=status(duck(value=1)))]
    )


def _with_ids(number):
    return [
        [span(context=context(span_id=number))],
        [span(parent=context(9, number))],
        [span(links=[link(span_id=number)])],
    ]


@needs_reference
@pytest.mark.parametrize("number", IDS, ids=name_of)
def test_an_id_is_the_big_endian_bytes_of_the_number(number):
    for spans in [*_with_ids(number), [span(context=context(number))], [span(links=[link(trace_id=number)])]]:
        assert compare(spans).error is None


@needs_reference
@pytest.mark.parametrize("number", NO_IDS, ids=name_of)
def test_an_id_that_does_not_fit_or_is_no_number_raises(number):
    for spans in _with_ids(number):
        assert type(compare(spans).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("number", [2**64, 2**128 - 1])
def test_a_trace_id_has_twice_the_width_of_a_span_id(number):
    assert compare([span(context=context(number), links=[link(trace_id=number)])]).error is None
    for spans in ([span(context=context(2**128))], [span(links=[link(trace_id=2**128)])]):
        assert type(compare(spans).error) is EncodeError


@needs_reference
def test_an_id_makes_its_own_bytes():
    class Masked(int):
        def to_bytes(self, length, byteorder, *, signed=False):
            return (255).to_bytes(length, byteorder, signed=signed)

    masked = Masked(5)
    assert compare(
        [span(context=context(masked, masked), parent=context(9, masked), links=[link(span_id=masked)])]
    ).data
    assert serialize_spans([span(context=SpanContext(masked, masked, False))]) == serialize_spans(
        [span(context=context(255, 255))]
    )


@needs_reference
@pytest.mark.parametrize(
    "answer", [None, b"", b"ab", Raw(b"own"), bytearray(b"ab"), memoryview(b"ab"), "ab", 5], ids=name_of
)
def test_bytes_fields_take_bytes_and_nothing_else(answer):
    number = duck(to_bytes=lambda length, byteorder, signed: answer)
    made = compare([span(context=context(number))])
    assert (made.error is None) == (answer is None or isinstance(answer, bytes))
