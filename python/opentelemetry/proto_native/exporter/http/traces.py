"""Spans over HTTP."""

from __future__ import annotations

from opentelemetry.proto_native.exporter._traces import ExportsSpans

from ._exporter import HttpExporter


class OTLPSpanExporter(HttpExporter, ExportsSpans):
    """Exports spans as OTLP over HTTP; see the constructor for its arguments."""
