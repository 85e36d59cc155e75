"""What tells the three signals apart for an exporter; everything else is shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Signal:
    """Names of one signal: in variables, on the wire, in logs and in self-metrics."""

    name: str
    """As `_native` and the instruments' owners call it: traces, metrics or logs."""
    variable: str
    """The part of a variable's name: OTEL_EXPORTER_OTLP_{variable}_ENDPOINT."""
    records: str
    """What a batch consists of, for log texts."""
    component: str
    """The part of the component type: otlp_http_{component}_exporter."""
    instrument: str
    """The part of an instrument's name: otel.sdk.exporter.{instrument}.exported."""
    unit: str
    """Of those instruments that count: `{span}`."""
    path: str
    """Appended to a base URL."""
    method: str
    """The full name of the gRPC method."""
    serializer: str
    """The public function that encodes a batch; with `_chunked` behind it, the one that splits."""


TRACES = Signal(
    name="traces",
    variable="TRACES",
    records="spans",
    component="span",
    instrument="span",
    unit="{span}",
    path="v1/traces",
    method="/opentelemetry.proto.collector.trace.v1.TraceService/Export",
    serializer="serialize_spans",
)
METRICS = Signal(
    name="metrics",
    variable="METRICS",
    records="metrics",
    component="metric",
    instrument="metric_data_point",
    unit="{data_point}",
    path="v1/metrics",
    method="/opentelemetry.proto.collector.metrics.v1.MetricsService/Export",
    serializer="serialize_metrics",
)
LOGS = Signal(
    name="logs",
    variable="LOGS",
    records="logs",
    component="log",
    instrument="log",
    unit="{log_record}",
    path="v1/logs",
    method="/opentelemetry.proto.collector.logs.v1.LogsService/Export",
    serializer="serialize_logs",
)


def count_data_points(data: Any) -> int:
    """The number of data points in SDK metrics; what does not look like a metric counts as none."""
    return sum(
        len(getattr(metric.data, "data_points", ()))
        for resource_metrics in data.resource_metrics
        for scope_metrics in resource_metrics.scope_metrics
        for metric in scope_metrics.metrics
    )
