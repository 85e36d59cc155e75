"""Spans over gRPC."""

from __future__ import annotations

from opentelemetry.proto_native.exporter._traces import ExportsSpans

from ._exporter import GrpcExporter


class OTLPSpanExporter(GrpcExporter, ExportsSpans):
    """Exports spans as OTLP over gRPC; see the constructor for its arguments."""
