"""From a batch to the requests that carry it: one, unless it is larger than a request may be."""

from __future__ import annotations

import logging
from typing import Any

from opentelemetry import proto_native
from opentelemetry.proto_native import _native

from ._signal import Signal


def encoded(signal: Signal, batch: Any, max_bytes: int, log: logging.Logger) -> list[bytes]:
    """The requests of a batch, each within `max_bytes` where that is positive.

    Splitting costs a second walk over the objects, which only a batch that is too large pays. What can't be encoded, or
    is too large by itself, is left out; the encoder logs it.
    """
    request: bytes = getattr(proto_native, signal.serializer)(batch, errors="replace")
    if not 0 < max_bytes < len(request):
        return [request]
    log.debug("A request with %s of %d bytes is split to keep to %d", signal.records, len(request), max_bytes)
    parts: list[bytes] = getattr(proto_native, signal.serializer + "_chunked")(batch, max_bytes, errors="replace")
    return parts


def count_records(signal: Signal, request: bytes) -> int:
    """How many spans, log records or data points a request carries."""
    return _native.count_records(signal.name, request)
