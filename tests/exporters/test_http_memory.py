"""HTTP: answers made to exhaust memory don't."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.exporters.http_server import HttpServer, endless, protobuf
from tests.exporters.telemetry import spans

resource = pytest.importorskip("resource", reason="peak memory is read with the resource module of POSIX systems")

LIMIT = 4 * 1024 * 1024


def _peak_kilobytes() -> int:
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak


def test_an_answer_that_does_not_end_is_a_failure_that_costs_no_memory(make_exporter: Any, delays: list[int]) -> None:
    before = _peak_kilobytes()
    with HttpServer(endless) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert len(server.received) == 1
    assert _peak_kilobytes() - before < 32 * 1024


def test_an_answer_that_swells_when_decompressed_is_a_failure_that_costs_no_memory(make_exporter: Any) -> None:
    bomb = gzip.compress(bytes(256 * 1024 * 1024), compresslevel=9)
    assert len(bomb) < LIMIT
    before = _peak_kilobytes()
    with HttpServer(protobuf(200, bomb, **{"Content-Encoding": "gzip"})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert _peak_kilobytes() - before < 32 * 1024
