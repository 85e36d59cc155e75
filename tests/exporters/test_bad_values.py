"""One bad value costs itself, not the batch: exporters encode with `errors="replace"`."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer
from tests.exporters.messages import REQUESTS, count
from tests.exporters.telemetry import logs, spans


class Broken(ReadableSpan):
    """Nobody can encode it."""

    @property
    def context(self) -> SpanContext:
        raise RuntimeError("no context")

    def get_span_context(self) -> SpanContext:
        raise RuntimeError("no context")


def _export(transport: str, signal: str, batch: Any, make_exporter: Any) -> list[bytes]:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        assert make_exporter(transport, signal, endpoint).export(batch).name == "SUCCESS"
    return [received.body for received in server.received]


def test_what_is_no_batch_is_a_failure_and_raises_nothing(transport: str, make_exporter: Any) -> None:
    def broken() -> Any:
        yield from spans(1)
        raise RuntimeError("no more")

    exporter = make_exporter(transport, "traces")
    assert exporter.export(None).name == "FAILURE"
    assert exporter.export(broken()).name == "FAILURE"


def test_a_header_that_is_none_is_left_out(transport: str, make_exporter: Any) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint, headers={"authorization": None, "kept": "x"})
        assert exporter.export(spans()).name == "SUCCESS"
    headers = server.received[0].headers if transport == "http" else server.received[0].metadata
    assert "authorization" not in headers
    assert headers["kept"] == "x"


def test_a_lone_surrogate_in_a_log_body_is_replaced(
    transport: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    [body] = _export(transport, "logs", logs(2, text="a\ud800b"), make_exporter)
    assert count("logs", body) == 2
    assert "a\ufffdb".encode() in body
    warnings = [record for record in caplog.records if record.name == "opentelemetry.proto_native"]
    assert [record.levelno for record in warnings] == [logging.WARNING]


def test_an_int_beyond_64_bits_in_a_gauge_becomes_the_nearest_double(transport: str, make_exporter: Any) -> None:
    reader = InMemoryMetricReader()
    gauge = MeterProvider(metric_readers=[reader]).get_meter("m").create_gauge("huge")
    gauge.set(10**30)
    [body] = _export(transport, "metrics", reader.get_metrics_data(), make_exporter)
    [resource] = REQUESTS["metrics"].FromString(body).resource_metrics
    assert resource.scope_metrics[0].metrics[0].gauge.data_points[0].as_double == 1e30


def test_a_span_that_cannot_be_repaired_is_left_out_and_the_others_arrive(transport: str, make_exporter: Any) -> None:
    [body] = _export(transport, "traces", [*spans(2), Broken("broken"), *spans(1)], make_exporter)
    assert count("traces", body) == 3


def test_a_record_that_is_left_out_is_counted_as_a_failure(make_exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_PYTHON_SDK_INTERNAL_METRICS_ENABLED", "true")
    reader = InMemoryMetricReader()
    with HttpServer() as server:
        exporter = make_exporter("http", "traces", server.url, meter_provider=MeterProvider(metric_readers=[reader]))
        assert exporter.export([*spans(2), Broken("broken")]).name == "SUCCESS"
    exported = {
        point.attributes.get("error.type"): point.value
        for metric in reader.get_metrics_data().resource_metrics[0].scope_metrics[0].metrics
        if metric.name == "otel.sdk.exporter.span.exported"
        for point in metric.data.data_points
    }
    assert exported == {None: 2, "EncodeError": 1}
