"""Log records over HTTP."""

from __future__ import annotations

from opentelemetry.proto_native.exporter._logs import ExportsLogs

from ._exporter import HttpExporter


class OTLPLogExporter(HttpExporter, ExportsLogs):
    """Exports log records as OTLP over HTTP; see the constructor for its arguments."""
