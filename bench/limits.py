"""What users count on besides speed: linear cost, peak memory, other threads, and the price of "replace".

Part of `make bench`. Exit status 1 where a limit does not hold.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from bench import contenders, document, tables
from bench.compiled import HERE
from bench.contenders import SIGNALS, Contender
from bench.machine import machine
from bench.measure import Effort, quiet, warm

SHAPES = {"spans": "web_service", "metrics": "mixed", "logs": "logging"}
FEW, MANY = 1_000, 100_000
SPANS_WHILE_ANOTHER_WAITS = 200_000
EFFORT = Effort(seconds=3, fewest=5, most=200)


@dataclass(frozen=True)
class Limit:
    """What was measured, and the most that it may be."""

    what: str
    measured: float
    limit: float
    unit: str

    @property
    def holds(self) -> bool:
        return self.measured <= self.limit


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.limits", description=__doc__)
    parser.add_argument("--write-docs", action="store_true", help="write the block limits of docs/performance.md")
    parser.add_argument("--peak", choices=SIGNALS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peak:
        print(peak_memory(options.peak))
        return
    found = list(limits())
    rows = [["", "measured", "limit"]]
    rows += [
        [each.what, *(f"{tables.number(value)} {each.unit}" for value in (each.measured, each.limit))] for each in found
    ]
    print(tables.text(rows))
    if options.write_docs:
        document.write("limits", document.dated(rows, machine()))
    sys.exit(not all(each.holds for each in found))


def limits() -> Iterator[Limit]:
    for signal in SIGNALS:
        what = f"{signal}: time a record, {MANY:,} against {FEW:,}"
        yield Limit(what, growth(signal), 1.3, "times")
    for signal in SIGNALS:
        peak = subprocess.check_output([sys.executable, "-m", "bench.limits", "--peak", signal], cwd=HERE.parent)
        yield Limit(f"{signal}: peak memory of a call on {MANY:,} records", float(peak), 2.2, "times the result")
    for signal in SIGNALS:
        yield Limit(
            f'{signal}: clean batch of 512, "replace" against "strict"', price_of_replace(signal), 1.05, "times"
        )
    wait = longest_wait()
    yield Limit(f"longest wait of another thread, {SPANS_WHILE_ANOTHER_WAITS:,} spans", wait * 1e3, 10, "ms")


def growth(signal: str) -> float:
    """Fresh, since a warm batch of the smaller size would stay in the CPU's caches."""
    serialize = contenders.ours(signal)
    make = contenders.dataset(signal).batch
    many = make(SHAPES[signal], MANY)
    few = [make(SHAPES[signal], FEW) for _ in range(MANY // FEW)]
    ratios = []
    with quiet():
        for _ in range(5):
            start = time.thread_time()
            for batch in few:
                serialize(batch)
            between = time.thread_time()
            serialize(many)
            ratios.append((time.thread_time() - between) / (between - start))
    return median(ratios)


def peak_memory(signal: str) -> float:
    """By the kernel's high-water mark of resident memory, which this process sets back before the call."""
    batch = contenders.dataset(signal).batch(SHAPES[signal], MANY)
    serialize = contenders.ours(signal)
    with open("/proc/self/clear_refs", "w", encoding="ascii") as marks:
        marks.write("5")
    before = _resident("VmRSS")
    result: Any = serialize(batch)
    return (_resident("VmHWM") - before) / len(result)


def _resident(name: str) -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(f"{name}:"))


def price_of_replace(signal: str) -> float:
    serialize: Any = contenders.ours(signal)
    modes = [
        Contender("strict", lambda: serialize),
        Contender("replace", lambda: lambda batch: serialize(batch, errors="replace")),
    ]
    samples = warm(modes, contenders.dataset(signal).batch(SHAPES[signal], 512), EFFORT, Random(0))
    return median(replace / strict for strict, replace in zip(samples["strict"], samples["replace"]))


def longest_wait() -> float:
    """Seconds; of several tries the least, since a busy machine lets every thread wait."""
    batch = contenders.dataset("spans").batch(SHAPES["spans"], SPANS_WHILE_ANOTHER_WAITS)
    serialize = contenders.ours("spans")
    return min(_longest_wait_during(lambda: serialize(batch)) for _ in range(5))


def _longest_wait_during(work: Any) -> float:
    done = threading.Event()
    ticks: list[float] = []

    def ask_every_millisecond() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=ask_every_millisecond)
    thread.start()
    try:
        work()
    finally:
        done.set()
        thread.join()
    return max(after - before for before, after in zip(ticks, ticks[1:])) - 0.001


if __name__ == "__main__":
    main()
