"""What is secret in endpoints and headers stays out of the log, however it is written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.exporters.free_port import free_port
from tests.exporters.http_server import HttpServer
from tests.exporters.log_records import said
from tests.exporters.telemetry import spans


@pytest.mark.parametrize(
    "url",
    [
        "http://user:SECRET@127.0.0.1:{port}/",
        "http://user:a#SECRET@127.0.0.1:{port}/",
        "http://user:a/SECRET@127.0.0.1:{port}/",
        "http://user:a?SECRET@127.0.0.1:{port}/",
        "http://user:a@SECRET@127.0.0.1:{port}/",
        "http://user:a://SECRET@127.0.0.1:{port}/",
        "user:SECRET@127.0.0.1:{port}/",
        "http://127.0.0.1:{port}/?key=SECRET",
        "http://127.0.0.1:{port}/#SECRET",
    ],
)
def test_nothing_secret_of_an_endpoint_is_in_the_log(
    url: str, make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    exporter = make_exporter("http", "traces", url.format(port=free_port()), timeout=1)
    assert exporter.export(spans()).name == "FAILURE"
    assert said(caplog)
    assert "SECRET" not in caplog.text


def test_nothing_secret_of_a_target_is_in_the_log(make_exporter: Any, caplog: pytest.LogCaptureFixture) -> None:
    exporter = make_exporter("grpc", "traces", f"http://user:SECRET@127.0.0.1:{free_port()}", timeout=0.5)
    assert exporter.export(spans()).name == "FAILURE"
    assert said(caplog)
    assert "SECRET" not in caplog.text


def test_nothing_secret_of_a_proxy_is_in_the_log(
    make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://user:a#SECRET@127.0.0.1:{free_port()}")
    assert make_exporter("http", "traces", "http://collector.local/", timeout=1).export(spans()).name == "FAILURE"
    assert said(caplog)
    assert "SECRET" not in caplog.text


def test_a_header_that_cannot_be_sent_is_not_shown(make_exporter: Any, caplog: pytest.LogCaptureFixture) -> None:
    exporter = make_exporter("http", "traces", f"http://127.0.0.1:{free_port()}", headers={"key": "a\nSECRET"})
    assert exporter.export(spans()).name == "FAILURE"
    assert said(caplog)
    assert "SECRET" not in caplog.text


def test_a_header_that_cannot_be_sent_by_a_session_is_not_shown(
    make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    requests = pytest.importorskip("requests", reason="needs requests, which is not installed here")
    url = f"http://127.0.0.1:{free_port()}"
    exporter = make_exporter("http", "traces", url, headers={"key": "a\nSECRET"}, session=requests.Session())
    assert exporter.export(spans()).name == "FAILURE"
    assert said(caplog)
    assert "SECRET" not in caplog.text


def test_the_line_end_of_a_key_that_was_read_from_a_file_is_not_sent(make_exporter: Any) -> None:
    with HttpServer() as server:
        exporter = make_exporter("http", "traces", server.url, headers={"authorization": "Bearer key\n"})
        assert exporter.export(spans()).name == "SUCCESS"
    assert server.received[0].headers["authorization"] == "Bearer key"
