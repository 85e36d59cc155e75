"""Runs under callgrind: calls one serializer once on each batch that is counted."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from bench import contenders
from bench.compiled import compiled


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("contender", choices=["ours", "floor", "reference"])
    parser.add_argument("signal", choices=contenders.SIGNALS)
    parser.add_argument("shapes")
    parser.add_argument("size", type=int)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--layout", type=int, default=0)
    options = parser.parse_args()
    # Keeps the names that are interned below at other addresses than in another layout.
    shift = [f"{number:060}" for number in range(37 * options.layout)]

    if options.contender == "ours":
        serialize = contenders.ours(options.signal, options.module)
    else:
        serialize = getattr(contenders, options.contender)(options.signal)
    counted = compiled(Path(__file__).with_name("counted.c")).counted
    dataset = contenders.dataset(options.signal)
    gc.disable()
    for shape in options.shapes.split(","):
        # The first call grows what is kept between calls; the batch of the fresh call has never been read.
        batch = dataset.batch(shape, options.size)
        serialize(batch)
        counted(serialize, batch, f"{shape} warm")
        counted(serialize, dataset.batch(shape, options.size), f"{shape} fresh")
    del shift


if __name__ == "__main__":
    main()
