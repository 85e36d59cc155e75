"""Which of several bad members decides: the record's members are read in one order and checked in another."""

from __future__ import annotations

import itertools

import pytest
from opentelemetry.proto_native import EncodeError, serialize_logs

from tests.objects.logs import OUTSIDE, RECORD, duck_log, log
from tests.objects.resources import DuckResource
from tests.objects.spans import duck
from tests.reference import compare, needs_reference, outcome, reference_since

BAD = object()
BAD_SEVERITY = duck(value=BAD)
reads_items = reference_since(39, "the item holds the resource")

READING = [
    "resource",
    "instrumentation_scope",
    "span_id",
    "trace_id",
    "timestamp",
    "observed_timestamp",
    "trace_flags",
    "body",
    "severity_text",
    "attributes",
    "dropped_attributes",
    "severity_number",
    "event_name",
]
# What is wrong with these shows when they are read, before anything else is checked.
CHECKED_WHILE_READING = {"span_id": -1, "trace_id": -1, "trace_flags": None, "body": BAD, "attributes": BAD}
CHECKED_AFTER_READING = {
    "timestamp": BAD,
    "observed_timestamp": BAD,
    "trace_flags": -1,
    "severity_text": BAD,
    "dropped_attributes": BAD,
    "severity_number": BAD_SEVERITY,
    "event_name": BAD,
}


def _raises(name):
    def get(self):
        raise LookupError(name)

    return property(get)


def broken_log(*good, **values):
    """An item of which only the members `good` and `values` can be read; the others raise and say their name."""
    known = {**OUTSIDE, **RECORD, "dropped_attributes": 0, **values}
    parts = []
    for names in ((*OUTSIDE, "dropped_attributes"), (*RECORD,)):
        broken = {name: _raises(name) for name in names if name not in good and name not in values}
        parts.append(type("Broken", (), broken)())
        vars(parts[-1]).update({name: known[name] for name in names if name not in broken})
    item, record = parts
    item.log_record = record
    return item


def _raised(made):
    """The name that the exception at the root of an outcome says."""
    error = made.error
    while error.__cause__ is not None:
        error = error.__cause__
    return error.args[0]


@reads_items
@pytest.mark.parametrize("position", range(len(READING)), ids=READING)
def test_members_are_read_in_the_order_of_the_reference(position):
    made = compare([broken_log(*READING[:position])], "logs")
    assert type(made.error) is EncodeError
    assert (_raised(made), made.error.path) == (READING[position], f"logs[0].{READING[position]}")


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(CHECKED_AFTER_READING, 2)))
def test_what_is_checked_after_reading_is_checked_in_the_order_of_the_reference(first, second):
    fields = {name: CHECKED_AFTER_READING[name] for name in (first, second)}
    assert outcome(serialize_logs, [duck_log(**fields)]).error.path == f"logs[0].{first}"


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(CHECKED_WHILE_READING, 2)))
def test_what_is_checked_while_reading_is_checked_in_the_order_of_reading(first, second):
    fields = {name: CHECKED_WHILE_READING[name] for name in (first, second)}
    assert outcome(serialize_logs, [duck_log(**fields)]).error.path == f"logs[0].{first}"


@pytest.mark.parametrize("late", CHECKED_AFTER_READING)
@pytest.mark.parametrize("early", CHECKED_WHILE_READING)
def test_what_is_checked_while_reading_wins_over_the_rest(early, late):
    fields = {late: CHECKED_AFTER_READING[late], early: CHECKED_WHILE_READING[early]}
    assert outcome(serialize_logs, [duck_log(**fields)]).error.path == f"logs[0].{early}"


@pytest.mark.parametrize("late", CHECKED_AFTER_READING)
@pytest.mark.parametrize("unreadable", [name for name in READING if name not in OUTSIDE])
def test_a_member_that_cannot_be_read_wins_over_bad_values(unreadable, late):
    values = {name: CHECKED_AFTER_READING[name] for name in (late,) if name != unreadable}
    item = broken_log(*[name for name in READING if name != unreadable], **values)
    assert outcome(serialize_logs, [item]).error.path == f"logs[0].{unreadable}"


@needs_reference
def test_a_severity_without_any_value_to_read_raises_after_the_attributes_are_logged():
    made = compare([log(severity_number=type("Odd", (), {"value": _raises("value")})(), attributes={"a": BAD})], "logs")
    assert made.dropped_keys == ["a"]
    assert made.error.path.startswith("logs[0].severity_number")


@needs_reference
def test_attribute_errors_are_logged_before_a_bad_time_raises():
    made = compare([log(timestamp=-1, attributes={"a": BAD, "b": BAD})], "logs")
    assert made.dropped_keys == ["a", "b"]
    assert made.error.path == "logs[0].timestamp"


@needs_reference
@pytest.mark.parametrize("early", [name for name in CHECKED_WHILE_READING if name != "attributes"])
def test_attribute_errors_after_a_bad_body_id_or_flags_are_never_reached(early):
    made = compare([log(**{early: CHECKED_WHILE_READING[early]}, attributes={"a": BAD})], "logs")
    assert made.dropped_keys == []
    assert made.error.path == f"logs[0].{early}"


@needs_reference
def test_a_bad_resource_is_met_after_every_record_has_been_written():
    bad = DuckResource({"r": BAD}, BAD)
    made = compare([duck_log(resource=bad, attributes={"a": BAD}), duck_log(attributes={"b": BAD})], "logs")
    assert made.dropped_keys == ["a", "b", "r"]
    assert (made.error.index, made.error.path) == (0, "logs[0].resource.schema_url")
