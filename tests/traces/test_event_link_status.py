"""Span.Event, Span.Link and Status, the tables of conformance.md section 6."""

from __future__ import annotations

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.trace import Event
from opentelemetry.trace import Link, SpanContext, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.spans import context, duck, event, link, span, status
from tests.objects.values import name_of
from tests.reference import compare, needs_reference
from tests.wire import all_of, fields, one_of

EVENT, LINK, STATUS = (1, 2, 2, 11), (1, 2, 2, 13), (1, 2, 2, 15)
ZERO_IDS = [(1, bytes(16)), (2, bytes(8))]
IDS = [(1, (3).to_bytes(16, "big")), (2, (4).to_bytes(8, "big"))]
OVERFLOWED = {"attributes": BoundedAttributes(1, {"a": 1, "b": 2})}
B_IS_2 = bytes.fromhex("0a016212021802")


def _of(path, **members):
    return fields(one_of(serialize_spans([span(**members)]), *path))


def test_an_event_writes_no_member_that_is_zero_or_empty():
    assert _of(EVENT, events=[event("", {}, 0)]) == []
    assert _of(EVENT, events=[duck(name=None, attributes=None, timestamp=None, dropped_attributes=None)]) == []


def test_an_event_writes_time_name_attributes_and_dropped_count():
    assert _of(EVENT, events=[event("e", **OVERFLOWED)]) == [(1, 7), (2, b"e"), (3, B_IS_2), (4, 1)]


def test_a_link_always_writes_ids_and_flags_and_never_its_trace_state():
    state = TraceState([("a", "1")])
    assert _of(LINK, links=[link(trace_state=state)]) == [*IDS, (6, 0x100)]
    assert _of(LINK, links=[link(trace_id=0, span_id=0)]) == [*ZERO_IDS, (6, 0x100)]


def test_a_link_writes_attributes_and_dropped_count():
    assert _of(LINK, links=[link(**OVERFLOWED)]) == [*IDS, (4, B_IS_2), (5, 1), (6, 0x100)]


@needs_reference
@pytest.mark.parametrize(
    ("is_remote", "flags"), [(True, 0x300), (1, 0x300), ("x", 0x300), (False, 0x100), (None, 0x100)]
)
def test_the_flags_of_a_link_say_whether_its_context_is_remote(is_remote, flags):
    data = compare([span(links=[link(is_remote=is_remote)])]).data
    assert one_of(data, *LINK, 6) == flags


@needs_reference
def test_a_link_to_a_falsy_context_has_its_ids_but_is_not_remote():
    class Untrue(SpanContext):
        def __bool__(self):
            return False

    data = compare([span(links=[Link(Untrue(3, 4, True))])]).data
    assert fields(one_of(data, *LINK)) == [*IDS, (6, 0x100)]


@needs_reference
@pytest.mark.parametrize("bad", [None, 5, (1, 2, False), object()], ids=lambda bad: type(bad).__name__)
def test_a_link_to_what_is_no_context_raises(bad):
    assert type(compare([span(links=[Link(bad)])]).error) is EncodeError


STATUSES = {
    "None": (None, None),
    "UNSET": (Status(StatusCode.UNSET), []),
    "OK": (Status(StatusCode.OK), [(3, 1)]),
    "ERROR": (Status(StatusCode.ERROR), [(3, 2)]),
    "ERROR with text": (Status(StatusCode.ERROR, "bad"), [(2, b"bad"), (3, 2)]),
    "UNSET with text": (status(StatusCode.UNSET, "kept"), [(2, b"kept")]),
    "OK with text": (status(StatusCode.OK, "kept"), [(2, b"kept"), (3, 1)]),
    "duck": (duck(status_code=duck(value=1), description=None), [(3, 1)]),
    "unknown number": (duck(status_code=duck(value=7), description="d"), [(2, b"d"), (3, 7)]),
    "negative number": (duck(status_code=duck(value=-1), description=None), [(3, 2**64 - 1)]),
}


@needs_reference
@pytest.mark.parametrize(("given", "expected"), STATUSES.values(), ids=STATUSES)
def test_a_status_is_written_whenever_there_is_one(given, expected):
    data = compare([span(status=given)]).data
    assert [fields(message) for message in all_of(data, *STATUS)] == ([] if expected is None else [expected])


@needs_reference
@pytest.mark.parametrize("given", [False, 0, "", StatusCode.OK, status(None), status(2), status("ERROR")], ids=name_of)
def test_what_is_no_status_or_has_no_status_code_raises(given):
    assert type(compare([span(status=given)]).error) is EncodeError


BARE_EVENT = {"name": "e", "timestamp": 1, "attributes": {}, "dropped_attributes": 0}
BARE_LINK = {"context": context(3, 4), "attributes": {}, "dropped_attributes": 0}
BARE_STATUS = {"status_code": StatusCode.OK, "description": "d"}


@needs_reference
@pytest.mark.parametrize(
    ("members", "place"),
    [(BARE_EVENT, "events"), (BARE_LINK, "links"), (BARE_STATUS, "status")],
    ids=["event", "link", "status"],
)
def test_an_object_of_any_class_will_do_and_one_that_lacks_a_member_raises(members, place):
    def wrap(item):
        return item if place == "status" else [item]

    assert compare([span(**{place: wrap(duck(**members))})]).error is None
    for missing in members:
        rest = {name: value for name, value in members.items() if name != missing}
        assert type(compare([span(**{place: wrap(duck(**rest))})]).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("missing", ["trace_id", "span_id", "is_remote"])
def test_the_context_of_a_link_needs_ids_and_is_remote_but_no_trace_state(missing):
    members = {"trace_id": 3, "span_id": 4, "is_remote": False}
    assert compare([span(links=[Link(duck(**members))])]).error is None
    del members[missing]
    assert type(compare([span(links=[Link(duck(**members))])]).error) is EncodeError


@needs_reference
def test_order_is_kept_among_many_events_and_links():
    events = [Event(f"e{n}", {"n": n}, n + 1) for n in range(300)]
    links = [link({"n": n}, span_id=n + 1) for n in range(300)]
    compare([span(events=events, links=links)])
