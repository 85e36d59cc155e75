"""Batches of log records by shape, made through `logging` and the SDK's handler."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from opentelemetry.sdk import _logs
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, use_span

from tests.datasets.common import SCOPE, Ids, moments, prose, resource

LEVELS = (logging.INFO, logging.DEBUG, logging.INFO, logging.WARNING)
# Records of one trace.
A_TRACE = 4


class _Kept:
    """An exporter that keeps what it is given."""

    def __init__(self) -> None:
        self.records: list[Any] = []

    def export(self, batch: Sequence[Any]) -> None:
        self.records.extend(batch)

    def shutdown(self) -> None:
        pass


def _handler(provider: LoggerProvider) -> logging.Handler:
    # The SDK deprecates its handler in favour of the one of opentelemetry-instrumentation-logging.
    owner: Any = _logs
    if not hasattr(_logs, "LoggingHandler"):
        owner = import_module("opentelemetry.instrumentation.logging.handler")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return owner.LoggingHandler(logger_provider=provider)


def _logging(number: int) -> dict[str, Any]:
    """A message put together from its arguments, and two values beside it."""
    return {
        "msg": "order %d accepted in %.1f ms",
        "args": (number, number / 7),
        "order.id": number,
        "order.tier": f"tier {number % 3}",
    }


def _structured_body(number: int) -> dict[str, Any]:
    lines = [{"sku": f"A-{number}-{line}", "count": line, "price": line * 1.5} for line in range(1, 4)]
    order = {"id": number, "paid": number % 2 == 0, "customer": f"customer {number}", "lines": lines}
    return {"msg": {"event": "order.accepted", "order": order, "tags": ["shop", "orders"]}}


def _long_message(number: int) -> dict[str, Any]:
    """4 kB, each fourth not ASCII."""
    if number % 4 == 3:
        return {"msg": prose(number, "latin", 4000)}
    return {"msg": f"{number}: " + "the customer asked for the state of an order and waits; " * 72}


_SHAPES: dict[str, Callable[[int], dict[str, Any]]] = {
    "logging": _logging,
    "structured_bodies": _structured_body,
    "long_messages": _long_message,
}

NAMES = tuple(_SHAPES)


def batch(name: str, size: int) -> list[Any]:
    """Exactly `size` log records, all their objects made anew."""
    kept = _Kept()
    provider = LoggerProvider(resource=resource(), shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(kept))  # type: ignore[arg-type]
    handler = _handler(provider)
    ids = Ids()
    for first in range(0, size, A_TRACE):
        context = SpanContext(ids.generate_trace_id(), ids.generate_span_id(), False, TraceFlags(1))
        with use_span(NonRecordingSpan(context)):
            for number in range(first, min(first + A_TRACE, size)):
                handler.emit(logging.makeLogRecord({**_place(number), **_SHAPES[name](number)}))
    _settle_times(kept.records)
    return kept.records


def _place(number: int) -> dict[str, Any]:
    level = LEVELS[number % len(LEVELS)]
    return {
        "name": SCOPE[0],
        "levelno": level,
        "levelname": logging.getLevelName(level),
        "pathname": "/srv/shop/orders.py",
        "filename": "orders.py",
        "module": "orders",
        "funcName": "accept",
        "lineno": 40 + number % 5,
    }


def _settle_times(records: list[Any]) -> None:
    """The clock's readings made the same in every run."""
    clock = moments()
    for record in records:
        record.log_record.timestamp = next(clock)
        record.log_record.observed_timestamp = next(clock)
