"""The OpenTelemetry Collector of tests/collector, running on loopback and writing what it understood into files."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.exporters.certificates import Certificates
from tests.exporters.free_port import free_port

BINARY = Path(__file__).parents[2] / "build" / "collector"
SECURITY = ("plain", "tls", "mtls")
PATIENCE = 20.0
# The ids of links and parents are called otherwise or left out by what these tests send.
SPAN_ID = re.compile(r'"spanId":"(\w+)"')

CONFIGURATION = """
receivers:
{receivers}
exporters:
  file/traces: {{path: '{directory}/traces.json', flush_interval: 10ms, append: true}}
  file/metrics: {{path: '{directory}/metrics.json', flush_interval: 10ms, append: true}}
  file/logs: {{path: '{directory}/logs.json', flush_interval: 10ms, append: true}}
service:
  telemetry:
    metrics: {{level: none}}
    logs: {{level: warn}}
  pipelines:
    traces: {{receivers: [otlp/plain, otlp/tls, otlp/mtls], exporters: [file/traces]}}
    metrics: {{receivers: [otlp/plain, otlp/tls, otlp/mtls], exporters: [file/metrics]}}
    logs: {{receivers: [otlp/plain, otlp/tls, otlp/mtls], exporters: [file/logs]}}
"""

RECEIVER = """
  otlp/{name}:
    protocols:
      http: {{endpoint: '127.0.0.1:{http}'{tls}}}
      grpc: {{endpoint: '127.0.0.1:{grpc}'{tls}}}
"""


class Collector:
    """Starts in its constructor; `stop` and `start` are for tests of servers that go and come back."""

    def __init__(self, directory: Path) -> None:
        if not BINARY.exists():
            pytest.skip("build/collector is not there: `make collector` builds it, and needs Go")
        self.directory = directory
        self.certificates = Certificates(directory)
        self.ports = {(transport, mode): free_port() for transport in ("http", "grpc") for mode in SECURITY}
        self._configuration = directory / "collector.yaml"
        self._configuration.write_text(self._text(), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def _text(self) -> str:
        pair = f"cert_file: '{self.certificates.server}', key_file: '{self.certificates.server_key}'"
        tls = {
            "plain": "",
            "tls": f", tls: {{{pair}}}",
            "mtls": f", tls: {{{pair}, client_ca_file: '{self.certificates.authority}'}}",
        }
        receivers = [
            RECEIVER.format(name=mode, http=self.ports["http", mode], grpc=self.ports["grpc", mode], tls=tls[mode])
            for mode in SECURITY
        ]
        return CONFIGURATION.format(receivers="".join(receivers), directory=self.directory)

    def start(self) -> None:
        with open(self.directory / "collector.log", "ab") as log:
            command = [str(BINARY), f"--config={self._configuration}"]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "GOMAXPROCS": "1"})
        deadline = time.monotonic() + PATIENCE
        while not all(_accepts(port) for port in self.ports.values()):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.directory / "collector.log").read_text(encoding="utf-8"))
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends it as an operator does: it answers what it has accepted, and writes it, before it goes."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def endpoint(self, transport: str, mode: str) -> str:
        """The base URL for a transport, without TLS, with it, or with client certificates."""
        return f"{'http' if mode == 'plain' else 'https'}://127.0.0.1:{self.ports[transport, mode]}"

    def lines(self, signal: str) -> list[str]:
        """What was written for a signal, a line a request."""
        path = self.directory / f"{signal}.json"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return text.split("\n")[:-1]

    def written_since(self, signal: str, before: int) -> Any:
        """The one request that was written after the first `before` ones."""
        until(lambda: len(self.lines(signal)) > before)
        [line] = self.lines(signal)[before:]
        return json.loads(line)

    def span_ids(self) -> list[str]:
        """The ids of all spans that were written, in order."""
        return SPAN_ID.findall("\n".join(self.lines("traces")))


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds; gives up in silence, for an assertion to say what is wrong."""
    deadline = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)


def _accepts(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
