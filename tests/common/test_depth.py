"""Nesting: the reference's bytes as deep as it goes, beyond that one dropped attribute and never the batch.

A list costs two messages, a dict three, an empty container one more than a scalar in its place. The reference allows
100 messages below the outermost one that is copied, of which each place has used some already.
"""

from __future__ import annotations

import collections

import pytest
from opentelemetry.proto_native import serialize_spans

from tests.objects.nesting import DICT, LIST, mixtures, nested
from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import event, link, span
from tests.reference import compare, needs_none, needs_reference, needs_scope_attributes, outcome

PLACES = {
    "span": (lambda entries: [span(attributes=entries)], 96),
    "event": (lambda entries: [span(events=[event(attributes=entries)])], 95),
    "link": (lambda entries: [span(links=[link(entries)])], 95),
    "scope": (lambda entries: [span(instrumentation_scope=DuckScope(attributes=entries))], 96),
    "resource": (lambda entries: [span(resource=DuckResource(entries))], 97),
}
EVERY_PLACE = [
    pytest.param(*row, id=name, marks=[needs_scope_attributes if name == "scope" else needs_reference])
    for name, row in PLACES.items()
]
# Numbers of dicts in a mixture: few and many, even and odd.
DICTS = (1, 2, 7, 15, 16, 29, 30, 31)
TABLE = {"span": (48, 32), "event": (47, 31), "link": (47, 31), "scope": (48, 32), "resource": (48, 32)}


def assert_dropped(make, value):
    """The attribute `k` is gone, with one log record, and the one beside it is there."""
    made = outcome(serialize_spans, make({"k": value, "z": 1}))
    assert made.error is None
    assert made.dropped_keys == ["k"]
    assert made.data == serialize_spans(make({"z": 1}))


def assert_kept(make, value):
    assert compare(make({"k": value, "z": 1})).dropped_keys == []


@pytest.mark.parametrize("place", TABLE)
def test_the_limits_for_lists_alone_and_dicts_alone_are_those_of_the_table(place):
    make, _ = PLACES[place]
    for kind, fine in zip((LIST, DICT), TABLE[place]):
        assert outcome(serialize_spans, make({"k": nested([kind] * fine)})).dropped_keys == []
        assert_dropped(make, nested([kind] * (fine + 1)))


@pytest.mark.parametrize(("make", "budget"), EVERY_PLACE)
def test_mixed_containers_within_the_limit_give_the_reference_bytes(make, budget):
    for kinds in mixtures(budget, DICTS):
        assert_kept(make, nested(kinds))


@pytest.mark.parametrize(("make", "budget"), PLACES.values(), ids=PLACES)
def test_mixed_containers_beyond_the_limit_drop_the_attribute(make, budget):
    for kinds in [*mixtures(budget + 1, DICTS), *mixtures(budget + 2, DICTS)]:
        assert_dropped(make, nested(kinds))


@needs_none
@pytest.mark.parametrize(("make", "budget"), EVERY_PLACE)
@pytest.mark.parametrize("leaf", [None, 0, "", b"", 1.5], ids=repr)
def test_every_scalar_fits_where_one_does(make, budget, leaf):
    for kinds in mixtures(budget, DICTS):
        assert_kept(make, nested(kinds, leaf))


@pytest.mark.parametrize(("make", "budget"), EVERY_PLACE)
@pytest.mark.parametrize("leaf", [[], {}, (), collections.deque()], ids=repr)
def test_an_empty_container_takes_one_message_more_than_a_scalar(make, budget, leaf):
    for kinds in mixtures(budget - 1, DICTS):
        assert_kept(make, nested(kinds, leaf))
    for kinds in mixtures(budget, DICTS):
        assert_dropped(make, nested(kinds, leaf))


@pytest.mark.parametrize(("make", "budget"), PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("depth", [49, 50, 51, 60, 100, 200, 1000, 5000])
def test_deep_lists_and_dicts_cost_their_attribute_alone(make, budget, depth):
    for kind in (LIST, DICT):
        assert_dropped(make, nested([kind] * depth))


@pytest.mark.parametrize(("make", "budget"), PLACES.values(), ids=PLACES)
def test_a_value_that_contains_itself_costs_its_attribute_alone(make, budget):
    ring = [1]
    ring.append(ring)
    loop = {"a": 1}
    loop["b"] = {"c": [loop]}
    for value in (ring, loop, [ring, loop]):
        assert_dropped(make, value)


@needs_reference
def test_an_endless_sequence_of_sequences_costs_its_attribute_alone():
    assert compare([span(attributes={"text": collections.UserString("ab"), "z": 1})]).dropped_keys == ["text"]


def test_width_is_not_depth():
    wide = [[index] for index in range(10_000)]
    assert outcome(serialize_spans, [span(attributes={"wide": wide})]).dropped_keys == []


def test_a_batch_survives_a_deep_value_in_each_of_its_places():
    deep = nested([LIST] * 49)
    fields = {
        "attributes": {"span": deep},
        "events": [event(attributes={"event": deep})],
        "links": [link({"link": deep})],
        "instrumentation_scope": DuckScope(attributes={"scope": deep}),
        "resource": DuckResource({"resource": deep}),
    }
    made = outcome(serialize_spans, [span(**fields)])
    assert made.error is None
    assert made.dropped_keys == ["span", "event", "link", "scope", "resource"]
