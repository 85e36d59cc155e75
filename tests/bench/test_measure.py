"""The rounds of the benchmark: who is called with what, and how often."""

from __future__ import annotations

import gc
from random import Random

from bench.contenders import Contender
from bench.measure import Effort, fresh, warm

SHORT = Effort(seconds=0, fewest=4, most=10)


class Recorder:
    """Two contenders that write down what they are called with."""

    def __init__(self):
        self.calls = []
        self.contenders = [Contender(name, lambda name=name: self.serializer(name)) for name in ("ours", "reference")]

    def serializer(self, name):
        def serialize(batch):
            self.calls.append((name, batch))
            return b""

        return serialize


def test_effort_ends_after_the_seconds_but_not_before_the_fewest_rounds():
    assert len(list(SHORT.rounds())) == 4
    assert len(list(Effort(seconds=60, fewest=1, most=3).rounds())) == 3


def test_a_fresh_batch_is_serialized_once():
    recorder, numbers = Recorder(), iter(range(10_000))
    samples = fresh(recorder.contenders, lambda: next(numbers), 512, SHORT, Random(0))
    seen = [batch for _, batch in recorder.calls]
    assert len(seen) == len(set(seen)) == 2 + 2 * 4
    assert {name: len(taken) for name, taken in samples.items()} == {"ours": 4, "reference": 4}


def test_small_fresh_batches_are_timed_in_numbers():
    recorder, numbers = Recorder(), iter(range(10_000))
    fresh(recorder.contenders, lambda: next(numbers), 100, Effort(0, 1, 1), Random(0))
    assert sum(name == "ours" for name, _ in recorder.calls) == 1 + 5


def test_warm_samples_take_the_same_batch_again_and_again():
    recorder = Recorder()
    warm(recorder.contenders, "warm", Effort(0, 12, 12), Random(0))
    assert {batch for _, batch in recorder.calls} == {"warm"}
    assert {name for name, _ in recorder.calls} == {"ours", "reference"}


def test_the_order_within_a_round_is_drawn_anew():
    recorder, numbers = Recorder(), iter(range(10_000))
    fresh(recorder.contenders, lambda: next(numbers), 512, Effort(0, 20, 20), Random(0))
    firsts = [name for name, _ in recorder.calls[2::2]]
    assert 4 < firsts.count("ours") < 16


def test_the_garbage_collector_rests_during_samples_and_works_again_afterwards():
    states = []
    contender = Contender("ours", lambda: lambda batch: states.append(gc.isenabled()))
    fresh([contender], object, 512, SHORT, Random(0))
    assert states == [False] * 5
    assert gc.isenabled()
