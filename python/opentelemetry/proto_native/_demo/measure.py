"""Timing two serializers side by side."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import perf_counter

SHORTEST_SAMPLE = 0.002  # seconds; the clock and the loop around a call are then lost in the noise


def best_times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Seconds that each call takes at its best.

    The calls take turns in every round, so that a machine that changes its speed changes it for all of them. The
    samples of all calls last about equally long, so that other processes disturb all of them alike. The garbage
    collector rests, as it does in `timeit`.
    """
    warm = [min(_seconds(call, 1), _seconds(call, 1)) for call in calls]
    sample = max(SHORTEST_SAMPLE, *warm)
    repeats = [max(1, round(sample / max(seconds, 1e-9))) for seconds in warm]
    best = [float("inf")] * len(calls)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for position, call in enumerate(calls):
                best[position] = min(best[position], _seconds(call, repeats[position]))
    finally:
        if collecting:
            gc.enable()
    return best


def _seconds(call: Callable[[], object], repeats: int) -> float:
    start = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - start) / repeats
