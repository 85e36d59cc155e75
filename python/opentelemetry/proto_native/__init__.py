"""OpenTelemetry SDK objects to OTLP protobuf bytes, natively.

``serialize_spans``, ``serialize_metrics`` and ``serialize_logs`` take what the SDK hands to an exporter and return the
serialized OTLP export request: the very bytes that the reference encoder and the ``protobuf`` package would make,
without either of them. ``python -m opentelemetry.proto_native`` shows and checks this on the present machine.
"""

from __future__ import annotations

import sys

if sys.implementation.name != "cpython":
    raise ImportError(f"opentelemetry.proto_native reads CPython's own objects; this is {sys.implementation.name}")

# The native module imports EncodeError from here.
from opentelemetry.proto_native._errors import EncodeError
from opentelemetry.proto_native._native import (
    __version__,
    serialize_logs,
    serialize_logs_chunked,
    serialize_metrics,
    serialize_metrics_chunked,
    serialize_spans,
    serialize_spans_chunked,
)

__all__ = [
    "EncodeError",
    "__version__",
    "serialize_logs",
    "serialize_logs_chunked",
    "serialize_metrics",
    "serialize_metrics_chunked",
    "serialize_spans",
    "serialize_spans_chunked",
]
