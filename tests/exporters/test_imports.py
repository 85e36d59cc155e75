"""What importing and using the exporters brings in, and what it does not."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer

PACKAGE = "opentelemetry.proto_native"
CLASSES = {"traces": "OTLPSpanExporter", "metrics": "OTLPMetricExporter", "logs": "OTLPLogExporter"}
BATCHES = "from tests.exporters.telemetry import BATCHES"


def _modules_after(code: str, *arguments: str) -> set[str]:
    program = f"{code}\nimport sys\nprint('MODULES', *sys.modules)"
    finished = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return set(finished.stdout.partition("MODULES")[2].split())


def _of(modules: set[str], *packages: str) -> set[str]:
    return {name for name in modules if re.match(rf"({'|'.join(packages)})(\.|$)", name)}


def test_exporting_a_signal_never_imports_protobuf_or_the_reference(transport: str, signal: str) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        modules = _modules_after(
            f"import sys\n{BATCHES}\n"
            f"from {PACKAGE}.exporter.{transport} import {CLASSES[signal]} as Exporter\n"
            f"exporter = Exporter(sys.argv[1])\n"
            f"assert exporter.export(BATCHES['{signal}']()).name == 'SUCCESS'\n"
            "exporter.shutdown()\n",
            endpoint,
        )
    assert len(server.received) == 1
    assert _of(modules, "google", "opentelemetry.proto", "opentelemetry.exporter") == set()


def test_each_transport_leaves_the_others_library_alone() -> None:
    http = _modules_after(f"from {PACKAGE}.exporter.http import OTLPSpanExporter\nOTLPSpanExporter()")
    assert _of(http, "grpc", "requests") == set()
    grpc = _modules_after(f"from {PACKAGE}.exporter.grpc import OTLPSpanExporter\nOTLPSpanExporter()")
    assert _of(grpc, "urllib3", "requests") == set()


def test_the_core_is_free_of_both() -> None:
    modules = _modules_after(f"import {PACKAGE}, {PACKAGE}.exporter")
    assert _of(modules, "grpc", "urllib3", "requests") == set()


@pytest.mark.parametrize(("transport", "library"), [("http", "urllib3"), ("grpc", "grpc")])
def test_a_missing_library_is_an_import_error_that_names_the_extra(transport: str, library: str) -> None:
    _modules_after(
        f"import sys\nsys.modules['{library}'] = None\n"
        "try:\n"
        f"    import {PACKAGE}.exporter.{transport}\n"
        "except ImportError as error:\n"
        f"    assert 'opentelemetry-proto-native[{transport}]' in str(error), error\n"
        "else:\n"
        "    raise AssertionError\n"
    )


def test_an_unknown_name_is_an_attribute_error(transport: str) -> None:
    _modules_after(f"import {PACKAGE}.exporter.{transport} as exporter\nassert not hasattr(exporter, 'OTLPExporter')")
