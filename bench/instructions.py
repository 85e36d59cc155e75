"""Instructions per record of each shape: `python -m bench.instructions --signal spans --shape minimal --profile`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import contenders
from bench.callgrind import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    parser.add_argument("--signal", choices=contenders.SIGNALS, default="spans")
    parser.add_argument("--shape", action="append", help="may be given again; without it, every shape of the signal")
    parser.add_argument("--size", type=int, default=512, help="records a batch")
    parser.add_argument("--module", type=Path, help="an extension module to take instead of the installed one")
    parser.add_argument("--layouts", type=int, default=run.LAYOUTS, help="processes, of which the best is taken")
    parser.add_argument("--floor", action="store_true", help="count the yardstick too")
    parser.add_argument("--profile", action="store_true", help="print where the instructions go, warm and fresh")
    options = parser.parse_args()
    shapes = options.shape or list(contenders.dataset(options.signal).NAMES)

    counts: dict[str, dict[str, run.Count]] = {}
    for contender in ("ours", "floor") if options.floor else ("ours",):
        module = options.module if contender == "ours" else None
        counts[contender] = run.count(contender, options.signal, shapes, options.size, options.layouts, module)
    if options.profile:
        for label, count in counts["ours"].items():
            print(f"{label}: {count.instructions / options.size:.0f} a record\n{run.profile(count)}\n")
    print(f"{'instructions a record':30}" + "".join(f"{name:>12}" for name in counts))
    for label in counts["ours"]:
        totals = [by_label[label].instructions for by_label in counts.values()]
        print(f"{label:30}" + "".join(f"{total / options.size:12.1f}" for total in totals), end="")
        print(f"{totals[0] / totals[1]:9.3f}" if options.floor else "")


if __name__ == "__main__":
    main()
