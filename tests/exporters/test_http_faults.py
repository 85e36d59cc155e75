"""HTTP: servers that refuse, break off, are slow or gone, and how an export takes it."""

from __future__ import annotations

import logging
import ssl
import threading
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from tests.exporters.certificates import Certificates
from tests.exporters.free_port import free_port
from tests.exporters.http_server import Answer, HttpServer, drip, protobuf, reset, reset_within_body
from tests.exporters.log_records import said
from tests.exporters.messages import status
from tests.exporters.telemetry import spans


@pytest.mark.parametrize("code", [429, 502, 503, 504])
def test_a_retryable_status_is_tried_again_until_it_succeeds(
    code: int, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(Answer(code), Answer(code)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert len(server.received) == 3
    assert len({received.body for received in server.received}) == 1
    assert delays == [0, 1]
    assert [level for level, _ in said(caplog)] == [logging.WARNING, logging.WARNING]


def test_six_attempts_are_made_and_then_the_batch_fails(
    make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(*[Answer(503)] * 10) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert len(server.received) == 6
    assert [level for level, _ in said(caplog)] == [logging.WARNING] * 5 + [logging.ERROR]


@pytest.mark.parametrize("code", [301, 302, 307, 400, 401, 404, 413, 500, 501])
def test_any_other_status_fails_at_once_and_redirects_are_not_followed(
    code: int, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(Answer(code, {"Location": "/elsewhere", "Retry-After": "1"})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert f"HTTP status {code}" in text


def test_the_policy_waits_one_second_then_twice_as_long_each_time_give_or_take_a_fifth() -> None:
    from opentelemetry.proto_native.exporter._retry import delay_before_retry

    for attempt, expected in enumerate([1, 2, 4, 8, 16]):
        drawn = [delay_before_retry(attempt) for _ in range(200)]
        assert expected * 0.8 <= min(drawn) < expected < max(drawn) <= expected * 1.2


def test_without_retry_after_the_first_retry_comes_after_a_real_second_or_so(make_exporter: Any) -> None:
    with HttpServer(Answer(503)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    first, second = server.received
    assert 0.8 <= second.when - first.when < 1.6


@pytest.mark.parametrize("value", ["0.3", " 0.3 "])
def test_retry_after_in_seconds_sets_the_delay(value: str, make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(Answer(429, {"Retry-After": value})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    first, second = server.received
    assert 0.3 <= second.when - first.when < 0.8
    assert delays == []


def test_retry_after_as_a_date_sets_the_delay(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(Answer(503, {"Retry-After": formatdate(time.time() + 2, usegmt=True)})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    first, second = server.received
    assert 0.9 <= second.when - first.when < 2.5
    assert delays == []


@pytest.mark.parametrize("value", ["soon", "nan", "", "inf", "Mon, 99 Foo 2026"])
def test_a_retry_after_that_makes_no_sense_is_ignored(value: str, make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(Answer(429, {"Retry-After": value})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert delays == [0]


def test_a_retry_after_beyond_the_time_left_ends_the_export_at_once(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(Answer(429, {"Retry-After": "60"})) as server:
        begin = time.monotonic()
        assert make_exporter("http", "traces", server.url, timeout=2).export(spans()).name == "FAILURE"
        assert time.monotonic() - begin < 1
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert " within 2 s: HTTP status 429" in text


def test_a_400_with_a_status_body_puts_the_servers_words_into_the_log(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(400, status(3, "span 7 has no name\nindeed"))) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    [(_, text)] = said(caplog)
    assert "span 7 has no name indeed" in text


def test_a_429_whose_status_body_holds_a_retry_info_sets_the_delay(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(protobuf(429, status(8, "slow down", 0.3))) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    first, second = server.received
    assert 0.3 <= second.when - first.when < 0.8


@pytest.mark.parametrize("delay", [0.0, -3.0])
def test_a_retry_info_of_nothing_leaves_the_pace_to_the_policy(
    delay: float, make_exporter: Any, delays: list[int]
) -> None:
    with HttpServer(*[protobuf(429, status(8, "slow down", delay))] * 2) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert delays == [0, 1]


def test_a_connection_reset_before_the_answer_is_tried_again_at_once(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(reset) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert len(server.received) == 2
    assert delays == []


def test_connections_that_keep_being_reset_are_tried_again_with_backoff(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(reset, reset, reset) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert len(server.received) == 4
    assert delays == [0]


def test_an_accepted_request_whose_answer_breaks_off_is_not_sent_twice(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(reset_within_body) as server:
        exporter = make_exporter("http", "traces", server.url)
        assert exporter.export(spans()).name == "SUCCESS"
        assert exporter.export(spans()).name == "SUCCESS"
    assert len(server.received) == 2
    [(level, text)] = said(caplog)
    assert level == logging.WARNING
    assert "broke off" in text


def test_refused_connections_fail_within_the_timeout(
    make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    exporter = make_exporter("http", "traces", f"http://127.0.0.1:{free_port()}", timeout=5)
    assert exporter.export(spans()).name == "FAILURE"
    assert delays == [0, 1, 2, 3, 4]
    assert "refused" in said(caplog)[-1][1]


def test_a_server_that_comes_back_gets_the_batch(make_exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry.proto_native.exporter import _retry

    monkeypatch.setattr(_retry, "delay_before_retry", lambda attempt: 0.2)
    late: list[HttpServer] = []
    with HttpServer() as gone:
        port = gone.port

    def come_back() -> None:
        late.append(HttpServer(port=port))

    timer = threading.Timer(0.3, come_back)
    timer.start()
    try:
        assert make_exporter("http", "traces", f"http://127.0.0.1:{port}").export(spans()).name == "SUCCESS"
        assert len(late[0].received) == 1
    finally:
        timer.join()
        late[0].close()


def test_a_slow_server_costs_no_more_than_the_timeout(make_exporter: Any) -> None:
    with HttpServer(*[Answer(delay=3)] * 9) as server:
        begin = time.monotonic()
        assert make_exporter("http", "traces", server.url, timeout=0.4).export(spans()).name == "FAILURE"
        assert time.monotonic() - begin < 1.5


def test_an_answer_that_drips_costs_no_more_than_the_timeout(make_exporter: Any) -> None:
    with HttpServer(*[drip] * 9) as server:
        begin = time.monotonic()
        assert make_exporter("http", "traces", server.url, timeout=0.4).export(spans()).name == "FAILURE"
        assert time.monotonic() - begin < 1.5


def test_a_server_without_a_trusted_certificate_gets_nothing(
    make_exporter: Any, delays: list[int], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    certificates = Certificates(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.server, certificates.server_key)
    with HttpServer(context=context) as server:
        strange = make_exporter("http", "traces", server.url, timeout=3)
        assert strange.export(spans()).name == "FAILURE"
        assert server.received == []
        assert "CERTIFICATE_VERIFY_FAILED" in said(caplog)[-1][1]
        trusting = make_exporter("http", "traces", server.url, certificate_file=str(certificates.authority))
        assert trusting.export(spans()).name == "SUCCESS"
    assert len(server.received) == 1


def test_a_missing_certificate_file_fails_the_export_and_not_the_constructor(
    make_exporter: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    exporter = make_exporter("http", "traces", "https://127.0.0.1:1/", certificate_file=str(tmp_path / "missing.pem"))
    assert exporter.export(spans()).name == "FAILURE"
    assert "FileNotFoundError" in said(caplog)[-1][1]


@pytest.mark.parametrize("url", ["", "http://", "nonsense", "http://[::1", "http://exa mple/", "ftp://host/x"])
def test_a_url_that_makes_no_sense_fails_the_export_and_raises_nothing(
    url: str, make_exporter: Any, delays: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", f"http://127.0.0.1:{free_port()}")
    assert make_exporter("http", "traces", url, timeout=1).export(spans()).name == "FAILURE"


def test_a_header_that_cannot_be_sent_fails_the_export_and_raises_nothing(make_exporter: Any) -> None:
    with HttpServer() as server:
        exporter = make_exporter("http", "traces", server.url, headers={"x": "line\nbreak", "y": "\u20ac"})
        assert exporter.export(spans()).name == "FAILURE"
    assert server.received == []
