"""End to end: a real Collector understands what our exporters send as it understands the reference encoder's bytes."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
from opentelemetry.exporter.otlp.proto.common.metrics_encoder import encode_metrics
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.proto_native.exporter import _exporter

from tests.exporters.collector import SECURITY, Collector, until
from tests.exporters.telemetry import BATCHES

ENCODERS: dict[str, Any] = {"traces": encode_spans, "metrics": encode_metrics, "logs": encode_logs}


@pytest.fixture(scope="module")
def collector(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collector]:
    running = Collector(tmp_path_factory.mktemp("collector"))
    yield running
    running.stop()


def _understood_of_the_reference(collector: Collector, signal: str, batch: Any) -> Any:
    before = len(collector.lines(signal))
    request = urllib.request.Request(
        f"{collector.endpoint('http', 'plain')}/v1/{signal}",
        data=ENCODERS[signal](batch).SerializeToString(),
        headers={"Content-Type": "application/x-protobuf"},
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    return collector.written_since(signal, before)


@pytest.mark.parametrize("compression", ["none", "gzip"])
@pytest.mark.parametrize("mode", SECURITY)
def test_the_collector_understands_our_requests_as_the_references(
    mode: str,
    compression: str,
    transport: str,
    signal: str,
    collector: Collector,
    make_exporter: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(transport, mode))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", compression)
    if mode != "plain":
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(collector.certificates.authority))
    if mode == "mtls":
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", str(collector.certificates.client))
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_CLIENT_KEY", str(collector.certificates.client_key))
    batch = BATCHES[signal]()
    before = len(collector.lines(signal))
    assert make_exporter(transport, signal).export(batch).name == "SUCCESS"
    understood = collector.written_since(signal, before)
    assert understood == _understood_of_the_reference(collector, signal, batch)
    assert not [record for record in caplog.records if record.name.startswith("opentelemetry.proto_native")]


def test_a_client_without_its_certificate_is_turned_away(
    transport: str, collector: Collector, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, delays: list[int]
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(transport, "mtls"))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(collector.certificates.authority))
    before = len(collector.lines("traces"))
    assert make_exporter(transport, "traces", timeout=5).export(BATCHES["traces"]()).name == "FAILURE"
    assert len(collector.lines("traces")) == before


def test_the_collectors_words_about_a_request_it_refuses_reach_the_log(
    collector: Collector, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from opentelemetry import proto_native

    monkeypatch.setattr(proto_native, "serialize_spans_chunked", lambda batch, max_bytes, errors: [b"\xff\xff"])
    monkeypatch.setattr(_exporter, "count_records", lambda signal, request: len(BATCHES["traces"]()))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint("http", "plain"))
    assert make_exporter("http", "traces").export(BATCHES["traces"]()).name == "FAILURE"
    [record] = [record for record in caplog.records if record.name.startswith("opentelemetry.proto_native")]
    assert "HTTP status 400" in record.getMessage()
    assert "status 3" in record.getMessage()


def test_large_batches_arrive_over_grpc_in_several_requests(
    collector: Collector, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint("grpc", "plain"))
    requests, spans = len(collector.lines("traces")), len(collector.span_ids())
    assert make_exporter("grpc", "traces").export(BATCHES["traces"](120, "x" * 50_000)).name == "SUCCESS"
    until(lambda: len(collector.span_ids()) >= spans + 120)
    assert len(collector.span_ids()) == spans + 120
    assert len(collector.lines("traces")) >= requests + 2
