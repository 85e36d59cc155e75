"""The entry points, and examples/web_service: zero-code instrumentation sends three signals through us."""

from __future__ import annotations

import os
import re
import shutil
import signal as signals
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk import _configuration as sdk_configuration
from opentelemetry.util._importlib_metadata import entry_points

from tests.exporters.classes import CLASSES
from tests.exporters.free_port import free_port
from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer
from tests.exporters.messages import METHODS, REQUESTS

EXAMPLE = Path(__file__).parents[2] / "examples" / "web_service"


def test_the_sdk_finds_each_exporter_by_its_name(transport: str, signal: str) -> None:
    [entry_point] = entry_points(group=f"opentelemetry_{signal}_exporter", name=f"otlp_native_{transport}")
    assert issubclass(entry_point.load(), CLASSES[transport, signal])


def test_the_sdks_own_setup_accepts_the_names(transport: str) -> None:
    names = [f"otlp_native_{transport}"]
    found = sdk_configuration._import_exporters(names, names, names)
    assert [list(exporters) for exporters in found[:3]] == [names, names, names]


def _commands() -> list[str]:
    """The lines of the README's one code block."""
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return str(block).splitlines()


def _environment() -> dict[str, str]:
    """What the README exports."""
    exports = [line.removeprefix("export ").split() for line in _commands() if line.startswith("export ")]
    return dict(assignment.split("=", 1) for line in exports for assignment in line)


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)


def _responds(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_the_readme_has_five_lines_that_install_configure_run_and_ask() -> None:
    assert [line.split()[0] for line in _commands()] == ["pip", "export", "export", "opentelemetry-instrument", "curl"]


@pytest.mark.skipif(os.name == "nt", reason="the example is ended by SIGINT, which Windows does not deliver")
def test_the_example_sends_three_signals_and_never_imports_protobuf(transport: str, tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.instrumentation.flask", reason="zero-code instrumentation is not installed here")
    instrument = shutil.which("opentelemetry-instrument", path=str(Path(sys.executable).parent))
    assert instrument
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OTEL_")},
        **{name: value.replace("_http", f"_{transport}") for name, value in _environment().items()},
        "OTEL_METRIC_EXPORT_INTERVAL": "500",
        "PYTHONPROFILEIMPORTTIME": "1",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = server.url if transport == "http" else f"http://{server.target}"
        port = free_port()
        command = [instrument, *_commands()[3].partition("#")[0].split()[1:], f"--port={port}"]
        command[1] = str(Path(sys.executable).parent / command[1])
        with open(tmp_path / "stderr", "wb") as stderr:
            service = subprocess.Popen(
                command, cwd=EXAMPLE, env=environment, stderr=stderr, stdout=stderr, preexec_fn=_heed_interrupts
            )
            try:
                path = _commands()[4].partition("#")[0].strip().rpartition("localhost:5000")[2]
                _until(lambda: _responds(f"http://127.0.0.1:{port}{path}"))
                _until(lambda: set(_signals(server)) == {"traces", "metrics", "logs"})
            finally:
                service.send_signal(signals.SIGINT)
                service.wait(30)
    log = (tmp_path / "stderr").read_text(encoding="utf-8")
    assert set(_signals(server)) == {"traces", "metrics", "logs"}, log
    assert b"GET /roll/<int:sides>" in b"".join(_signals(server)["traces"])
    assert b"rolled" in b"".join(_signals(server)["logs"])
    assert b"http.server" in b"".join(_signals(server)["metrics"])
    for signal, bodies in _signals(server).items():
        assert all(REQUESTS[signal].FromString(body).ByteSize() for body in bodies)
    imported = set(re.findall(r"^import time:.*\| +([\w.]+)$", log, re.MULTILINE))
    assert "opentelemetry.proto_native._native" in imported
    assert {name for name in imported if name.startswith("google.")} == set()


def _heed_interrupts() -> None:
    """A shell lets what it runs in the background ignore them, and that is handed down."""
    signals.signal(signals.SIGINT, signals.SIG_DFL)


def _signals(server: Any) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for received in list(server.received):
        where = getattr(received, "path", None) or received.method
        name = next(signal for signal, method in METHODS.items() if where in (f"/v1/{signal}", method))
        found.setdefault(name, []).append(received.body)
    return found
