"""Spans, metrics and log records made by the real SDK, for exporting."""

from __future__ import annotations

import logging
import warnings
from typing import Any

from opentelemetry.metrics import Observation
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs import export as logs_export
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricsData
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

RESOURCE = Resource({"service.name": "exporters-under-test", "service.instance.id": "1"})

# Renamed in SDK 1.39.
InMemoryLogExporter: Any = getattr(logs_export, "InMemoryLogRecordExporter", None) or logs_export.InMemoryLogExporter


def spans(count: int = 3, text: str = "value") -> list[ReadableSpan]:
    """Ended spans with attributes, an event and a link to the one before."""
    memory = InMemorySpanExporter()
    provider = TracerProvider(resource=RESOURCE)
    provider.add_span_processor(SimpleSpanProcessor(memory))
    tracer = provider.get_tracer("tests.exporters", "1.0")
    for number in range(count):
        with tracer.start_as_current_span(f"span-{number}", attributes={"text": text, "number": number}) as span:
            span.add_event("happened", {"flag": True, "list": [1.5, 2.5]})
    provider.shutdown()
    return list(memory.get_finished_spans())


def metrics(points: int = 3) -> MetricsData:
    """A counter and a histogram with that many data points each, and a gauge with one."""
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader], resource=RESOURCE)
    meter = provider.get_meter("tests.exporters", "1.0")
    counter = meter.create_counter("requests", unit="{request}", description="counted")
    histogram = meter.create_histogram("duration", unit="s")
    for number in range(points):
        counter.add(number + 1, {"number": number})
        histogram.record(0.25 * number, {"number": number})
    meter.create_observable_gauge("temperature", [lambda options: [Observation(21.5, {"room": "kitchen"})]])
    data = reader.get_metrics_data()
    provider.shutdown()
    return data


def logs(count: int = 3, text: str = "value") -> list[Any]:
    """Log records as the SDK's handler makes them from `logging`."""
    memory = InMemoryLogExporter()
    provider = LoggerProvider(resource=RESOURCE)
    provider.add_log_record_processor(logs_export.SimpleLogRecordProcessor(memory))
    logger = logging.getLogger("tests.exporters.telemetry")
    logger.propagate = False
    with warnings.catch_warnings():
        # The SDK's own handler is on its way out; it is the one that every release under test has.
        warnings.simplefilter("ignore", DeprecationWarning)
        handler = LoggingHandler(logger_provider=provider)
    logger.addHandler(handler)
    try:
        for number in range(count):
            logger.warning("record %d", number, extra={"text": text, "number": number})
    finally:
        logger.removeHandler(handler)
    return list(memory.get_finished_logs())


BATCHES = {"traces": spans, "metrics": metrics, "logs": logs}
