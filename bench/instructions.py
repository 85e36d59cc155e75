"""Instructions a record of each shape, by callgrind: `python -m bench.instructions --signal spans --shape minimal`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import contenders, document
from bench.callgrind import recorded, run
from bench.compiled import NotAvailable
from bench.machine import machine


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    parser.add_argument(
        "--signal", action="append", choices=contenders.SIGNALS, help="may be given again; default: all"
    )
    parser.add_argument("--shape", action="append", help="may be given again; default: every shape of the signal")
    parser.add_argument("--size", type=int, default=512, help="records a batch")
    parser.add_argument("--module", type=Path, help="an extension module to take instead of the installed one")
    parser.add_argument("--layouts", type=int, default=run.LAYOUTS, help="processes, of which the best is taken")
    parser.add_argument("--floor", action="store_true", help="count the yardstick too")
    parser.add_argument("--profile", action="store_true", help="print where the instructions go, warm and fresh")
    parser.add_argument("--record", action="store_true", help=f"write docs/{recorded.FILE.name} and the table in docs")
    parser.add_argument("--check", action="store_true", help="fail when a shape needs over 10 %% more than recorded")
    options = parser.parse_args()
    try:
        return _check(options) if options.check else _show(options)
    except NotAvailable as reason:
        print(f"cannot count instructions: {reason}", file=sys.stderr)
        return 2


def _show(options: argparse.Namespace) -> int:
    counts: recorded.Counts = {}
    for signal in options.signal or contenders.SIGNALS:
        shapes = [shape for shape in contenders.dataset(signal).NAMES if shape in (options.shape or [shape])]
        if shapes:
            counts[signal] = _counted(signal, shapes, options, options.layouts, options.floor or options.record)
    if options.record:
        if options.signal or options.shape:
            print("a record holds every shape: give neither --signal nor --shape", file=sys.stderr)
            return 2
        facts = {
            name: fact.split(",")[0] for name, fact in machine().items() if name in ("Python", "opentelemetry-sdk")
        }
        record = recorded.Record(facts, options.size, counts)
        record.save()
        document.write("instructions", recorded.markdown(record))
    return 0


def _check(options: argparse.Namespace) -> int:
    """One layout first; what is over its limit there is counted in several, since single processes can be unlucky."""
    record = recorded.loaded()
    options.size = record.size
    wanted = {
        signal: [shape for shape in contenders.dataset(signal).NAMES if shape in (options.shape or [shape])]
        for signal in options.signal or contenders.SIGNALS
    }
    missing = recorded.unrecorded(record.counts, wanted)
    found: list[recorded.Excess] = []
    for signal, shapes in wanted.items():
        now = {signal: _counted(signal, shapes, options, 1, True)}
        again = dict.fromkeys(excess.label.rsplit(" ", 1)[0] for excess in recorded.excesses(record.counts, now))
        if again:
            now = {signal: _counted(signal, list(again), options, max(run.LAYOUTS, options.layouts), True)}
            found += recorded.excesses(record.counts, now)
    for shape in missing:
        print(f"{shape} has no record: run `make bench-instructions`", file=sys.stderr)
    for excess in found:
        print(excess, file=sys.stderr)
    return 1 if found or missing else 0


def _counted(
    signal: str, shapes: Sequence[str], options: argparse.Namespace, layouts: int, floor: bool
) -> dict[str, dict[str, float]]:
    """Counts, and prints what it counts."""
    counts: dict[str, dict[str, float]] = {}
    for contender in ("ours", "floor") if floor else ("ours",):
        module = options.module if contender == "ours" else None
        for label, count in run.count(contender, signal, shapes, options.size, layouts, module).items():
            counts.setdefault(label, {})[contender] = round(count.instructions / options.size, 1)
            if options.profile and contender == "ours":
                print(f"{label}: {counts[label][contender]:.0f} a record\n{run.profile(count)}\n")
    print(f"{signal + ', instructions a record':40}{'ours':>12}" + ("       floor  ours/floor" if floor else ""))
    for label, by_contender in counts.items():
        row = f"{label:40}" + "".join(f"{value:12,.1f}" for value in by_contender.values())
        print(row + (f"{by_contender['ours'] / by_contender['floor']:12.3f}" if floor else ""), flush=True)
    return counts


if __name__ == "__main__":
    sys.exit(main())
