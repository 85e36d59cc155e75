"""Span, the table of conformance.md section 6: sources, what is written when, bad values."""

from __future__ import annotations

import collections
import types

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.util import BoundedList
from opentelemetry.trace import SpanKind, TraceState

from tests.objects.spans import context, duck, duck_span, event, link, provider, span
from tests.objects.values import Index, Level, name_of
from tests.reference import compare, needs_reference
from tests.wire import all_of, fields, one_of

SPAN = (1, 2, 2)
TRACE_ID, SPAN_ID, TRACE_STATE, PARENT, NAME, KIND, START, END = range(1, 9)
ATTRIBUTES, DROPPED_ATTRIBUTES, EVENTS, DROPPED_EVENTS, LINKS, DROPPED_LINKS, STATUS, FLAGS = range(9, 17)


def _written(**members):
    """The Span message of a request for one span."""
    return one_of(serialize_spans([span(**members)]), *SPAN)


def test_fields_go_out_in_ascending_order():
    full = span(
        context=context(trace_state=TraceState([("a", "1")])),
        parent=context(9, 8),
        start_time=1,
        end_time=2,
        attributes=BoundedAttributes(1, {"a": 1, "b": 2}),
        events=BoundedList.from_seq(1, [event(), event()]),
        links=BoundedList.from_seq(1, [link(), link()]),
    )
    assert [number for number, _ in fields(one_of(serialize_spans([full]), *SPAN))] == list(range(1, 17))


def test_the_ids_kind_status_and_flags_are_always_written_and_nothing_else():
    empty = _written(name="", context=context(0, 0), status=None)
    assert fields(empty) == [(TRACE_ID, bytes(16)), (SPAN_ID, bytes(8)), (KIND, 1), (FLAGS, 0x100)]
    assert fields(_written())[-2:] == [(STATUS, b""), (FLAGS, 0x100)]


@pytest.mark.parametrize(("kind", "number"), list(zip(SpanKind, range(1, 6))))
def test_each_kind_is_the_sdk_value_plus_one(kind, number):
    assert one_of(_written(kind=kind), KIND) == number == kind.value + 1


@needs_reference
@pytest.mark.parametrize(
    "kind", [None, 0, 1, 7, True, "SERVER", "SPAN_KIND_SERVER", Level.HIGH, Index(1), []], ids=name_of
)
def test_a_kind_that_is_no_span_kind_raises(kind):
    assert type(compare([span(kind=kind)]).error) is EncodeError


@pytest.mark.parametrize("sampled", [0, 1, 255])
def test_the_w3c_trace_flags_are_not_written(sampled):
    own = context()
    marked = tuple.__new__(type(own), (*own[:3], type(own[3])(sampled), *own[4:]))
    assert one_of(_written(context=marked), FLAGS) == 0x100


PARENTS = {
    "none": (None, None, 0x100),
    "local": (context(9, 8), 8, 0x100),
    "remote": (context(9, 8, is_remote=True), 8, 0x300),
    "remote by a truthy object": (context(9, 8, is_remote="yes"), 8, 0x300),
    "local by a falsy object": (context(9, 8, is_remote=None), 8, 0x100),
    "id 0": (context(0, 0), 0, 0x100),
    "id 0, remote": (context(0, 0, is_remote=True), 0, 0x300),
    "falsy": (0, None, 0x100),
    "empty tuple": ((), None, 0x100),
    "duck": (duck(span_id=8, is_remote=True), 8, 0x300),
}


@needs_reference
@pytest.mark.parametrize(("parent", "number", "flags"), PARENTS.values(), ids=PARENTS)
def test_the_parent_gives_its_id_and_the_flags_say_whether_it_is_remote(parent, number, flags):
    written = one_of(compare([span(parent=parent)]).data, *SPAN)
    assert all_of(written, PARENT) == ([] if number is None else [number.to_bytes(8, "big")])
    assert one_of(written, FLAGS) == flags


TRACE_STATES = {
    "none": (None, b""),
    "empty": (TraceState(), b""),
    "entries": (TraceState([("b", "2"), ("a", "1")]), b"b=2,a=1"),
    "added first": (TraceState([("b", "2")]).add("a", "1"), b"a=1,b=2"),
    "plain dict": ({"k,=": "v,="}, b"k,==v,="),
    "other types": ({1: None, 2.5: True}, b"1=None,2.5=True"),
    "mapping proxy": (types.MappingProxyType({"a": "1"}), b"a=1"),
    "empty dict": ({}, b""),
    "OrderedDict": (collections.OrderedDict([("b", "caf\u00e9")]), "b=caf\u00e9".encode()),
    "items alone": (duck(items=lambda: [("a", "1"), ("a", "2"), "bc"]), b"a=1,a=2,b=c"),
}
BAD_TRACE_STATES = {
    "text": "a=1",
    "list": [("a", "1")],
    "zero": 0,
    "three in a pair": duck(items=lambda: [(1, 2, 3)]),
    "surrogate": {"a": "\ud800"},
}


@needs_reference
@pytest.mark.parametrize(("state", "text"), TRACE_STATES.values(), ids=TRACE_STATES)
def test_the_trace_state_is_its_items_joined_without_escaping(state, text):
    written = one_of(compare([span(context=context(trace_state=state))]).data, *SPAN)
    assert all_of(written, TRACE_STATE) == ([text] if text else [])


@needs_reference
@pytest.mark.parametrize("state", BAD_TRACE_STATES.values(), ids=BAD_TRACE_STATES)
def test_a_trace_state_without_pairs_raises(state):
    assert type(compare([span(context=context(trace_state=state))]).error) is EncodeError


@pytest.mark.parametrize("collection", [list, tuple, iter, lambda items: (item for item in items), dict.fromkeys])
def test_the_batch_is_any_iterable(collection):
    spans = [span(name="a"), span(name="b")]
    assert serialize_spans(collection(spans)) == serialize_spans(spans)


@needs_reference
def test_events_and_links_are_any_iterable():
    events, links = [event("a"), event("b")], [link(), link({"a": 1})]
    for wrap in (list, tuple, collections.deque, lambda items: BoundedList.from_seq(9, items), dict.fromkeys):
        assert compare([span(events=wrap(events), links=wrap(links))]).data == serialize_spans(
            [span(events=events, links=links)]
        )
        compare([duck_span(events=wrap(events), links=wrap(links))])


@needs_reference
@pytest.mark.parametrize("absent", [None, (), [], 0, ""], ids=repr)
def test_events_and_links_that_are_falsy_are_none_at_all(absent):
    assert compare([duck_span(events=absent, links=absent)]).data == serialize_spans([span()])


@needs_reference
@pytest.mark.parametrize("member", ["events", "links"])
@pytest.mark.parametrize("bad", [5, object(), [None], ["text"], [object()]], ids=name_of)
def test_events_and_links_of_other_types_raise(member, bad):
    assert type(compare([duck_span(**{member: bad})]).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("bad", [None, 5, object(), [None], ["text"], [{}]], ids=lambda bad: type(bad).__name__)
def test_what_is_no_batch_of_spans_raises(bad):
    assert type(compare(bad).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("missing", vars(duck_span()))
def test_a_span_that_lacks_a_member_raises(missing):
    lacking = duck_span()
    delattr(lacking, missing)
    made = compare([span(), lacking])
    assert (type(made.error), made.error.index) == (EncodeError, 1)


@needs_reference
def test_a_span_like_object_is_as_good_as_a_span():
    assert compare([duck_span(start_time=5)]).data == serialize_spans([span(start_time=5)])


@needs_reference
def test_a_context_that_is_none_raises():
    assert type(compare([span(context=None)]).error) is EncodeError


@needs_reference
def test_a_live_span_is_read_as_it_is_at_the_moment():
    live = provider()[0].get_tracer("tests").start_span("live", attributes={"a": 1}, start_time=5)
    before = compare([live]).data
    live.set_attribute("b", 2)
    live.update_name("renamed")
    assert b"renamed" in compare([live]).data
    assert all_of(one_of(before, *SPAN), END) == []
    live.end(9)
    assert one_of(compare([live]).data, *SPAN, END) == 9
