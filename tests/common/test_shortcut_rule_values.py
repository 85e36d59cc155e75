"""The shortcut rule for values: subclasses of builtin types, and private containers that are not what they seem."""

from __future__ import annotations

import collections
import types

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import serialize_spans
from opentelemetry.sdk.util import BoundedList

from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import context, duck_span, event, link, span
from tests.objects.values import Doubled, DoubledTuple, Masked, MaskedOrdered, Point, Raw, Real, Text, Whole
from tests.reference import compare, needs_reference, needs_scope_attributes

SECRET = {"k": "secret"}


class LoudKeys(dict):
    """A dict that iterates over other keys than it holds."""

    def __iter__(self):
        return iter(["k"])

    def __getitem__(self, key):
        return "masked"


class Untrue(dict):
    """A dict that is false although it holds something."""

    def __bool__(self):
        return False


class Lengthless(dict):
    """A dict whose length, and so its truth, is zero."""

    def __len__(self):
        return 0


class OwnList(BoundedList):
    """A bounded list that shows other items than it holds."""

    def __iter__(self):
        return iter([event("masked")])


class OwnDeque(collections.deque):
    """A deque that shows other items than it holds."""

    def __iter__(self):
        return iter([event("masked")])


class OwnAttributes(BoundedAttributes):
    """Bounded attributes that hide their values."""

    def __getitem__(self, key):
        return "masked"


class Shadowed(tuple):
    """A tuple that shows nothing."""

    def __iter__(self):
        return iter(())


class Hidden(list):
    """A list with an overridden `__getitem__` and `__len__`, which iteration does not ask."""

    def __getitem__(self, index):
        return "masked"

    def __len__(self):
        return 1


VALUES = {
    "str": Text("own"),
    "bytes": Raw(b"own"),
    "int": Whole(7),
    "negative int": Whole(-7),
    "float": Real(1.5),
    "list": Doubled([1, "a"]),
    "tuple": DoubledTuple((1, "a")),
    "tuple that shows nothing": Shadowed((1, 2)),
    "list with own access": Hidden([1, 2, 3]),
    "named tuple": Point(1, 2),
    "dict": Masked(k="secret"),
    "dict with other keys": LoudKeys(other="held"),
    "OrderedDict": MaskedOrdered(k="secret"),
    "defaultdict": collections.defaultdict(list, k=[1]),
    "Counter": collections.Counter("aab"),
    "proxy of a subclass": types.MappingProxyType(Masked(k="secret")),
    "UserDict": collections.UserDict(k=1),
    "untrue dict": Untrue(k=1),
    "BoundedAttributes": OwnAttributes(attributes=SECRET),
    "BoundedAttributes itself": BoundedAttributes(attributes={"k": 1}),
}
MAPPINGS = {
    "dict subclass": lambda: Masked(SECRET),
    "OrderedDict subclass": lambda: MaskedOrdered(SECRET),
    "dict with other keys": lambda: LoudKeys(other="held"),
    "untrue dict": lambda: Untrue(SECRET),
    "lengthless dict": lambda: Lengthless(SECRET),
    "mapping proxy of a subclass": lambda: types.MappingProxyType(Masked(SECRET)),
    "BoundedAttributes subclass": lambda: OwnAttributes(attributes=SECRET),
    "BoundedAttributes over a loud dict": lambda: _over(LoudKeys(other="held")),
    "BoundedAttributes over a masked dict": lambda: _over(Masked(k=1)),
    "BoundedAttributes over an untrue dict": lambda: _over(Untrue(k=1)),
    "BoundedAttributes over an OrderedDict": lambda: _over(_moved()),
    "BoundedAttributes over another mapping": lambda: _over(collections.UserDict(k=1)),
    "OrderedDict in another order": lambda: _moved(),
    "Counter": lambda: collections.Counter("aab"),
}


def _over(mapping):
    """Bounded attributes that keep what they hold in this mapping."""
    made = BoundedAttributes(attributes={"k": 1})
    made._dict = mapping
    return made


def _moved():
    """An OrderedDict whose order is not that of its entries in memory."""
    made = collections.OrderedDict(z=1, a=2, m=3)
    made.move_to_end("z")
    made.move_to_end("m", last=False)
    return made


@needs_reference
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_of_a_subclass_is_taken_as_the_reference_takes_it(value):
    mapping = {"a": value, "list": [value, [value]], "dict": {"x": value}}
    made = compare([span(attributes=mapping, events=[event("e", mapping)], links=[link(mapping)])])
    assert made.dropped_keys == []
    assert b"secret" not in made.data


@needs_reference
@pytest.mark.parametrize("make", MAPPINGS.values(), ids=MAPPINGS)
@pytest.mark.parametrize("place", ["span", "duck span", "event", "link", "resource"])
def test_a_mapping_of_a_subclass_is_read_through_its_methods(place, make):
    mapping = make()
    spans = {
        "span": lambda: span(attributes=mapping),
        "duck span": lambda: duck_span(attributes=mapping),
        "event": lambda: span(events=[event("e", mapping)]),
        "link": lambda: span(links=[link(mapping)]),
        "resource": lambda: span(resource=DuckResource(mapping)),
    }
    compare([spans[place]()])


@needs_scope_attributes
@pytest.mark.parametrize("make", MAPPINGS.values(), ids=MAPPINGS)
def test_scope_attributes_of_a_subclass_are_read_through_their_methods(make):
    compare([span(instrumentation_scope=DuckScope(attributes=make()))])


@needs_reference
@pytest.mark.parametrize(
    "events",
    [
        OwnList.from_seq(3, [event("secret")]),
        Doubled([event("twice")]),
        DoubledTuple([event("twice")]),
        Shadowed([event("secret")]),
        OwnDeque([event("secret")]),
        Hidden([event("a"), event("b")]),
    ],
    ids=lambda events: type(events).__name__,
)
def test_events_and_links_in_a_subclass_are_those_that_it_shows(events):
    assert b"secret" not in compare([span(events=events), duck_span(events=events)]).data


@needs_reference
def test_a_bounded_list_over_another_container_shows_what_that_shows():
    made = BoundedList(5)
    for inner in (OwnDeque([event("secret")]), [event("plain")], Doubled([event("twice")])):
        made._dq = inner
        assert b"secret" not in compare([span(events=made)]).data


@needs_reference
def test_text_of_a_subclass_counts_by_its_characters_everywhere():
    own = Text("own")
    full = span(
        name=own,
        attributes={own: own},
        events=[event(own, {own: [own, {own: own}]})],
        context=context(trace_state={own: own}),
        instrumentation_scope=DuckScope(own, own),
        resource=DuckResource({own: 1}, own),
    )
    compare([full])


@needs_reference
def test_numbers_of_a_subclass_count_by_their_own_value_everywhere():
    own = Whole(7)
    full = span(start_time=own, end_time=own, events=[event(timestamp=own)], context=context(own, own))
    compare([full, duck_span(dropped_attributes=own, dropped_events=own, dropped_links=own)])


@needs_reference
def test_a_batch_in_a_subclass_of_list_is_what_it_shows():
    assert compare(Doubled([span(name="twice")])).data == serialize_spans([span(name="twice")] * 2)
    assert compare(Shadowed([span(name="secret")])).data == b""
