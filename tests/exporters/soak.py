"""Load on a Collector that is stopped and started: nothing is lost, memory stays flat. For `make soak-exporters`.

Usage: python -m tests.exporters.soak [SECONDS] [RATE]
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.exporters.collector import Collector, until

ROOT = Path(__file__).parents[2]
NAME = re.compile(r'"name":"(\d+)"')
UP_SECONDS = 4.0
DOWN_SECONDS = 2.0


@dataclass
class Outcome:
    """What became of the spans of one run."""

    ended: int
    lost: int
    doubled: int
    restarts: int
    resident_early: float
    resident_late: float

    @property
    def growth(self) -> float:
        """Of resident memory, from the second quarter of the run to the last, as a fraction."""
        return self.resident_late / self.resident_early - 1 if self.resident_early else 0.0


def run(transport: str, seconds: float, rate: int, directory: Path) -> Outcome:
    """One run; the Collector is away for a third of the time."""
    collector = Collector(directory)
    path = "/v1/traces" if transport == "http" else ""
    endpoint = collector.endpoint(transport, "plain") + path
    command = [sys.executable, "-m", "tests.exporters.load", transport, endpoint, str(seconds), str(rate)]
    load = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    end = time.monotonic() + seconds
    restarts = 0
    while time.monotonic() + UP_SECONDS + DOWN_SECONDS < end:
        time.sleep(UP_SECONDS)
        collector.stop()
        time.sleep(DOWN_SECONDS)
        collector.start()
        restarts += 1
    output, _ = load.communicate(timeout=seconds + 120)
    told = json.loads(output)
    until(lambda: _written(collector).total >= told["ended"])
    collector.stop()
    written = _written(collector)
    resident = told["resident"]
    quarter = max(len(resident) // 4, 1)
    return Outcome(
        ended=told["ended"],
        lost=told["ended"] - written.different,
        doubled=written.total - written.different,
        restarts=restarts,
        resident_early=statistics.median(resident[quarter : 2 * quarter] or resident),
        resident_late=statistics.median(resident[-quarter:]),
    )


@dataclass
class _Written:
    total: int
    different: int


def _written(collector: Collector) -> _Written:
    names: Counter[str] = Counter()
    path = collector.directory / "traces.json"
    if path.exists():
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                names.update(NAME.findall(line))
    return _Written(sum(names.values()), len(names))


def main(seconds: float = 600, rate: int = 500) -> int:
    """Both transports in turn; the exit status says whether spans were lost or memory grew."""
    bad = 0
    for transport in ("http", "grpc"):
        with tempfile.TemporaryDirectory() as directory:
            outcome = run(transport, seconds, rate, Path(directory))
        bad += bool(outcome.lost or outcome.growth > 0.05)
        print(
            f"{transport}: {outcome.ended} spans ended, {outcome.lost} lost, {outcome.doubled} arrived twice, "
            f"{outcome.restarts} restarts of the Collector, resident memory "
            f"{outcome.resident_early / 1e6:.1f} -> {outcome.resident_late / 1e6:.1f} MB",
            flush=True,
        )
    return bad


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3])))
