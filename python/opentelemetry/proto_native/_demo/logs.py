"""Real log records, made by `logging` and the SDK's handler: structured bodies, and a batch of plain messages."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from opentelemetry.proto_native._demo.case import SCOPE_NAME, Case, resource
from opentelemetry.sdk import _logs
from opentelemetry.sdk._logs import LoggerProvider, export
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import ALWAYS_ON


def cases(count: int) -> Iterator[Case]:
    """The batches of this signal; `count` is the size of the large one."""
    records = _collect(_structured_bodies)
    yield Case("logs", "structured bodies, an exception", len(records), records)
    yield Case("logs", f"{count} records from logging", count, _collect(lambda logger: _messages(logger, count)))


def _collect(emit: Callable[[logging.Logger], None]) -> list[Any]:
    # The name without "Record" is that of releases before 1.39.
    memory: Any = getattr(export, "InMemoryLogRecordExporter", None) or export.InMemoryLogExporter
    exporter = memory()
    provider = LoggerProvider(resource=resource(), shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    # A logger outside the tree of names: whatever the process has configured stays out of it.
    logger = logging.Logger(SCOPE_NAME, logging.DEBUG)
    logger.addHandler(_handler(provider))
    tracer = TracerProvider(sampler=ALWAYS_ON, shutdown_on_exit=False).get_tracer(SCOPE_NAME)
    with tracer.start_as_current_span("logged"):
        emit(logger)
    return list(exporter.get_finished_logs())


def _handler(provider: LoggerProvider) -> logging.Handler:
    # The SDK deprecates its handler in favour of the one of opentelemetry-instrumentation-logging.
    owner = (
        _logs if hasattr(_logs, "LoggingHandler") else import_module("opentelemetry.instrumentation.logging.handler")
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        handler: logging.Handler = owner.LoggingHandler(logger_provider=provider)
    return handler


def _structured_bodies(logger: logging.Logger) -> None:
    logger.info({"order": {"id": 17, "lines": [{"sku": "A-1", "count": 2}, {"sku": "B-9", "count": 1}], "paid": True}})
    logger.debug(["list", 1, 2.5, False, b"\x00\xff"])
    logger.warning(4711)
    logger.critical("Grüße, 世界 🌍", extra={"ratio": 0.5, "tags": ["a", "b"]})
    try:
        raise TimeoutError("the payment service did not answer")
    except TimeoutError:
        logger.exception("charge failed")


def _messages(logger: logging.Logger, count: int) -> None:
    for number in range(count):
        logger.info("order %d accepted in %.1f ms", number, number / 7, extra={"order.id": number, "tier": "gold"})
