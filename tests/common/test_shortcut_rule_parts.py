"""The shortcut rule for the parts of a span: contexts, events, links, statuses, resources, scopes, containers."""

from __future__ import annotations

from types import FunctionType

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event
from opentelemetry.sdk.util import BoundedList
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.masks import PATCHES, SUBCLASSES, replaced
from tests.objects.spans import context, event, link, span
from tests.reference import REFERENCE, SCOPE_ATTRIBUTES_SINCE, compare, needs_reference

SECRET, MASKED = {"k": "secret"}, {"k": "masked"}


def _context(cls=SpanContext, state=None):
    return cls(99, 98, True, None, state)


def _bounded(cls=BoundedAttributes, **options):
    return cls(attributes=SECRET, **options)


def _list_of(cls, item):
    made = cls(5)
    made.append(item)
    return made


# Class and member, what the member shows instead, and a span that holds an object of the class.
PARTS = {
    "SpanContext.trace_id": (SpanContext, "trace_id", 7, lambda cls: span(context=_context(cls))),
    "SpanContext.span_id": (SpanContext, "span_id", 7, lambda cls: span(context=_context(cls))),
    "SpanContext.span_id of a parent": (SpanContext, "span_id", 7, lambda cls: span(parent=_context(cls))),
    "SpanContext.is_remote of a parent": (SpanContext, "is_remote", False, lambda cls: span(parent=_context(cls))),
    "SpanContext.span_id of a link": (SpanContext, "span_id", 7, lambda cls: span(links=[Link(_context(cls))])),
    "SpanContext.is_remote of a link": (SpanContext, "is_remote", False, lambda cls: span(links=[Link(_context(cls))])),
    "SpanContext.trace_state": (
        SpanContext,
        "trace_state",
        MASKED,
        lambda cls: span(context=_context(cls, TraceState([*SECRET.items()]))),
    ),
    "TraceState.items": (
        TraceState,
        "items",
        lambda self: MASKED.items(),
        lambda cls: span(context=_context(state=cls([*SECRET.items()]))),
    ),
    "Event.name": (Event, "name", "masked", lambda cls: span(events=[cls("secret", None, 7)])),
    "Event.timestamp": (Event, "timestamp", 7, lambda cls: span(events=[cls("e", None, 99)])),
    "Event.attributes": (Event, "attributes", MASKED, lambda cls: span(events=[cls("e", SECRET, 7)])),
    "Event.dropped_attributes": (Event, "dropped_attributes", 7, lambda cls: span(events=[cls("e", None, 7)])),
    "Link.context": (Link, "context", context(7, 7), lambda cls: span(links=[cls(_context())])),
    "Link.attributes": (Link, "attributes", MASKED, lambda cls: span(links=[cls(context(), SECRET)])),
    "Link.dropped_attributes": (Link, "dropped_attributes", 7, lambda cls: span(links=[cls(context())])),
    "Status.status_code": (Status, "status_code", StatusCode.OK, lambda cls: span(status=cls(StatusCode.ERROR, "d"))),
    "Status.description": (Status, "description", "masked", lambda cls: span(status=cls(StatusCode.ERROR, "secret"))),
    "Resource.attributes": (Resource, "attributes", MASKED, lambda cls: span(resource=cls(SECRET))),
    "Resource.schema_url": (Resource, "schema_url", "masked", lambda cls: span(resource=cls({}, "secret"))),
    "InstrumentationScope.name": (
        InstrumentationScope,
        "name",
        "masked",
        lambda cls: span(instrumentation_scope=cls("secret")),
    ),
    "InstrumentationScope.version": (
        InstrumentationScope,
        "version",
        "masked",
        lambda cls: span(instrumentation_scope=cls("s", "secret")),
    ),
    "InstrumentationScope.attributes": (
        InstrumentationScope,
        "attributes",
        MASKED,
        lambda cls: span(instrumentation_scope=cls("s", None, None, SECRET)),
    ),
    "InstrumentationScope.schema_url": (
        InstrumentationScope,
        "schema_url",
        "masked",
        lambda cls: span(instrumentation_scope=cls("s", None, "secret")),
    ),
    "BoundedAttributes.__getitem__": (
        BoundedAttributes,
        "__getitem__",
        "masked",
        lambda cls: span(attributes=_bounded(cls), events=[event("e", _bounded(cls))], links=[link(_bounded(cls))]),
    ),
    "BoundedAttributes.__iter__": (
        BoundedAttributes,
        "__iter__",
        lambda self: iter(()),
        lambda cls: span(attributes=_bounded(cls), events=[event("e", _bounded(cls, immutable=False))]),
    ),
    "BoundedAttributes.items": (
        BoundedAttributes,
        "items",
        lambda self: MASKED.items(),
        lambda cls: span(attributes=_bounded(cls), events=[event("e", _bounded(cls))], links=[link(_bounded(cls))]),
    ),
    "BoundedAttributes.__len__": (
        BoundedAttributes,
        "__len__",
        0,
        lambda cls: span(attributes=_bounded(cls), events=[event("e", _bounded(cls))]),
    ),
    "BoundedList.__iter__": (
        BoundedList,
        "__iter__",
        lambda self: iter([event("masked")]),
        lambda cls: span(events=_list_of(cls, event("secret"))),
    ),
    "BoundedList.__iter__ of links": (
        BoundedList,
        "__iter__",
        lambda self: iter(()),
        lambda cls: span(links=_list_of(cls, link(SECRET))),
    ),
}
EVERY_PART = [pytest.param(*row, id=name) for name, row in PARTS.items()]
# Python looks methods with two underscores up on the class, past attribute access.
EVERY_WAY = [
    pytest.param(way, *row, id=f"{name} by {how}")
    for name, row in PARTS.items()
    for how, way in SUBCLASSES.items()
    if not (how.startswith("__") and row[1].startswith("__"))
]


def _assert_masked(masked):
    data = serialize_spans([masked])
    assert b"secret" not in data
    if REFERENCE >= SCOPE_ATTRIBUTES_SINCE:
        assert compare([masked]).data == data
    return data


@pytest.mark.parametrize(("way", "cls", "member", "shown", "make"), EVERY_WAY)
def test_a_part_of_a_subclass_is_read_through_the_member_that_it_overrides(way, cls, member, shown, make):
    before = serialize_spans([make(cls)])
    assert _assert_masked(make(way(cls, member, shown))) != before
    assert serialize_spans([make(cls)]) == before


@pytest.mark.parametrize(("cls", "member", "shown", "make"), EVERY_PART)
@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_part_whose_class_is_patched_is_read_through_the_patch_while_it_lasts(
    patch, cls, member, shown, make, monkeypatch
):
    plain = make(cls)
    before = serialize_spans([plain])
    monkeypatch.setattr(cls, member, patch(cls, member, shown))
    assert _assert_masked(plain) != before
    monkeypatch.undo()
    assert serialize_spans([plain]) == before


@pytest.mark.parametrize(("cls", "member", "shown", "make"), EVERY_PART)
def test_a_patch_is_seen_on_a_class_whose_members_were_set_in_another_order(cls, member, shown, make, monkeypatch):
    plain = make(cls)
    before = serialize_spans([plain])
    for name, own in [*vars(cls).items()]:
        if isinstance(own, (FunctionType, property)):
            delattr(cls, name)
            setattr(cls, name, own)
    assert serialize_spans([plain]) == before
    monkeypatch.setattr(cls, member, replaced(cls, member, shown))
    assert _assert_masked(plain) != before
    monkeypatch.undo()
    assert serialize_spans([plain]) == before


@pytest.mark.parametrize("cls", [Resource, InstrumentationScope])
def test_grouping_obeys_a_patched_equality(cls, monkeypatch):
    name, argument = ("resource", {}) if cls is Resource else ("instrumentation_scope", "s")
    spans = [span(**{name: cls(argument)}) for _ in range(2)]
    before = serialize_spans(spans)
    monkeypatch.setattr(cls, "__eq__", lambda self, other: self is other)
    apart = serialize_spans(spans)
    if REFERENCE:
        assert compare(spans).data == apart
    monkeypatch.undo()
    assert apart != before == serialize_spans(spans)


@needs_reference
@pytest.mark.parametrize(
    ("name", "make", "private"),
    [
        ("events", event, "_name"),
        ("events", event, "_timestamp"),
        ("events", event, "_attributes"),
        ("links", link, "_context"),
        ("links", link, "_attributes"),
        ("status", Status, "_status_code"),
        ("status", Status, "_description"),
        ("instrumentation_scope", lambda: InstrumentationScope("s"), "_name"),
        ("resource", lambda: Resource({}), "_schema_url"),
        ("attributes", _bounded, "_dict"),
    ],
)
def test_a_part_that_lacks_a_private_member_raises_as_its_property_does(name, make, private):
    lacking = make()
    delattr(lacking, private)
    given = [lacking] if name in ("events", "links") else lacking
    assert type(compare([span(**{name: given})]).error) is EncodeError


@needs_reference
def test_a_bounded_list_that_lacks_its_items_raises():
    lacking = _list_of(BoundedList, event())
    del lacking._dq
    assert type(compare([span(events=lacking)]).error) is EncodeError
