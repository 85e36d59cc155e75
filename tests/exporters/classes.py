"""The exporter classes by transport and signal, ours and the reference's."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Any

import pytest
from opentelemetry.proto_native.exporter import grpc, http

CLASSES: dict[tuple[str, str], Any] = {
    ("http", "traces"): http.OTLPSpanExporter,
    ("http", "metrics"): http.OTLPMetricExporter,
    ("http", "logs"): http.OTLPLogExporter,
    ("grpc", "traces"): grpc.OTLPSpanExporter,
    ("grpc", "metrics"): grpc.OTLPMetricExporter,
    ("grpc", "logs"): grpc.OTLPLogExporter,
}

_MODULES = {"traces": "trace_exporter", "metrics": "metric_exporter", "logs": "_log_exporter"}


def reference_class(transport: str, signal: str) -> Any:
    """The reference's class of the same name."""
    module = import_module(f"opentelemetry.exporter.otlp.proto.{transport}.{_MODULES[signal]}")
    return getattr(module, CLASSES[transport, signal].__name__)


def reference_version() -> tuple[int, ...]:
    """Of the reference's HTTP exporter; the gRPC one is released together with it."""
    return tuple(int(part) for part in version("opentelemetry-exporter-otlp-proto-http").split(".")[:2])


# Older references lack arguments and features that these exporters have on every SDK.
needs_newest_reference = pytest.mark.skipif(
    reference_version() < (1, 45), reason="compares with what reference 1.45 does"
)
