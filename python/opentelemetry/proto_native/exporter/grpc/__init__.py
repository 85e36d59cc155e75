"""OTLP over gRPC, on grpcio: `pip install opentelemetry-proto-native[grpc]`.

The classes take the arguments, in the order, of those in `opentelemetry.exporter.otlp.proto.grpc`, and read the same
environment variables. A signal's SDK modules are imported when its class is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

try:
    import grpc  # noqa: F401
except ImportError as error:
    raise ImportError("grpcio is missing: pip install 'opentelemetry-proto-native[grpc]' brings it") from error

from opentelemetry.proto_native.exporter._compression import Compression

if TYPE_CHECKING:
    from .logs import OTLPLogExporter
    from .metrics import OTLPMetricExporter
    from .traces import OTLPSpanExporter

__all__ = ["Compression", "OTLPLogExporter", "OTLPMetricExporter", "OTLPSpanExporter"]

_MODULES = {"OTLPLogExporter": ".logs", "OTLPMetricExporter": ".metrics", "OTLPSpanExporter": ".traces"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULES[name], __name__), name)
