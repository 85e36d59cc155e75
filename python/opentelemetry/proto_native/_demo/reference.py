"""The reference encoder, where it is installed: what our bytes and our speed are held against."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any

PACKAGE = "opentelemetry-exporter-otlp-proto-common"

_ENCODERS = {
    "spans": ("trace_encoder", "encode_spans"),
    "metrics": ("metrics_encoder", "encode_metrics"),
    "logs": ("_log_encoder", "encode_logs"),
}


def versions() -> dict[str, str] | None:
    """The reference's packages and their versions, or None where it is not installed."""
    try:
        return {name: metadata.version(name) for name in (PACKAGE, "protobuf")}
    except metadata.PackageNotFoundError:
        return None


def serializer(signal: str) -> Callable[[Any], bytes]:
    """What the reference's exporters do with a batch of this signal: build the messages, then serialize them."""
    module, function = _ENCODERS[signal]
    encode = getattr(import_module(f"opentelemetry.exporter.otlp.proto.common.{module}"), function)

    def serialize(batch: Any) -> bytes:
        request: bytes = encode(batch).SerializeToString()
        return request

    return serialize
