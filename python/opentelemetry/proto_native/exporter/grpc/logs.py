"""Log records over gRPC."""

from __future__ import annotations

from opentelemetry.proto_native.exporter._logs import ExportsLogs

from ._exporter import GrpcExporter


class OTLPLogExporter(GrpcExporter, ExportsLogs):
    """Exports log records as OTLP over gRPC; see the constructor for its arguments."""
