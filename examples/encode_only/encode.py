"""Spans, metrics and log records as OTLP requests, without an exporter."""

from __future__ import annotations

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.proto_native import serialize_logs, serialize_metrics, serialize_spans
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

spans, reader, records = InMemorySpanExporter(), InMemoryMetricReader(), InMemoryLogRecordExporter()
tracers, meters, loggers = TracerProvider(), MeterProvider([reader]), LoggerProvider()
tracers.add_span_processor(SimpleSpanProcessor(spans))
loggers.add_log_record_processor(SimpleLogRecordProcessor(records))

orders = meters.get_meter("shop").create_counter("orders")
for number in range(3):
    with tracers.get_tracer("shop").start_as_current_span("checkout", attributes={"order.id": number}):
        orders.add(1, {"tier": "gold"})
        loggers.get_logger("shop").emit(
            LogRecord(body={"order": number, "paid": True}, severity_number=SeverityNumber.INFO)
        )

requests = {
    "traces": serialize_spans(spans.get_finished_spans()),
    "metrics": serialize_metrics(reader.get_metrics_data()),
    "logs": serialize_logs(records.get_finished_logs()),
}
for signal, request in requests.items():
    print(f"POST /v1/{signal}: {len(request)} bytes")
