"""Containers without end, in depth, in width and in circles, cost their attribute and nothing else."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from opentelemetry.proto_native import EncodeError

from tests import reference
from tests.objects.spans import duck_span
from tests.robustness.places import PLACES, SERIALIZE, bounded, in_both_modes, in_every_place, log_record

LEVELS = 100_000
TOO_DEEP = "<nested too deeply>"


def _lists() -> Any:
    value: Any = "x"
    for _ in range(LEVELS):
        value = [value]
    return value


def _tuples() -> Any:
    value: Any = "x"
    for _ in range(LEVELS):
        value = (value,)
    return value


def _dicts() -> Any:
    value: Any = "x"
    for _ in range(LEVELS):
        value = {"k": value}
    return value


def _list_in_itself() -> Any:
    value: list = ["x"]
    value.append(value)
    return value


def _dict_in_itself() -> Any:
    value: dict = {"x": 1}
    value["self"] = value
    return value


def _circle() -> Any:
    first: list = []
    first.append(({"back": first},))
    return first


ENDLESS = {
    "100,000 lists": _lists,
    "100,000 tuples": _tuples,
    "100,000 dicts": _dicts,
    "a list in itself": _list_in_itself,
    "a dict in itself": _dict_in_itself,
    "a circle over three": _circle,
}
each_endless = pytest.mark.parametrize("make", ENDLESS.values(), ids=ENDLESS)


@in_every_place
@each_endless
@pytest.mark.parametrize("wrap", [dict, bounded], ids=["dict", "BoundedAttributes"])
def test_a_value_without_end_costs_its_attribute_alone(place, make, wrap):
    ours = place.outcome(wrap({"bad": make(), "good": "kept"}))
    assert ours.error is None
    assert ours.dropped_keys == ["bad"]
    assert ours.data == place.serialize({"good": "kept"})


@in_every_place
@each_endless
def test_in_replace_mode_the_innermost_part_that_does_not_fit_is_replaced(place, make):
    ours = place.outcome({"bad": make(), "good": "kept"}, errors="replace")
    assert ours.error is None
    text = reference.as_text(ours.data, place.signal)
    assert text.count(TOO_DEEP) == 1
    assert "kept" in text


@each_endless
def test_a_log_body_without_end_raises_in_strict_mode_and_is_cut_in_replace_mode(make):
    with pytest.raises(EncodeError, match=r"^logs\[0\]\.body.*: maximum recursion depth exceeded"):
        SERIALIZE["logs"]([log_record(after={"body": make()})])
    data = SERIALIZE["logs"]([log_record(after={"body": make()})], errors="replace")
    assert reference.as_text(data, "logs").count(TOO_DEEP) == 1


@in_both_modes
def test_a_thread_with_half_a_megabyte_of_stack_is_enough(errors):
    results: list = []
    # Held here: when the thread lets go of 100,000 dicts, CPython 3.13 itself needs more stack than that.
    values = [{"bad": make()} for make in ENDLESS.values()]

    def run() -> None:
        for value in values:
            results.append(SERIALIZE["logs"]([log_record(attributes={"k": "v"}, body="b")], errors=errors))
            results.extend(place.serialize(value, errors=errors) for place in PLACES if place.signal == "traces")

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(results) == len(ENDLESS) * 8


@in_both_modes
def test_a_span_whose_members_serialize_the_span_itself_ends_in_an_error_and_no_crash(errors):
    depth = []

    class Again:
        def items(self) -> Any:
            depth.append(1)
            return [("n", len(SERIALIZE["traces"]([made], errors=errors)))]

    made = duck_span(attributes=Again())
    thread_error: list = []

    def run() -> None:
        try:
            SERIALIZE["traces"]([made], errors=errors)
        except EncodeError as error:
            thread_error.append(error)

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(depth) == 16
    assert bool(thread_error) == (errors == "strict")
