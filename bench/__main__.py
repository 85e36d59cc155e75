"""Measures, prints, and writes docs/performance.md, its chart and the table of README.md: `make bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench import chart, compare, contenders, document, figures, tables
from bench.contenders import SIGNALS, Contender
from bench.machine import machine
from bench.measure import Effort, fresh, warm
from bench.peers import peers

SIZES = (1, 100, 512, 10_000)


class BytesDiffer(Exception):
    """A contender whose bytes are not the reference's is not timed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--signal", action="append", choices=SIGNALS, help="may be given again; default: all")
    parser.add_argument("--shape", action="append", help="may be given again; default: all")
    parser.add_argument("--size", action="append", type=int, help=f"records a batch; default: {SIZES}")
    parser.add_argument("--mode", action="append", choices=["warm", "fresh"], help="default: both")
    parser.add_argument("--effort", type=float, default=1.0, help="2 measures twice as long, 0.2 gives a first idea")
    parser.add_argument("--module", type=Path, help="an extension module to take instead of the installed one")
    parser.add_argument("--save", type=Path, metavar="JSON", help="keep the figures for --compare")
    parser.add_argument("--write-docs", action="store_true", help="write docs/performance.md and .svg, and README.md")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="name what changed, and end")
    options = parser.parse_args()
    if options.compare:
        print(compare.report(*map(figures.loaded, options.compare)))
        return
    run = figures.Run(machine(), [])
    for signal in options.signal or SIGNALS:
        for case in measured(signal, options):
            run.cases.append(case)
            print(f"{'/'.join(map(str, case.key)):44} {case.seconds['ours'] * 1e6:12,.1f} µs", file=sys.stderr)
    for title, rows in tables.records(run):
        print(f"\n{title}\n\n{tables.text(rows)}")
    print(f"\n{tables.text(tables.summary(run))}")
    if options.save:
        run.save(options.save)
    if options.write_docs:
        document.write("timings", document.timings(run))
        for page in (document.PAGE, document.README):
            document.write("means", document.means(run), page)
        (document.DOCS / "performance.svg").write_text(chart.svg(run, document.SHOWN), encoding="utf-8")


def measured(signal: str, options: argparse.Namespace) -> Iterator[figures.Case]:
    dataset = contenders.dataset(signal)
    serializers, missing = contenders.serializers(signal, options.module)
    for name, reason in missing.items():
        print(f"{signal}: no {name}: {reason}", file=sys.stderr)
    every = [*serializers, *peers(signal)]
    random = Random(0)
    for shape in options.shape or dataset.NAMES:
        for size in options.size or SIZES:
            batch = dataset.batch(shape, size)
            length = _checked(serializers, batch)
            if "warm" in (options.mode or ["warm"]):
                samples = warm(every, batch, _effort(options.effort, size, "warm"), random)
                yield figures.case(signal, shape, size, "warm", length, samples)
            del batch
            if "fresh" in (options.mode or ["fresh"]):
                effort = _effort(options.effort, size, "fresh")
                samples = fresh(every, partial(dataset.batch, shape, size), size, effort, random)
                yield figures.case(signal, shape, size, "fresh", length, samples)


def _effort(factor: float, size: int, mode: str) -> Effort:
    large = size > 1000
    if mode == "warm":
        return Effort(1.2 * factor, 3 if large else 7, 60)
    return Effort(4 * factor, 2 if large else 5, 40)


def _checked(serializers: list[Contender], batch: Any) -> int:
    """The length of the bytes, which all serializers agree on."""
    made: dict[str, Any] = {each.name: each.start()(batch) for each in serializers}
    expected = made[contenders.REFERENCE]
    differing = [name for name, content in made.items() if content != expected]
    if differing:
        raise BytesDiffer(", ".join(differing))
    return len(expected)


if __name__ == "__main__":
    main()
