"""From a batch to the requests that carry it: one, unless it is larger than a request may be."""

from __future__ import annotations

import logging
from typing import Any

from opentelemetry import proto_native
from opentelemetry.proto_native import _native

from ._signal import Signal


def encoded(signal: Signal, batch: Any, max_bytes: int, log: logging.Logger) -> list[bytes]:
    """The requests of a batch, each within `max_bytes` where that is positive.

    What can't be encoded, or is too large by itself, is left out; the encoder logs it.
    """
    if max_bytes <= 0:
        return [getattr(proto_native, signal.serializer)(batch, errors="replace")]
    parts: list[bytes] = getattr(proto_native, signal.serializer + "_chunked")(batch, max_bytes, errors="replace")
    if len(parts) > 1:
        log.debug(
            "A batch of %s is sent in %d requests to keep to %d bytes each", signal.records, len(parts), max_bytes
        )
    return parts


def count_encodable(signal: Signal, batch: Any) -> int:
    """How many records of a batch can be encoded, whatever their size; 0 where they are too many for any request."""
    try:
        return count_records(signal, getattr(proto_native, signal.serializer)(batch, errors="replace"))
    except proto_native.EncodeError:
        return 0


def count_records(signal: Signal, request: bytes) -> int:
    """How many spans, log records or data points a request carries."""
    return _native.count_records(signal.name, request)
