"""gRPC: codes, delays that servers ask for, slow servers and lost ones."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.exporters.certificates import Certificates
from tests.exporters.grpc_server import GrpcServer, ok, refuse, slow
from tests.exporters.log_records import said
from tests.exporters.messages import partial_success, status
from tests.exporters.telemetry import BATCHES, spans

Code = grpc.StatusCode


@pytest.mark.parametrize(
    "code",
    [Code.CANCELLED, Code.DEADLINE_EXCEEDED, Code.ABORTED, Code.OUT_OF_RANGE, Code.UNAVAILABLE, Code.DATA_LOSS],
)
def test_a_retryable_code_is_tried_again_until_it_succeeds(
    code: grpc.StatusCode, make_exporter: Any, delays: list[int]
) -> None:
    with GrpcServer(refuse(code), refuse(code)) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "SUCCESS"
    assert len(server.received) == 3
    assert len({received.body for received in server.received}) == 1
    assert delays == [0, 1]


@pytest.mark.parametrize(
    "code",
    [
        Code.INVALID_ARGUMENT,
        Code.RESOURCE_EXHAUSTED,
        Code.UNAUTHENTICATED,
        Code.PERMISSION_DENIED,
        Code.UNIMPLEMENTED,
        Code.INTERNAL,
        Code.UNKNOWN,
        Code.NOT_FOUND,
    ],
)
def test_any_other_code_fails_at_once(
    code: grpc.StatusCode, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with GrpcServer(refuse(code, "because\nof this")) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "FAILURE"
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert f"{code.name}: because of this" in text


def test_six_attempts_are_made_and_then_the_batch_fails(make_exporter: Any, delays: list[int]) -> None:
    with GrpcServer(*[refuse(Code.UNAVAILABLE)] * 10) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "FAILURE"
    assert len(server.received) == 6


@pytest.mark.parametrize("code", [Code.RESOURCE_EXHAUSTED, Code.UNAVAILABLE])
def test_a_retry_info_in_the_status_details_sets_the_delay(
    code: grpc.StatusCode, make_exporter: Any, delays: list[int]
) -> None:
    details = status(code.value[0], "slow down", 0.3)
    with GrpcServer(refuse(code, status=details)) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "SUCCESS"
    first, second = server.received
    assert 0.3 <= second.when - first.when < 1
    assert delays == []


def test_a_retry_info_beyond_the_time_left_ends_the_export_at_once(make_exporter: Any) -> None:
    details = status(8, "slow down", 60)
    with GrpcServer(refuse(Code.RESOURCE_EXHAUSTED, status=details)) as server:
        begin = time.monotonic()
        exporter = make_exporter("grpc", "traces", server.target, insecure=True, timeout=2)
        assert exporter.export(spans()).name == "FAILURE"
        assert time.monotonic() - begin < 1
    assert len(server.received) == 1


def test_a_retry_info_without_a_delay_leaves_the_pace_to_the_policy(make_exporter: Any, delays: list[int]) -> None:
    with GrpcServer(refuse(Code.RESOURCE_EXHAUSTED, status=status(8, "", 0.0))) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "SUCCESS"
    assert delays == [0]


@pytest.mark.parametrize("details", [b"", b"\xff\xff\xff", b"\x1a\x02\x0a\x7f", status(8, "without")])
def test_status_details_without_a_readable_retry_info_do_not_make_exhaustion_retryable(
    details: bytes, make_exporter: Any, delays: list[int]
) -> None:
    with GrpcServer(refuse(Code.RESOURCE_EXHAUSTED, status=details)) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "FAILURE"
    assert len(server.received) == 1


def test_a_slow_server_costs_no_more_than_the_timeout(make_exporter: Any, delays: list[int]) -> None:
    with GrpcServer(*[slow(1.5)] * 6) as server:
        begin = time.monotonic()
        exporter = make_exporter("grpc", "traces", server.target, insecure=True, timeout=0.4)
        assert exporter.export(spans()).name == "FAILURE"
        assert time.monotonic() - begin < 1.2


def test_rejected_records_are_logged_and_not_sent_again(
    signal: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with GrpcServer(ok(partial_success(signal, 2, "no such tenant"))) as server:
        exporter = make_exporter("grpc", signal, server.target, insecure=True)
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert "no such tenant" in text


def test_an_unreadable_answer_to_an_accepted_request_is_a_warning(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with GrpcServer(ok(b"\xff\xff")) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "SUCCESS"
    assert [level for level, _ in said(caplog)] == [logging.WARNING]


def test_an_answer_over_four_mebibytes_is_a_failure_that_is_not_retried(make_exporter: Any, delays: list[int]) -> None:
    with GrpcServer(ok(bytes(4 * 1024 * 1024 + 1))) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        assert exporter.export(spans()).name == "FAILURE"
    assert len(server.received) == 1


def test_a_server_that_comes_back_gets_the_batch(make_exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry.proto_native.exporter import _retry

    monkeypatch.setattr(_retry, "delay_before_retry", lambda attempt: 0.3)
    with GrpcServer() as first:
        exporter = make_exporter("grpc", "traces", first.target, insecure=True)
        assert exporter.export(spans()).name == "SUCCESS"
    late: list[GrpcServer] = []
    timer = threading.Timer(0.5, lambda: late.append(GrpcServer(port=first.port)))
    timer.start()
    try:
        assert exporter.export(spans()).name == "SUCCESS"
        assert len(late[0].received) == 1
    finally:
        timer.join()
        late[0].close()


def test_calls_under_way_are_not_cut_off_when_another_finds_the_server_unavailable(
    make_exporter: Any, delays: list[int]
) -> None:
    with GrpcServer(slow(0.6), refuse(Code.UNAVAILABLE)) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True)
        results: list[str] = []
        under_way = threading.Thread(target=lambda: results.append(exporter.export(spans(1)).name))
        under_way.start()
        while not server.received:
            time.sleep(0.01)
        assert exporter.export(spans(2)).name == "SUCCESS"
        under_way.join()
    assert results == ["SUCCESS"]
    assert len(server.received) == 3


def test_a_server_without_a_trusted_certificate_gets_nothing(
    make_exporter: Any, delays: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates = Certificates(tmp_path)
    pair = (certificates.server_key.read_bytes(), certificates.server.read_bytes())
    with GrpcServer(credentials=grpc.ssl_server_credentials([pair])) as server:
        strange = make_exporter("grpc", "traces", f"https://{server.target}", timeout=3)
        assert strange.export(spans()).name == "FAILURE"
        assert server.received == []
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(certificates.authority))
        trusting = make_exporter("grpc", "traces", f"https://{server.target}")
        assert trusting.export(spans()).name == "SUCCESS"
    assert len(server.received) == 1


def test_metadata_that_cannot_be_sent_fails_the_export_and_raises_nothing(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with GrpcServer() as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True, headers={"x y": "\u20ac"})
        assert exporter.export(spans()).name == "FAILURE"
    assert [level for level, _ in said(caplog)] == [logging.ERROR]
