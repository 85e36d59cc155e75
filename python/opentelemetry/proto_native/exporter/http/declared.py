"""What the entry points `otlp_native_http` name: exporters with declarative configuration's keys as arguments."""

from __future__ import annotations

from typing import Any

from opentelemetry.proto_native.exporter._declared import metric_arguments, shared_arguments

from . import logs, metrics, traces

__all__ = ["OTLPLogExporter", "OTLPMetricExporter", "OTLPSpanExporter"]


def _arguments(declared: dict[str, Any]) -> dict[str, Any]:
    arguments = shared_arguments(declared)
    tls = arguments.pop("tls", None) or {}
    for argument, key in (
        ("certificate_file", "ca_file"),
        ("client_key_file", "key_file"),
        ("client_certificate_file", "cert_file"),
    ):
        if tls.get(key):
            arguments[argument] = tls[key]
    return arguments


class OTLPSpanExporter(traces.OTLPSpanExporter):
    """Exports spans; the arguments are the keys of the schema's `otlp_http`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**_arguments(declared))


class OTLPMetricExporter(metrics.OTLPMetricExporter):
    """Exports metrics; the arguments are the keys of the schema's `otlp_http`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**metric_arguments(_arguments(declared)))


class OTLPLogExporter(logs.OTLPLogExporter):
    """Exports log records; the arguments are the keys of the schema's `otlp_http`, `timeout` in milliseconds."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**_arguments(declared))
