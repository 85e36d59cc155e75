"""Timing two serializers side by side."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import perf_counter

SHORTEST_SAMPLE = 0.002  # seconds; the clock and the loop around a call are then lost in the noise


def best_times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Seconds that each call takes at its best.

    The calls take turns in every round, so that a machine that changes its speed changes it for all of them, and the
    garbage collector rests, as it does in `timeit`.
    """
    repeats = [_repeats(call) for call in calls]
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


def _repeats(call: Callable[[], object]) -> int:
    call()
    return max(1, round(SHORTEST_SAMPLE / max(_seconds(call, 1), 1e-9)))
