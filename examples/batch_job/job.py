"""A batch job that leaves its telemetry in files, each one OTLP request, and a command that sends them later."""

from __future__ import annotations

import sys
import time
import urllib.request
import uuid
from pathlib import Path

from opentelemetry.proto_native import serialize_metrics, serialize_spans_chunked
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult


def keep(spool: Path, signal: str, request: bytes) -> None:
    partial = spool / "partial"
    partial.write_bytes(request)
    partial.rename(spool / f"{time.time_ns()}-{uuid.uuid4().hex}.{signal}")


class SpanFiles(SpanExporter):
    def __init__(self, spool: Path) -> None:
        self.spool = spool

    def export(self, spans):
        for request in serialize_spans_chunked(spans, max_bytes=4 * 1024 * 1024, errors="replace"):
            keep(self.spool, "traces", request)
        return SpanExportResult.SUCCESS


def run(spool: Path) -> None:
    spool.mkdir(exist_ok=True)
    reader, tracers = InMemoryMetricReader(), TracerProvider()
    tracers.add_span_processor(BatchSpanProcessor(SpanFiles(spool)))
    rows = MeterProvider([reader]).get_meter("job").create_counter("rows")
    for number in range(1000):
        with tracers.get_tracer("job").start_as_current_span("row", attributes={"row": number}):
            rows.add(1)
    tracers.shutdown()
    keep(spool, "metrics", serialize_metrics(reader.get_metrics_data(), errors="replace"))


def send(spool: Path, endpoint: str) -> None:
    for path in sorted(spool.glob("*.*")):
        url, headers = f"{endpoint}/v1/{path.suffix[1:]}", {"Content-Type": "application/x-protobuf"}
        urllib.request.urlopen(urllib.request.Request(url, path.read_bytes(), headers), timeout=10).close()
        path.unlink()  # not reached where the server refuses: the file stays for the next time


if __name__ == "__main__":
    {"run": run, "send": send}[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
