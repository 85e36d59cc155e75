"""Compression of requests: which kind, and doing it."""

from __future__ import annotations

import enum
import gzip
import logging
import zlib

from . import _variables as variables
from ._signal import Signal


class Compression(enum.Enum):
    """How requests are compressed; `Deflate` is outside the OTLP specification, some receivers know it."""

    NoCompression = "none"
    Deflate = "deflate"
    Gzip = "gzip"


def chosen_compression(argument: object, signal: Signal, log: logging.Logger) -> Compression:
    """The argument (this enumeration, another package's of the same values, or a text), else the environment."""
    given = getattr(argument, "value", argument)
    if given is None:
        given = variables.either(signal, "COMPRESSION") or "none"
    try:
        return Compression(str(given).strip().lower())
    except ValueError:
        log.warning("Compression %r is unknown: sending without", given)
        return Compression.NoCompression


def compressed(request: bytes, compression: Compression) -> bytes:
    """The request as it goes over the wire; gzip without a time in its header: equal input gives equal output."""
    if compression is Compression.Gzip:
        return gzip.compress(request, mtime=0)
    if compression is Compression.Deflate:
        return zlib.compress(request)
    return request
