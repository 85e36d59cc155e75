"""Values whose methods raise, recurse or change what is being read cost at most themselves."""

from __future__ import annotations

import collections
from typing import Any

import pytest

from tests import reference
from tests.robustness.hostile import OVERRIDDEN, SECRET, VALUES, Saboteur
from tests.robustness.places import SERIALIZE, bounded, in_both_modes, in_every_place, log_record

each_value = pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)


@in_every_place
@each_value
def test_a_value_that_raises_costs_its_attribute_alone(place, make):
    ours = place.outcome({"bad": make(), "good": "kept"})
    assert ours.error is None
    assert ours.dropped_keys == ["bad"]
    assert ours.data == place.serialize({"good": "kept"})
    assert not any(SECRET in record.getMessage() for record in ours.records)


@in_every_place
@each_value
def test_replace_mode_keeps_the_attribute_and_all_that_could_be_read(place, make):
    ours = place.outcome({"bad": make(), "good": "kept"}, errors="replace")
    assert ours.error is None
    text = reference.as_text(ours.data, place.signal)
    assert 'key: "bad"' in text
    assert text.count('"kept"') == 1 + (make in (VALUES["inside a list"], VALUES["inside a dict"]))
    (record,) = ours.records
    assert SECRET not in record.getMessage()
    assert record.levelname == "WARNING"


@in_both_modes
@in_every_place
@pytest.mark.parametrize("make", OVERRIDDEN.values(), ids=OVERRIDDEN)
def test_the_content_of_a_subclass_is_taken_past_its_methods(place, make, errors):
    ours = place.outcome({"k": make()}, errors=errors)
    if isinstance(make(), tuple):
        assert ours.error is None
        return
    assert (ours.error, ours.records) == (None, [])


@each_value
def test_a_body_that_raises_raises_in_strict_mode_and_costs_itself_in_replace_mode(make):
    strict = reference.outcome(SERIALIZE["logs"], [log_record(after={"body": make()})])
    assert strict.error is not None
    assert SECRET not in str(strict.error)
    assert str(strict.error).startswith("logs[0].body")
    data = SERIALIZE["logs"]([log_record(after={"body": make()}, attributes={"good": "kept"})], errors="replace")
    assert '"kept"' in reference.as_text(data, "logs")


def _containers(saboteur: Any, victim: Any) -> dict:
    return {
        "list": [saboteur, *victim],
        "deque": collections.deque([saboteur, *victim]),
        "dict": {"a": saboteur, **{str(number): item for number, item in enumerate(victim)}},
        "OrderedDict": collections.OrderedDict([("a", saboteur), *((str(n), item) for n, item in enumerate(victim))]),
        "bytearray": [saboteur, bytearray(b"abc")],
    }


@in_both_modes
@in_every_place
@pytest.mark.parametrize("kind", ["list", "deque", "dict", "OrderedDict"])
@pytest.mark.parametrize("act", ["clear", "grow"])
def test_a_value_may_change_the_container_that_it_stands_in(place, kind, act, errors):
    def sabotage() -> None:
        if act == "clear":
            container.clear()
        elif isinstance(container, dict):
            container.update({f"new{len(container)}": object()})
        else:
            container.append("new")

    container = _containers(Saboteur(sabotage), [[str(number) * 50] for number in range(20)])[kind]
    ours = place.outcome({"bad": container, "good": "kept"}, errors=errors)
    assert ours.error is None
    assert '"kept"' in reference.as_text(ours.data, place.signal)


@in_both_modes
@in_every_place
@pytest.mark.parametrize(
    ("kind", "wrap"),
    [(dict, lambda pairs: pairs), (dict, bounded), (collections.OrderedDict, bounded)],
    ids=["dict", "BoundedAttributes", "BoundedAttributes that overflowed"],
)
@pytest.mark.parametrize("act", ["clear", "grow"])
def test_a_value_may_change_the_attributes_that_it_stands_in(place, kind, wrap, act, errors):
    def sabotage() -> None:
        if act == "clear":
            pairs.clear()
        else:
            pairs[f"new{len(pairs)}"] = 1

    pairs: dict = kind(bad=Saboteur(sabotage))
    pairs.update({f"k{number}": ["kept", str(number) * 50] for number in range(20)})
    ours = place.outcome(wrap(pairs), errors=errors)
    assert ours.error is None
    # What was there when the reading began is written, whatever happened since.
    assert reference.as_text(ours.data, place.signal).count('"kept"') == 20
