"""Which of several bad members decides: members are read in one order, and the span's own are checked in another."""

from __future__ import annotations

import itertools

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans

from tests.objects.resources import DuckResource
from tests.objects.spans import context, duck, duck_span, event, link, span
from tests.reference import compare, needs_reference, outcome

BAD = object()


def _raises(name):
    def get(self):
        raise LookupError(name)

    return property(get)


def broken_span(**members):
    """A span of which only `members` can be read; each of the others raises and says its name."""
    names = [name for name in vars(duck_span()) if name not in members]
    made = type("BrokenSpan", (), {name: _raises(name) for name in names})()
    vars(made).update(members)
    return made


READING = [
    "resource",
    "instrumentation_scope",
    "get_span_context",
    "parent",
    "name",
    "kind",
    "start_time",
    "end_time",
    "attributes",
    "events",
    "links",
    "status",
    "dropped_attributes",
    "dropped_events",
    "dropped_links",
]
CHECKED_AFTER_READING = ["name", "start_time", "end_time", "dropped_attributes", "dropped_events", "dropped_links"]


def cause_of(made):
    """The text of the exception at the root of an outcome."""
    error = made.error
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error)


@needs_reference
@pytest.mark.parametrize("position", range(len(READING)), ids=READING)
def test_members_are_read_in_the_order_of_the_reference(position):
    usual = vars(duck_span())
    made = compare([broken_span(**{name: usual[name] for name in READING[:position]})])
    assert type(made.error) is EncodeError
    assert READING[position] in cause_of(made)


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(CHECKED_AFTER_READING, 2)))
def test_the_members_of_a_span_are_checked_in_the_order_of_the_schema(first, second):
    made = outcome(serialize_spans, [duck_span(**{first: BAD, second: BAD})])
    assert made.error.path == f"spans[0].{first}"


WINNERS = {
    "a bad kind over a bad name": ({"kind": BAD, "name": BAD}, "spans[0].kind"),
    "a bad kind over a bad trace state": (
        {"kind": BAD, "context": context(trace_state={"a": "\ud800"})},
        "spans[0].kind",
    ),
    "a bad event time over a bad name": (
        {"events": [event(timestamp=BAD)], "name": BAD},
        "spans[0].events[0].timestamp",
    ),
    "a bad event over a bad link": (
        {"events": [event("ok"), event(BAD)], "links": [link(span_id=-1)]},
        "spans[0].events[1].name",
    ),
    "a bad link over a bad status": (
        {"links": [duck(context=context(), attributes={}, dropped_attributes=BAD)], "status": BAD},
        "spans[0].links[0].dropped_attributes",
    ),
    "a bad status over a bad name": (
        {"status": duck(status_code=duck(value=0), description=BAD), "name": BAD},
        "spans[0].status.description",
    ),
    "a bad event time over a bad event name": ({"events": [event(BAD, timestamp=BAD)]}, "spans[0].events[0]"),
    "a bad status code over a bad description": (
        {"status": duck(status_code=duck(value=BAD), description=BAD)},
        "spans[0].status",
    ),
}


@needs_reference
@pytest.mark.parametrize(("members", "path"), WINNERS.values(), ids=WINNERS)
def test_the_first_bad_member_that_is_checked_wins(members, path):
    made = compare([duck_span(**members)])
    assert made.error.path.startswith(path)


@needs_reference
def test_attribute_errors_are_logged_before_a_bad_start_time_raises():
    made = compare(
        [span(start_time=-1, attributes={"a": BAD}, events=[event("e", {"b": BAD})], links=[link({"c": BAD})])]
    )
    assert made.dropped_keys == ["a", "b", "c"]
    assert made.error.path == "spans[0].start_time"


@needs_reference
def test_attribute_errors_after_a_bad_event_are_never_reached():
    made = compare([span(attributes={"a": BAD}, events=[event("e", {"b": BAD}, -1), event("e", {"c": BAD})])])
    assert made.dropped_keys == ["a", "b"]


@needs_reference
def test_a_bad_resource_is_met_after_every_span_has_been_written():
    bad = DuckResource({"r": BAD}, BAD)
    spans = [span(resource=bad, attributes={"a": BAD}), span(attributes={"b": BAD})]
    made = compare(spans)
    assert made.dropped_keys == ["a", "b", "r"]


@needs_reference
def test_the_members_of_a_context_are_read_in_the_order_trace_id_span_id_trace_state():
    names = ["trace_id", "span_id", "trace_state"]
    for position, name in enumerate(names):
        good = {"trace_id": 1, "span_id": 2}
        own = type("BrokenContext", (), {late: _raises(late) for late in names[position:]})()
        vars(own).update({early: good[early] for early in names[:position]})
        made = compare([duck_span(context=own)])
        assert name in cause_of(made)


@needs_reference
def test_the_parent_is_read_again_for_the_flags():
    class Fickle:
        def __init__(self):
            self.answers = [context(9, 8), context(9, 7, is_remote=True)]

    def make():
        fickle = Fickle()
        members = {name: value for name, value in vars(duck_span()).items() if name != "parent"}
        kind = type("FickleSpan", (), {"parent": property(lambda self: fickle.answers.pop(0))})
        made = kind()
        vars(made).update(members)
        return [made]

    assert compare(make).data.endswith(bytes.fromhex("850100030000"))
