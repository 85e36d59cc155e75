"""After which status codes an export is tried again."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable

import grpc

VARIABLE = "OTEL_PYTHON_EXPORTER_OTLP_GRPC_RETRYABLE_ERROR_CODES"

ALWAYS = frozenset(
    {
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.ABORTED,
        grpc.StatusCode.OUT_OF_RANGE,
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DATA_LOSS,
    }
)


def chosen_codes(argument: Iterable[grpc.StatusCode] | None, log: logging.Logger) -> frozenset[grpc.StatusCode]:
    """The argument's codes, else the variable's, else the specification's.

    RESOURCE_EXHAUSTED is not among the last: it is retried when the server says after which delay, see the transport.
    """
    if argument:
        return frozenset(argument)
    codes = set()
    for word in os.environ.get(VARIABLE, "").split(","):
        name = word.strip().upper()
        if name in grpc.StatusCode.__members__:
            codes.add(grpc.StatusCode[name])
        elif name:
            log.warning("%s holds %r, which is no status code of gRPC: ignored", VARIABLE, name)
    return frozenset(codes) or ALWAYS
