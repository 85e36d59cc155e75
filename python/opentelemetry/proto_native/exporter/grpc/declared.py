"""What the entry points `otlp_native_grpc` name: exporters with declarative configuration's keys as arguments."""

from __future__ import annotations

import logging
from typing import Any

from opentelemetry.proto_native.exporter._declared import metric_arguments, shared_arguments
from opentelemetry.proto_native.exporter._tls import TlsFiles

from . import logs, metrics, traces
from ._credentials import credentials_of

__all__ = ["OTLPLogExporter", "OTLPMetricExporter", "OTLPSpanExporter"]

_log = logging.getLogger(__name__)


def _arguments(declared: dict[str, Any]) -> dict[str, Any]:
    arguments = shared_arguments(declared)
    tls = arguments.pop("tls", None) or {}
    if tls.get("insecure") is not None:
        arguments["insecure"] = tls["insecure"]
    if tls.get("ca_file") or tls.get("cert_file"):
        files = TlsFiles(tls.get("ca_file"), tls.get("cert_file"), tls.get("key_file"))
        arguments["credentials"] = credentials_of(files, _log)
    return arguments


class OTLPSpanExporter(traces.OTLPSpanExporter):
    """Exports spans; the arguments are the keys of the schema's `otlp_grpc`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**_arguments(declared))


class OTLPMetricExporter(metrics.OTLPMetricExporter):
    """Exports metrics; the arguments are the keys of the schema's `otlp_grpc`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**metric_arguments(_arguments(declared)))


class OTLPLogExporter(logs.OTLPLogExporter):
    """Exports log records; the arguments are the keys of the schema's `otlp_grpc`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**_arguments(declared))
