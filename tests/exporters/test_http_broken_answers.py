"""HTTP: answers that break off or make no sense. Their status says what became of the request."""

from __future__ import annotations

import gzip
import logging
import time
from typing import Any

import pytest

from tests.exporters.http_server import Answer, HttpServer, dripping, raw
from tests.exporters.log_records import said
from tests.exporters.telemetry import spans

BROKEN_BODIES = {
    "chunks that break off": b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "chunks that make no sense": b"Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n",
    "no last chunk": b"Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
    "a body shorter than promised": b"Content-Length: 100\r\n\r\nab",
    "gzip that is none": b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain",
    "deflate without its head": b"Content-Encoding: deflate\r\nContent-Length: 4\r\n\r\n\x4b\x4c\x04\x00",
}


@pytest.fixture(params=BROKEN_BODIES)
def broken_body(request: pytest.FixtureRequest) -> bytes:
    return BROKEN_BODIES[request.param]


def _answer(status: str, broken: bytes, headers: str = "") -> Any:
    return raw(f"HTTP/1.1 {status}\r\n{headers}".encode() + broken)


def test_an_accepted_request_is_not_sent_again_whatever_is_wrong_with_the_answers_body(
    broken_body: bytes, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(_answer("200 OK", broken_body)) as server:
        exporter = make_exporter("http", "traces", server.url)
        assert exporter.export(spans()).name == "SUCCESS"
        assert exporter.export(spans()).name == "SUCCESS"
    assert len(server.received) == 2
    [(level, text)] = said(caplog)
    assert level == logging.WARNING
    assert "accepted, but the answer broke off" in text


@pytest.mark.parametrize("status", ["400 Bad Request", "401 Unauthorized", "500 Internal Server Error"])
def test_a_refusal_for_good_is_not_retried_whatever_is_wrong_with_its_body(
    status: str, broken_body: bytes, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(_answer(status, broken_body)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert len(server.received) == 1
    [(_, text)] = said(caplog)
    assert f"HTTP status {status[:3]}: the answer broke off" in text


def test_a_refusal_for_now_is_retried_whatever_is_wrong_with_its_body(
    broken_body: bytes, make_exporter: Any, delays: list[int]
) -> None:
    with HttpServer(_answer("503 Service Unavailable", broken_body)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert len(server.received) == 2
    assert delays == [0]


def test_a_servers_delay_holds_whatever_is_wrong_with_the_body(
    broken_body: bytes, make_exporter: Any, delays: list[int]
) -> None:
    with HttpServer(_answer("503 Service Unavailable", broken_body, "Retry-After: 60\r\n")) as server:
        assert make_exporter("http", "traces", server.url, timeout=5).export(spans()).name == "FAILURE"
    assert len(server.received) == 1


def test_an_answer_with_two_lengths_is_not_taken_for_a_lost_connection(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab")) as server:
        make_exporter("http", "traces", server.url).export(spans())
    assert len(server.received) == 1


def test_a_whole_answer_in_chunks_is_read(make_exporter: Any, caplog: pytest.LogCaptureFixture) -> None:
    body = gzip.compress(b"")
    chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    with HttpServer(raw(head + chunk)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert said(caplog) == []


@pytest.mark.parametrize(
    "answer",
    [
        dripping(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x", 0.1),
        dripping(b"HTTP/1.1 200 OK\r\n", b"X-More: x\r\n", 0.1),
        dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.1),
        dripping(b"HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n", b"0", 0.1),
        dripping(b"HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\n", b"x", 0.4),
    ],
    ids=["a header line", "header lines", "continue", "the size of a chunk", "one late byte"],
)
def test_reading_an_answer_ends_with_the_timeout_however_its_bytes_come(answer: Any, make_exporter: Any) -> None:
    with HttpServer(*[answer] * 9) as server:
        begin = time.monotonic()
        make_exporter("http", "traces", server.url, timeout=0.6).export(spans())
        assert time.monotonic() - begin < 5


@pytest.mark.parametrize("year", ["99999", "9999999999"])
def test_a_date_beyond_all_calendars_is_no_delay(year: str, make_exporter: Any, delays: list[int]) -> None:
    with HttpServer(Answer(503, {"Retry-After": f"Mon, 01 Jan {year} 00:00:00 GMT"})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert delays == [0]
