"""Answers of a collector, written with the reference's message classes."""

from __future__ import annotations

from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

REQUESTS = {
    "traces": trace_service_pb2.ExportTraceServiceRequest,
    "metrics": metrics_service_pb2.ExportMetricsServiceRequest,
    "logs": logs_service_pb2.ExportLogsServiceRequest,
}
METHODS = {
    "traces": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
    "metrics": "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export",
    "logs": "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
}


def partial_success(signal: str, rejected: int, message: str) -> bytes:
    """An export response with its partial success filled in."""
    if signal == "traces":
        answer = trace_service_pb2.ExportTraceServiceResponse()
        answer.partial_success.rejected_spans = rejected
    elif signal == "metrics":
        answer = metrics_service_pb2.ExportMetricsServiceResponse()
        answer.partial_success.rejected_data_points = rejected
    else:
        answer = logs_service_pb2.ExportLogsServiceResponse()
        answer.partial_success.rejected_log_records = rejected
    answer.partial_success.error_message = message
    return bytes(answer.SerializeToString())


def status(code: int, message: str, retry_seconds: float | None = None) -> bytes:
    """A google.rpc.Status, with a RetryInfo among its details where a delay is given."""
    details = []
    if retry_seconds is not None:
        delay = duration_pb2.Duration(seconds=int(retry_seconds), nanos=int(retry_seconds % 1 * 1e9))
        detail = any_pb2.Any()
        detail.Pack(error_details_pb2.RetryInfo(retry_delay=delay))
        details.append(detail)
    return bytes(status_pb2.Status(code=code, message=message, details=details).SerializeToString())


def count(signal: str, body: bytes) -> int:
    """How many spans, log records or data points a request carries, by the official classes."""
    request = REQUESTS[signal].FromString(body)
    if signal == "traces":
        return sum(len(scope.spans) for resource in request.resource_spans for scope in resource.scope_spans)
    if signal == "logs":
        return sum(len(scope.log_records) for resource in request.resource_logs for scope in resource.scope_logs)
    return sum(
        len(getattr(metric, metric.WhichOneof("data")).data_points)
        for resource in request.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
    )
