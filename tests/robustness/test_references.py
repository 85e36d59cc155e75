"""No call keeps, or loses, a reference to what it was given: after success and each kind of failure, in both modes."""

from __future__ import annotations

import collections
import gc
import logging
import sys
import types
from typing import Any

import pytest

from tests import reference
from tests.robustness.hostile import VALUES
from tests.robustness.places import PLACES, SERIALIZE, in_both_modes, in_every_place, in_every_signal, usual


def _reachable(root: Any) -> list:
    """All objects from `root` on, but for classes and modules; hostile ones are asked nothing."""
    seen: dict = {}
    todo = [root]
    while todo:
        item = todo.pop()
        kind = type(item)
        if id(item) in seen or issubclass(
            kind, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
        ):
            continue
        seen[id(item)] = item
        for base in (list, tuple, collections.deque, set):
            if issubclass(kind, base):
                todo.extend(base.__iter__(item))
        if issubclass(kind, dict):
            todo.extend([*dict.keys(item), *dict.values(item)])
        try:
            todo.extend(object.__getattribute__(item, "__dict__").values())
        except AttributeError:
            continue
    return [item for item in seen.values() if type(item) not in (str, int, float, bool, type(None), bytes)]


def _counts(objects: list) -> list:
    gc.collect()
    return [sys.getrefcount(item) for item in objects]


def _hold(signal: str, made: Any, **options: Any) -> None:
    """Serialize until all that is cached is cached, then hold the counts before and after further calls equal."""
    objects = _reachable(made)

    def call() -> None:
        outcome = reference.outcome(lambda x: SERIALIZE[signal](x, **options), made)
        del outcome

    for _ in range(3):
        call()
    before = _counts(objects)
    for _ in range(20):
        call()
    after = _counts(objects)
    grown = [(type(item).__name__, b, a) for item, b, a in zip(objects, before, after) if b != a]
    assert grown == []


@in_both_modes
@in_every_signal
def test_success_leaves_every_count_as_it_was(signal, errors):
    _hold(signal, usual(signal, 3), errors=errors)


BAD = {**VALUES, "an int beyond 64 bits": lambda: 1 << 70, "a lone surrogate": lambda: "\ud800", "a set": lambda: {1}}


@in_both_modes
@in_every_place
@pytest.mark.parametrize("make", BAD.values(), ids=BAD)
def test_a_dropped_or_repaired_attribute_leaves_every_count_as_it_was(place, make, errors):
    _hold(place.signal, place.make({"bad": make(), "good": ["kept", {"a": 1}]}), errors=errors)


def _broken_span() -> Any:
    from tests.objects.spans import event, span

    return [span(), span(name=5, start_time=-1, events=[event(timestamp="no"), None])]


def _broken_log() -> Any:
    from tests.robustness.places import log_record

    return [log_record(), log_record(after={"body": {1, 2}, "severity_text": 5, "trace_id": -1})]


def _broken_metrics() -> Any:
    from tests.cases import makers

    return makers.gauge("no number", time_unix_nano=-1)


BROKEN = {"traces": _broken_span, "logs": _broken_log, "metrics": _broken_metrics}


@in_both_modes
@in_every_signal
def test_a_batch_that_raises_or_is_repaired_leaves_every_count_as_it_was(signal, errors):
    made = BROKEN[signal]()
    outcome = reference.outcome(lambda x: SERIALIZE[signal](x, errors=errors), made)
    assert (outcome.error is None) == (errors == "replace")
    del outcome
    _hold(signal, made, errors=errors)


@in_both_modes
@in_every_place
@pytest.mark.parametrize("make", BAD.values(), ids=BAD)
def test_no_block_of_memory_is_left_over_after_a_bad_value(place, make, errors):
    logger = logging.getLogger("opentelemetry.proto_native")
    logger.disabled = True
    try:
        made = place.make({"bad": make(), "good": ["kept", {"a": 1}]})

        def blocks_after_calls() -> int:
            for _ in range(100):
                SERIALIZE[place.signal](made, errors=errors)
            gc.collect()
            return sys.getallocatedblocks()

        # What a call loses it loses each time; what the interpreter's free lists take comes in some rounds only.
        counts = [blocks_after_calls(), blocks_after_calls()]
        while counts[-1] - counts[-2] >= 50 and len(counts) < 12:
            counts.append(blocks_after_calls())
        assert counts[-1] - counts[-2] < 50
    finally:
        logger.disabled = False


@in_both_modes
@in_every_signal
def test_no_object_is_left_over_after_a_thousand_calls(signal, errors):
    logging.getLogger("opentelemetry.proto_native").disabled = True
    try:
        makers = [place.make for place in PLACES if place.signal == signal]
        inputs = [make({"bad": item()}) for make in makers for item in (lambda: 1 << 70, lambda: {1}, lambda: "ok")]

        def calls(number: int) -> None:
            for _ in range(number):
                for item in inputs:
                    SERIALIZE[signal](item, errors=errors)

        calls(5)
        gc.collect()
        before = len(gc.get_objects())
        calls(50)
        gc.collect()
        assert len(gc.get_objects()) - before < 50
    finally:
        logging.getLogger("opentelemetry.proto_native").disabled = False
