"""HTTP: what is made of the body of an answer, be it honest, huge or nonsense."""

from __future__ import annotations

import gzip
import logging
import zlib
from typing import Any

import pytest

from tests.exporters.http_server import Answer, HttpServer, protobuf
from tests.exporters.log_records import said
from tests.exporters.messages import partial_success
from tests.exporters.telemetry import BATCHES, spans

LIMIT = 4 * 1024 * 1024


def test_rejected_records_are_logged_with_their_number_and_the_servers_words_and_not_sent_again(
    signal: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(200, partial_success(signal, 2, "no such tenant"))) as server:
        assert make_exporter("http", signal, server.url).export(BATCHES[signal]()).name == "SUCCESS"
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert "2" in text
    assert "no such tenant" in text


def test_a_message_without_rejected_records_is_a_warning(
    signal: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(200, partial_success(signal, 0, "field x is deprecated"))) as server:
        assert make_exporter("http", signal, server.url).export(BATCHES[signal]()).name == "SUCCESS"
    [(level, text)] = said(caplog)
    assert level == logging.WARNING
    assert "field x is deprecated" in text


@pytest.mark.parametrize("body", [b"", partial_success("traces", 0, ""), b"\x0a\x00"])
def test_a_full_success_says_nothing(body: bytes, make_exporter: Any, caplog: pytest.LogCaptureFixture) -> None:
    with HttpServer(protobuf(200, body)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert said(caplog) == []


@pytest.mark.parametrize(("encoding", "compress"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_compressed_answers_are_read(
    encoding: str, compress: Any, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    body = compress(partial_success("traces", 3, "compressed words"))
    with HttpServer(protobuf(200, body, **{"Content-Encoding": encoding})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert server.received[0].headers["accept-encoding"] == "gzip"
    assert "compressed words" in said(caplog)[0][1]


@pytest.mark.parametrize("body", [b"\xff\xff\xff", b"\x0a\x05abc", b"\x0a\x03\x12\x01\xff", b"<html>", b"\x0b" * 300])
def test_an_unreadable_answer_to_an_accepted_request_is_a_warning(
    body: bytes, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(200, body)) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert [level for level, _ in said(caplog)] == [logging.WARNING]


def test_a_broken_compression_of_an_accepted_answer_is_a_warning(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(200, b"not gzip", **{"Content-Encoding": "gzip"})) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert [level for level, _ in said(caplog)] == [logging.WARNING]


def test_answers_in_another_format_are_not_taken_for_protobuf(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    answers = [
        Answer(200, {"Content-Type": "application/json"}, b"{}"),
        Answer(200, {"Content-Type": "text/html"}, b"OK"),
    ]
    with HttpServer(*answers) as server:
        exporter = make_exporter("http", "traces", server.url)
        assert [exporter.export(spans()).name for _ in answers] == ["SUCCESS", "SUCCESS"]
    assert said(caplog) == []


@pytest.mark.parametrize("code", [200, 400, 503])
def test_an_answer_over_four_mebibytes_is_a_failure_that_is_not_retried(
    code: int, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(code, bytes(LIMIT + 1))) as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "FAILURE"
    assert len(server.received) == 1
    [(level, text)] = said(caplog)
    assert level == logging.ERROR
    assert "larger than" in text


def test_a_servers_text_goes_into_the_log_on_one_line_of_bearable_length(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer(protobuf(200, partial_success("traces", 1, "a\r\nb\x1b[31m " * 10_000))) as server:
        make_exporter("http", "traces", server.url).export(spans())
    [(_, text)] = said(caplog)
    assert len(text) < 1200
    assert text.isprintable()
