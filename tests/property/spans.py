"""Generated spans: by hand, through the SDK, of subclasses, of no SDK class at all; good ones and bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util import BoundedList
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.trace.status import StatusCode

from tests.objects.spans import context, duck, duck_span, status
from tests.objects.values import Index, Level, Text, Whole, Word
from tests.property.groups import bad_batches_of, batches_of
from tests.property.strategies import attributes, count, odd_text, refused_scalars, text

SPAN_BUDGET, ELEMENT_BUDGET = 96, 95

_times = st.one_of(
    st.none(), st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**64 - 1, True, False, Index(5), Whole(7)])
)
_counts = st.one_of(st.just(0), st.integers(0, 2**32 - 1), st.sampled_from([None, True, Level.HIGH]))
_span_ids = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**64 - 1, True, Whole(7)]))
_trace_ids = st.one_of(st.integers(0, 2**128 - 1), st.sampled_from([0, 1, 2**64, 2**128 - 1]))
_names = text | st.sampled_from([None, b"raw", Text("own")])
_states = st.one_of(
    st.none(),
    st.just(TraceState()),
    st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz"), max_size=3).map(
        lambda entries: TraceState([*entries.items()])
    ),
    st.dictionaries(text, text, max_size=2),
)
_contexts = st.builds(context, _trace_ids, _span_ids, st.booleans(), _states)
_codes = st.sampled_from(StatusCode) | st.integers(-(2**31), 2**31 - 1).map(lambda number: duck(value=number))
_descriptions = text | st.none()
_bad_numbers = st.sampled_from([-1, 2**64, 1.0, "1", b"", object()])
# As in `logs`: a label that has a lone surrogate ends the process in protobuf 6.
_bad_codes = refused_scalars.filter(lambda code: code is not Word.ODD)
_bad_texts = odd_text | st.sampled_from([5, 0, 1.5, b"\xff", ["a"]])


@dataclass(frozen=True)
class Element:
    """An event or a link; `own` are its members besides the attributes."""

    cls: Any
    own: tuple
    attributes: Any
    dropped: Any

    def build(self, twin: bool) -> Any:
        mapping = self.attributes.build(ELEMENT_BUDGET, twin)
        if self.cls is Event:
            name, time = self.own
            made = Event(name, mapping, 0)
            made._timestamp = count(time, twin)
            return made
        if self.cls is Link:
            return Link(self.own[0], mapping)
        rest = {"attributes": mapping, "dropped_attributes": count(self.dropped, twin)}
        if len(self.own) == 2:
            return duck(name=self.own[0], timestamp=count(self.own[1], twin), **rest)
        return duck(context=self.own[0], **rest)


def _elements(cls: type, own: Any) -> Any:
    return st.lists(st.builds(Element, st.sampled_from([cls, cls, None]), own, attributes, _counts), max_size=3)


_events = _elements(Event, st.tuples(_names, _times))
_links = _elements(Link, st.tuples(_contexts))


class OwnSpan(ReadableSpan):
    """A subclass without a thought of its own."""


class MaskingSpan(ReadableSpan):
    """A subclass that hides names and attribute values."""

    @property
    def name(self) -> str:
        return "masked"

    @property
    def attributes(self) -> Any:
        return {str(key): "***" for key in super().attributes}


@dataclass(frozen=True)
class SpanRecipe:
    cls: Any
    fields: dict
    bad: dict
    resource: int
    scope: int

    def build(self, resources: list, scopes: list, twin: bool) -> Any:
        fields = dict(self.fields)
        fields["attributes"] = fields["attributes"].build(SPAN_BUDGET, twin)
        for name in ("events", "links"):
            fields[name] = fields.pop(f"{name}_in")([element.build(twin) for element in fields[name]])
        for name in ("start_time", "end_time", "dropped_attributes", "dropped_events", "dropped_links"):
            fields[name] = count(fields[name], twin)
        fields["resource"] = resources[self.resource % len(resources)]
        fields["instrumentation_scope"] = scopes[self.scope % len(scopes)]
        fields.update(self.bad)
        if self.cls is None:
            return duck_span(**fields)
        given = {name: value for name, value in fields.items() if not name.startswith("dropped_")}
        return self.cls(**given)


def _bounded(items: list) -> BoundedList:
    return BoundedList.from_seq(2, items)


_collections = st.sampled_from([list, tuple, _bounded])
_fields = st.fixed_dictionaries(
    {
        "name": _names,
        "context": _contexts,
        "parent": st.none() | _contexts,
        "kind": st.sampled_from(SpanKind),
        "start_time": _times,
        "end_time": _times,
        "attributes": attributes,
        "events": _events,
        "events_in": _collections,
        "links": _links,
        "links_in": _collections,
        "status": st.none() | st.builds(status, _codes, _descriptions),
        "dropped_attributes": _counts,
        "dropped_events": _counts,
        "dropped_links": _counts,
    }
)
_faults = st.one_of(
    st.fixed_dictionaries({"name": _bad_texts}),
    st.fixed_dictionaries({"kind": st.sampled_from([None, 1, "SERVER", 1.5])}),
    st.fixed_dictionaries({"start_time": _bad_numbers}),
    st.fixed_dictionaries({"end_time": _bad_numbers, "name": _bad_texts}),
    st.fixed_dictionaries({"context": st.none() | st.builds(context, _trace_ids, _bad_numbers)}),
    st.fixed_dictionaries({"parent": st.builds(context, _trace_ids, _bad_numbers)}),
    st.fixed_dictionaries({"status": st.builds(status, _codes, _bad_texts)}),
    st.fixed_dictionaries({"status": st.builds(status, _bad_codes, _descriptions), "start_time": _bad_numbers}),
    st.fixed_dictionaries(
        {"events": st.builds(lambda name: [Event("e", {"k": ...}, 1), Event(name, None, 1)], _bad_texts)}
    ),
    st.fixed_dictionaries({"links": st.builds(lambda bad: [Link(context(3, bad), {"k": ...})], _bad_numbers)}),
    st.fixed_dictionaries({"attributes": st.sampled_from([5, "ab", [1]])}),
    st.fixed_dictionaries({"resource": st.sampled_from([5, "resource"])}),
)
_where = st.integers(0, 11)
_open_classes = st.sampled_from([ReadableSpan, ReadableSpan, OwnSpan, None])
_classes = _open_classes | st.just(MaskingSpan)
span_recipes = st.builds(SpanRecipe, _classes, _fields, st.just({}), _where, _where)
# A masking span would hide its bad name.
bad_span_recipes = st.builds(SpanRecipe, _open_classes, _fields, _faults, _where, _where)
batches = batches_of(span_recipes)
bad_batches = bad_batches_of(span_recipes, bad_span_recipes)
