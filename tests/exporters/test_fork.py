"""Forks: children export over connections of their own, every span arrives exactly once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto_native.exporter import _fork
from opentelemetry.proto_native.exporter._retry import Deadline

from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer
from tests.exporters.messages import REQUESTS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

ROOT = Path(__file__).parents[2]
CHILDREN = 4
SPANS = 200


def _names(bodies: list[bytes]) -> Counter[str]:
    return Counter(
        span.name
        for body in bodies
        for resource in REQUESTS["traces"].FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    )


def _run(module: str, *arguments: object) -> None:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert finished.returncode == 0, finished.stderr


def test_children_forked_under_load_and_their_parent_deliver_every_span_once(transport: str) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        _run("tests.exporters.forking", transport, endpoint, CHILDREN, SPANS)
    names = _names([received.body for received in server.received])
    expected = {"before": SPANS, "parent": SPANS * 10, **{f"child{child}": SPANS for child in range(CHILDREN)}}
    assert names == Counter({f"{name}-{number}": 1 for name, count in expected.items() for number in range(count)})


class _Renewable:
    """Takes all the time that it gets for a pause, and fails afterwards."""

    def __init__(self) -> None:
        self.followed: list[str] = []

    def _pause(self, deadline: Deadline) -> None:
        self.followed.append("pause")
        time.sleep(deadline.left())
        raise RuntimeError("no pause")

    def _resume(self) -> None:
        self.followed.append("resume")
        raise RuntimeError("no end of the pause")

    def _renew(self) -> None:
        self.followed.append("renew")
        raise RuntimeError("no new beginning")


def test_a_fork_waits_once_for_all_exporters_and_no_exporter_suffers_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_fork, "LONGEST_PAUSE", 0.3)
    exporters = [_Renewable() for _ in range(4)]
    for exporter in exporters:
        _fork.renew_in_children(exporter)
    begin = time.monotonic()
    _fork._pause_all()
    assert 0.3 <= time.monotonic() - begin < 0.9
    _fork._resume_all()
    _fork._renew_all()
    assert all(exporter.followed == ["pause", "resume", "renew"] for exporter in exporters)


def test_each_process_has_a_connection_of_its_own() -> None:
    with HttpServer() as server:
        _run("tests.exporters.forking", "http", server.url, CHILDREN, SPANS)
    owners: dict[tuple[str, int], set[str]] = {}
    for received in server.received:
        names = _names([received.body])
        owners.setdefault(received.peer, set()).update(name.partition("-")[0] for name in names)
    assert len(owners) >= CHILDREN + 1
    assert all(len(names - {"before"}) <= 1 for names in owners.values())


def _get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return str(answer.read().decode())


def test_every_worker_of_a_preloaded_gunicorn_delivers_its_spans_once(transport: str, tmp_path: Path) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        environment = {
            **os.environ,
            "TRANSPORT": transport,
            "OTEL_EXPORTER_OTLP_ENDPOINT": server.url if transport == "http" else f"http://{server.target}",
        }
        command = [sys.executable, "-m", "gunicorn", "tests.exporters.preloaded_app:app", "--preload"]
        options = ["--workers=3", "--bind=127.0.0.1:0", f"--worker-tmp-dir={tmp_path}"]
        with open(tmp_path / "log", "wb+") as log:
            gunicorn = subprocess.Popen(command + options, cwd=ROOT, env=environment, stderr=log)
            try:
                port = int(_awaited(tmp_path / "log", r"Listening at: http://127\.0\.0\.1:(\d+)"))
                with ThreadPoolExecutor(12) as many:
                    workers = set(many.map(lambda number: _get(port, f"/{number}"), range(600)))
            finally:
                gunicorn.terminate()
                gunicorn.wait(30)
    names = _names([received.body for received in server.received])
    assert len(workers) > 1
    assert names == Counter({"master": 1, **{f"/{number}": 1 for number in range(600)}})


def _awaited(log: Path, pattern: str) -> str:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found = re.search(pattern, log.read_text(encoding="utf-8"))
        if found:
            return found[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))
