"""Timing of contenders in shuffled rounds, each round one sample of every contender.

A machine changes its speed by itself. Within a round the contenders meet about the same one, so ratios are taken round
by round; the order is drawn anew each time, so that none always follows the same other. The clock is the thread's own,
which stands still while the machine works for others.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter, thread_time
from typing import Any

from bench.contenders import Contender, Serialize

# Seconds of a warm sample: the clock and the loop around a call are then lost in the noise.
SAMPLE = 0.003
# Seconds of calls before it. The contender before has driven the batch out of the caches, and several calls pass before
# they have it again: the eighth of 512 spans with all fields takes a third of the first.
WARM_UP = 0.012
# Records of a fresh sample, in as many batches as that takes.
FRESH_RECORDS = 512

Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Effort:
    """How long one case is measured: until `seconds` have passed, within these numbers of rounds."""

    seconds: float
    fewest: int
    most: int

    def rounds(self) -> Iterator[int]:
        start = perf_counter()
        for number in range(self.most):
            if number >= self.fewest and perf_counter() - start > self.seconds:
                return
            yield number


@contextmanager
def quiet() -> Iterator[None]:
    """Without the garbage collector; what exists already is not looked at again by the collections between rounds."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def warm(contenders: Sequence[Contender], batch: Any, effort: Effort, random: Random) -> Samples:
    """Seconds a call, of the same batch again and again."""
    repeats = {each.name: _repeats(each.start(), batch) for each in contenders}
    samples: Samples = {each.name: [] for each in contenders}
    with quiet():
        for _ in effort.rounds():
            for each in random.sample(contenders, len(contenders)):
                serialize, calls = each.start(), range(repeats[each.name])
                _warm_up(serialize, batch)
                start = thread_time()
                for _ in calls:
                    serialize(batch)
                samples[each.name].append((thread_time() - start) / len(calls))
                del serialize
    return samples


def fresh(
    contenders: Sequence[Contender], make: Callable[[], Any], size: int, effort: Effort, random: Random
) -> Samples:
    """Seconds a call, of batches that are made anew and serialized once."""
    samples: Samples = {each.name: [] for each in contenders}
    with quiet():
        for each in contenders:
            each.start()(make())
        for _ in effort.rounds():
            order = random.sample(contenders, len(contenders))
            made = [[make() for _ in range(max(1, FRESH_RECORDS // size))] for _ in order]
            gc.collect()
            for each, batches in zip(order, made):
                serialize = each.start()
                start = thread_time()
                for batch in batches:
                    serialize(batch)
                samples[each.name].append((thread_time() - start) / len(batches))
                del serialize
    return samples


def _warm_up(serialize: Serialize, batch: Any) -> None:
    end = thread_time() + WARM_UP
    serialize(batch)
    while thread_time() < end:
        serialize(batch)


def _repeats(serialize: Serialize, batch: Any) -> int:
    _warm_up(serialize, batch)
    start = thread_time()
    serialize(batch)
    return max(1, round(SAMPLE / max(thread_time() - start, 1e-9)))
