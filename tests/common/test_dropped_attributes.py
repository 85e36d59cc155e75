"""Dropped attributes: one log record each, in the order of encoding, that never shows the value."""

from __future__ import annotations

import collections
import decimal
import logging
import traceback

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans

from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import event, link, span
from tests.reference import compare, needs_reference, needs_scope_attributes, outcome

BAD = object()
SECRET = "hunter2"


class Secretive:
    """Says its secret in every way that an error text might ask for it."""

    def __str__(self):
        return SECRET

    __repr__ = __str__

    def __format__(self, spec):
        return SECRET


def _ring():
    ring = [SECRET]
    ring.append(ring)
    return ring


LEAKS = {
    "object": lambda: Secretive(),
    "object in a list": lambda: [SECRET, Secretive()],
    "object in a dict": lambda: {"deep": [SECRET, {"deeper": Secretive()}]},
    "surrogate": lambda: SECRET + "\ud800",
    "surrogate in a list": lambda: ["fine", SECRET + "\ud800"],
    "int": lambda: int.from_bytes(SECRET.encode() * 2, "big"),
    "decimal": lambda: decimal.Decimal("1234567890.5"),
    "cycle": _ring,
    "text of texts": lambda: collections.UserString(SECRET),
}
SPOKEN = {"int": str(LEAKS["int"]()), "decimal": "1234567890.5"}


def _everything_said(record):
    """The record's text, its arguments, and the whole chain of exceptions that it carries."""
    said = [record.getMessage(), repr(record.args), "".join(traceback.format_exception(*record.exc_info))]
    pending, seen = [record.exc_info[1]], set()
    while pending:
        error = pending.pop()
        if error is not None and id(error) not in seen:
            seen.add(id(error))
            said += [str(error), repr(error.args), repr(vars(error))]
            pending += [error.__cause__, error.__context__]
    return "\n".join(said)


def test_the_log_record_has_the_documented_form():
    (record,) = outcome(serialize_spans, [span(attributes={"bad": BAD})]).records
    assert record.name == "opentelemetry.proto_native"
    assert record.levelno == logging.ERROR
    assert record.getMessage().startswith("Failed to encode key bad: ")
    assert record.getMessage() != "Failed to encode key bad: "
    kind, error, _ = record.exc_info
    assert isinstance(error, Exception)
    assert kind is type(error)


def test_the_log_record_names_the_type_of_a_value_that_has_no_kind():
    (record,) = outcome(serialize_spans, [span(attributes={"bad": [1, decimal.Decimal(1)]})]).records
    assert "Decimal" in record.getMessage()


@pytest.mark.parametrize("value", LEAKS.values(), ids=LEAKS)
def test_neither_the_record_nor_its_exception_shows_the_value(value, request):
    (record,) = outcome(serialize_spans, [span(attributes={"key": value()})]).records
    said = _everything_said(record)
    assert record.args[0] == "key"
    assert SECRET not in said
    assert SPOKEN.get(request.node.callspec.id, SECRET) not in said


@pytest.mark.parametrize(
    "value", [{SECRET: {"deep": Secretive()}}, {SECRET + "\ud800": 1}], ids=["good key", "bad key"]
)
def test_the_keys_inside_a_value_are_part_of_the_value_and_not_shown(value):
    (record,) = outcome(serialize_spans, [span(attributes={"key": value})]).records
    assert SECRET not in _everything_said(record)


def test_the_text_of_the_value_is_never_taken():
    class Untouchable:
        def __str__(self):
            raise AssertionError("the text was taken")

        __repr__ = __str__
        __format__ = __str__

    made = outcome(serialize_spans, [span(attributes={"bad": Untouchable(), "ok": 1})])
    assert made.dropped_keys == ["bad"]
    assert "the text was taken" not in _everything_said(made.records[0])


@needs_reference
def test_a_dropped_attribute_is_logged_once_however_many_bad_values_it_holds():
    assert compare([span(attributes={"bad": [BAD, {"a": BAD}, BAD], "worse": BAD})]).dropped_keys == ["bad", "worse"]


@needs_scope_attributes
def test_records_follow_the_order_in_which_spans_then_scopes_then_resources_are_encoded():
    resources = [DuckResource({f"resource {n}": BAD}) for n in range(2)]
    scopes = [DuckScope(f"scope {n}", attributes={f"scope {n}": BAD}) for n in range(2)]
    spans = [
        span(
            resource=resources[n % 2],
            instrumentation_scope=scopes[n // 2 % 2],
            attributes={f"span {n}": BAD},
            links=[link({f"link {n}": BAD})],
            events=[event("e", {f"event {n}a": BAD, "ok": 1, f"event {n}b": BAD})],
        )
        for n in range(4)
    ]
    keys = compare(spans).dropped_keys
    assert keys[:5] == ["span 0", "event 0a", "event 0b", "link 0", "span 1"]
    assert keys[16:] == ["scope 0", "scope 1", "resource 0", "scope 0", "scope 1", "resource 1"]


@needs_reference
def test_errors_already_logged_stay_logged_when_the_batch_raises():
    made = compare(
        [span(attributes={"bad": BAD}), span(name=5, attributes={"worse": BAD}), span(attributes={"x": BAD})]
    )
    assert made.dropped_keys == ["bad", "worse"]
    assert type(made.error) is EncodeError


def test_a_logger_that_is_turned_off_gets_no_records_and_changes_no_bytes():
    logger = logging.getLogger("opentelemetry.proto_native")
    spans = [span(attributes={"bad": BAD, "ok": 1})]
    expected = outcome(serialize_spans, spans).data
    logger.disabled = True
    try:
        assert serialize_spans(spans) == expected == serialize_spans([span(attributes={"ok": 1})])
    finally:
        logger.disabled = False


@needs_reference
def test_keys_are_logged_as_their_text():
    assert compare([span(attributes={5: 1, ("a",): 2, "caf\u00e9": BAD})]).dropped_keys == ["5", "('a',)", "caf\u00e9"]
