"""Shutdown while an export waits, and under the SDK's processors."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import grpc
import pytest
from opentelemetry.proto_native.exporter._log_filter import logger_without_repetitions
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

from tests.exporters.grpc_server import GrpcServer, refuse, slow
from tests.exporters.http_server import Answer, HttpServer
from tests.exporters.log_records import said
from tests.exporters.messages import count
from tests.exporters.telemetry import BATCHES


@pytest.mark.parametrize("asked", [None, "5"])
def test_a_shutdown_during_backoff_ends_the_export_at_once(
    asked: str | None, transport: str, signal: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    server: Any
    busy = Answer(503, {"Retry-After": asked} if asked else {})
    with HttpServer(busy) if transport == "http" else GrpcServer(refuse(grpc.StatusCode.UNAVAILABLE)) as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, signal, endpoint)
        results: list[str] = []
        batch = BATCHES[signal]()
        exporting = threading.Thread(target=lambda: results.append(exporter.export(batch).name))
        exporting.start()
        while not said(caplog):
            time.sleep(0.01)
        begin = time.monotonic()
        exporter.shutdown()
        exporting.join()
        assert time.monotonic() - begin < 0.7, "the policy waits for 0.8 s at least"
    assert results == ["FAILURE"]
    assert len(server.received) == 1
    assert [level for level, _ in said(caplog)] == [logging.WARNING, logging.WARNING]


def test_a_shutdown_ends_grpc_calls_on_a_channel_that_was_replaced_meanwhile(make_exporter: Any) -> None:
    with GrpcServer(slow(6), refuse(grpc.StatusCode.UNAVAILABLE)) as server:
        exporter = make_exporter("grpc", "traces", f"http://{server.target}")
        batch = BATCHES["traces"]()
        exporting = []
        for number in (1, 2):
            exporting.append(threading.Thread(target=exporter.export, args=(batch,)))
            exporting[-1].start()
            while len(server.received) < number:
                time.sleep(0.01)
        time.sleep(0.1)
        begin = time.monotonic()
        exporter.shutdown()
        for thread in exporting:
            thread.join()
        assert time.monotonic() - begin < 4


def test_a_batch_processor_hands_over_everything_before_it_shuts_the_exporter_down(
    transport: str, make_exporter: Any
) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint)
        provider = TracerProvider()
        provider.add_span_processor(BatchSpanProcessor(exporter, max_export_batch_size=100))
        for _ in range(1000):
            provider.get_tracer("t").start_span("s").end()
        provider.shutdown()
    assert sum(count("traces", received.body) for received in server.received) == 1000
    assert exporter._shutdown


def test_many_threads_export_at_once_under_simple_processors(transport: str, make_exporter: Any) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(make_exporter(transport, "traces", endpoint)))

        def work() -> None:
            for _ in range(20):
                provider.get_tracer("t").start_span("s").end()

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        provider.shutdown()
    assert sum(count("traces", received.body) for received in server.received) == 160


def test_a_failing_log_exporter_does_not_repeat_itself_in_the_log(
    transport: str, make_exporter: Any, caplog: Any
) -> None:
    exporter = make_exporter(transport, "logs")
    exporter.shutdown()
    batch = BATCHES["logs"]()
    for _ in range(5):
        exporter.export(batch)
    assert len(said(caplog)) <= 2


def test_messages_that_alternate_count_as_repetitions_too(caplog: Any) -> None:
    log = logger_without_repetitions("opentelemetry.proto_native.exporter.http.logs")
    for _ in range(5):
        log.warning("first, %d", 1)
        log.error("second, %d", 2)
    assert len(said(caplog)) <= 4, "two messages, and once more where the window ends meanwhile"
