"""A short run of what `make soak-exporters` does for ten minutes."""

from __future__ import annotations

from pathlib import Path

from tests.exporters import soak


def test_a_collector_that_is_stopped_and_started_under_load_loses_no_span(transport: str, tmp_path: Path) -> None:
    outcome = soak.run(transport, seconds=15, rate=400, directory=tmp_path)
    assert outcome.ended > 5000
    assert outcome.restarts == 2
    assert outcome.lost == 0
    assert outcome.doubled == 0
    assert outcome.growth < 0.2
