"""What a span costs from `on_end` until it is delivered: batch processor, HTTP exporter, a sink on loopback.

Each contender runs in a process of its own, with the same kind of spans, and the sink in another. CPU time is that of
all threads of the process. GIL time is what a thread of pure Python, which always wants the GIL, had to do without.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from bench import document, tables
from bench.compiled import HERE
from bench.machine import machine

BATCH = 512
SHAPE = "web_service"
SOURCES = {
    "reference": "opentelemetry.exporter.otlp.proto.http.trace_exporter",
    "ours": "opentelemetry.proto_native.exporter.http",
    "fastotel": "fastotel",
}


class NotDelivered(Exception):
    """A contender that loses spans is not timed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.end_to_end", description=__doc__)
    parser.add_argument("--batches", type=int, default=60, help=f"of {BATCH} spans, for each figure")
    parser.add_argument("--rounds", type=int, default=5, help="the median is shown")
    parser.add_argument("--write-docs", action="store_true", help="write the block end-to-end of docs/performance.md")
    parser.add_argument("--one", nargs=3, metavar=("NAME", "URL", "WHAT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        name, url, what = options.one
        print(json.dumps(_MEASURES[what](name, url, options.batches)))
        return
    rows = compared(options.batches, options.rounds)
    print(tables.text(rows))
    if options.write_docs:
        document.write("end-to-end", document.dated(rows, machine()))


def compared(batches: int, rounds: int) -> list[list[str]]:
    """One row for each contender that is installed."""
    names = [name for name, module in SOURCES.items() if find_spec(module.partition(".")[0]) and _importable(module)]
    found: dict[tuple[str, str], list[float]] = {}
    with subprocess.Popen([sys.executable, "-m", "bench.sink"], cwd=HERE.parent, stdout=subprocess.PIPE) as sink:
        try:
            assert sink.stdout is not None
            url = sink.stdout.readline().decode().strip()
            for _ in range(rounds):
                for name in names:
                    for what in _MEASURES:
                        found.setdefault((name, what), []).append(_in_process(name, url, what, batches))
        finally:
            sink.kill()
    rows = [["HTTP, batches of 512", "CPU, µs a span", "GIL, µs a span", "CPU, times ours", "GIL, times ours"]]
    medians = {key: statistics.median(values) for key, values in found.items()}
    for name in names:
        own = [medians[name, what] for what in _MEASURES]
        ours = [medians["ours", what] for what in _MEASURES]
        rows.append([name, *map(tables.number, own), *(tables.number(a / b) for a, b in zip(own, ours))])
    return rows


def _importable(module: str) -> bool:
    return find_spec(module) is not None


def _in_process(name: str, url: str, what: str, batches: int) -> float:
    command = [sys.executable, "-m", "bench.end_to_end", "--one", name, url, what, f"--batches={batches}"]
    return float(json.loads(subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True).stdout))


def _processor(name: str, url: str, spans: int) -> Any:
    if name == "fastotel":
        import fastotel

        return fastotel.OTLPSpanProcessor(endpoint=url, max_queue_size=spans + 1, max_export_batch_size=BATCH)
    from importlib import import_module

    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    exporter = import_module(SOURCES[name]).OTLPSpanExporter(endpoint=url)
    return BatchSpanProcessor(exporter, max_queue_size=spans + 1, max_export_batch_size=BATCH)


def _delivered(name: str, url: str, batches: int, around: Callable[[Callable[[], None]], float]) -> float:
    """Microseconds a span of what `around` measures, after a first batch that opens the connection."""
    from tests.datasets import spans as dataset

    processor = _processor(name, url, batches * BATCH)
    for span in dataset.batch(SHAPE, BATCH):
        processor.on_end(span)
    processor.force_flush()
    ended = dataset.batch(SHAPE, batches * BATCH)

    def deliver() -> None:
        for span in ended:
            processor.on_end(span)
        if processor.force_flush(60_000) is False:
            raise NotDelivered(name)

    measured = around(deliver)
    processor.shutdown()
    return measured * 1e6 / len(ended)


def _cpu(deliver: Callable[[], None]) -> float:
    begin = time.process_time()
    deliver()
    return time.process_time() - begin


def _gil(deliver: Callable[[], None]) -> float:
    """Seconds in which the GIL was not to be had, by a thread that does nothing but hold it when it can."""
    done = threading.Event()
    had: list[float] = []

    def spin() -> None:
        begin = time.thread_time()
        while not done.is_set():
            pass
        had.append(time.thread_time() - begin)

    sys.setswitchinterval(0.0005)
    spinning = threading.Thread(target=spin)
    begin = time.perf_counter()
    spinning.start()
    deliver()
    done.set()
    spinning.join()
    return max(time.perf_counter() - begin - had[0], 1e-9)


_MEASURES: dict[str, Callable[[str, str, int], float]] = {
    "cpu": lambda name, url, batches: _delivered(name, url, batches, _cpu),
    "gil": lambda name, url, batches: _delivered(name, url, batches, _gil),
}


if __name__ == "__main__":
    main()
