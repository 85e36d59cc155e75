"""The exporters take the place of the reference's: arguments, defaults, return values, behaviour at the end."""

from __future__ import annotations

import inspect
import logging
from typing import Any

import pytest

from tests.exporters.classes import CLASSES, needs_newest_reference, reference_class
from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer
from tests.exporters.log_records import said
from tests.exporters.messages import METHODS, REQUESTS
from tests.exporters.telemetry import BATCHES


def _parameters(cls: Any) -> list[tuple[str, Any, Any]]:
    parameters = inspect.signature(cls.__init__).parameters.values()
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in parameters
        if not parameter.name.startswith("_")
    ]


@needs_newest_reference
def test_constructors_take_the_references_arguments_in_its_order_with_its_defaults(transport: str, signal: str) -> None:
    ours = _parameters(CLASSES[transport, signal])
    theirs = _parameters(reference_class(transport, signal))
    extra = [parameter for parameter in ours if parameter not in theirs]
    assert [parameter for parameter in ours if parameter in theirs] == theirs
    assert [(name, kind) for name, kind, _ in extra] == (
        [] if transport == "http" else [("max_request_size", inspect.Parameter.KEYWORD_ONLY)]
    )


@pytest.mark.parametrize("method", ["export", "shutdown", "force_flush"])
def test_methods_can_be_called_with_every_argument_that_the_reference_takes(
    transport: str, signal: str, method: str
) -> None:
    ours = inspect.signature(getattr(CLASSES[transport, signal], method)).parameters
    theirs = inspect.signature(getattr(reference_class(transport, signal), method)).parameters
    assert [name for name in theirs if name not in ours] == []


def test_each_class_is_an_exporter_of_the_sdks(transport: str, signal: str) -> None:
    base = next(
        base for base in reference_class(transport, signal).__mro__ if base.__module__.startswith("opentelemetry.sdk")
    )
    assert issubclass(CLASSES[transport, signal], base)


def test_http_posts_the_encoded_batch_to_the_signals_path(signal: str, make_exporter: Any) -> None:
    with HttpServer() as server:
        exporter = make_exporter("http", signal, endpoint=f"{server.url}/v1/{signal}")
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
    [received] = server.received
    assert received.path == f"/v1/{signal}"
    assert received.headers["content-type"] == "application/x-protobuf"
    assert received.headers["user-agent"].startswith("OTel-OTLP-Exporter-Python/")
    assert "content-encoding" not in received.headers
    assert REQUESTS[signal].FromString(received.body).ByteSize() == len(received.body) > 0


def test_grpc_calls_the_signals_service_with_the_encoded_batch(signal: str, make_exporter: Any) -> None:
    with GrpcServer() as server:
        exporter = make_exporter("grpc", signal, endpoint=f"http://{server.target}")
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
    [received] = server.received
    assert received.method == METHODS[signal]
    assert received.metadata["user-agent"].startswith("OTel-OTLP-Exporter-Python/")
    assert REQUESTS[signal].FromString(received.body).ByteSize() == len(received.body) > 0


@needs_newest_reference
def test_both_transports_send_the_bytes_that_the_reference_sends(
    transport: str, signal: str, make_exporter: Any
) -> None:
    batch = BATCHES[signal]()
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        make_exporter(transport, signal, endpoint=endpoint).export(batch)
        reference = reference_class(transport, signal)(endpoint=endpoint)
        reference.export(batch)
        reference.shutdown()
    ours, theirs = server.received
    assert ours.body == theirs.body


def test_keeps_its_connection_from_one_export_to_the_next(signal: str, transport: str, make_exporter: Any) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, signal, endpoint=endpoint)
        for _ in range(3):
            assert exporter.export(BATCHES[signal](1)).name == "SUCCESS"
    assert len({received.peer for received in server.received}) == 1


def test_an_empty_batch_is_a_success_without_a_request(signal: str, make_exporter: Any) -> None:
    from opentelemetry.sdk.metrics.export import MetricsData

    with HttpServer() as server:
        exporter = make_exporter("http", signal, endpoint=server.url)
        assert exporter.export(MetricsData([]) if signal == "metrics" else []).name == "SUCCESS"
    assert server.received == []


def test_after_shutdown_exports_fail_with_a_warning(
    transport: str, signal: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    exporter = make_exporter(transport, signal)
    exporter.shutdown()
    assert exporter.export(BATCHES[signal](1)).name == "FAILURE"
    exporter.shutdown()
    assert [level for level, _ in said(caplog)] == [logging.WARNING, logging.WARNING]
    assert exporter.force_flush() is True
