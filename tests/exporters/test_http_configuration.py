"""HTTP: what arguments and environment variables do, alone and together."""

from __future__ import annotations

import base64
import gzip
import logging
import zlib
from enum import Enum
from typing import Any

import pytest
from opentelemetry.proto_native.exporter.http import Compression

from tests.exporters.http_server import HttpServer
from tests.exporters.log_records import said
from tests.exporters.messages import REQUESTS
from tests.exporters.telemetry import BATCHES, spans


@pytest.mark.parametrize(
    ("base", "url"),
    [
        (None, "http://localhost:4318/v1/{}"),
        ("", "http://localhost:4318/v1/{}"),
        ("http://collector:1", "http://collector:1/v1/{}"),
        ("http://collector:1/", "http://collector:1/v1/{}"),
        ("http://collector:1/base/", "http://collector:1/base/v1/{}"),
        ("http://collector:1/base//", "http://collector:1/base//v1/{}"),
        ("http://collector:1/base?key=1", "http://collector:1/base/v1/{}?key=1"),
    ],
)
def test_the_signals_path_is_put_behind_the_base_urls(
    base: str | None, url: str, signal: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if base is not None:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", base)
    assert make_exporter("http", signal)._endpoint == url.format(signal)


def test_a_signals_own_url_and_the_argument_are_used_as_they_are(
    signal: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://general:1")
    monkeypatch.setenv(f"OTEL_EXPORTER_OTLP_{signal.upper()}_ENDPOINT", "http://own:1/path/")
    assert make_exporter("http", signal)._endpoint == "http://own:1/path/"
    assert make_exporter("http", signal, endpoint="http://argument:1")._endpoint == "http://argument:1"


def test_a_url_without_a_path_is_posted_to_the_root(make_exporter: Any) -> None:
    with HttpServer() as server:
        make_exporter("http", "traces", server.url).export(spans())
    assert server.received[0].path == "/"


def test_the_signals_headers_replace_the_general_ones_and_the_argument_goes_over_both(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "general=1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "Own=a%20b, plain=c d,=bad,kept=x,User-Agent=mine")
    with HttpServer() as server:
        make_exporter("http", "traces", server.url, headers={"KEPT": "argument"}).export(spans())
    headers = server.received[0].headers
    assert "general" not in headers
    assert (headers["own"], headers["plain"], headers["kept"]) == ("a b", "c d", "argument")
    assert headers["user-agent"] == "mine"


def test_the_general_headers_hold_where_the_signal_has_none_of_its_own(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "general=1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "")
    with HttpServer() as server:
        make_exporter("http", "traces", server.url).export(spans())
    assert server.received[0].headers["general"] == "1"


class ReferenceCompression(Enum):
    """As the reference's enumeration looks."""

    NoCompression = "none"
    Deflate = "deflate"
    Gzip = "gzip"


@pytest.mark.parametrize("gzip_argument", [Compression.Gzip, ReferenceCompression.Gzip, "gzip"])
def test_gzip_can_be_asked_for_by_argument(gzip_argument: Any, signal: str, make_exporter: Any) -> None:
    with HttpServer() as server:
        exporter = make_exporter("http", signal, server.url, compression=gzip_argument)
        batch = BATCHES[signal]()
        exporter.export(batch)
        exporter.export(batch)
    first, second = server.received
    assert first.headers["content-encoding"] == "gzip"
    assert first.body == second.body
    assert REQUESTS[signal].FromString(gzip.decompress(first.body)).ByteSize() > 0


@pytest.mark.parametrize(
    ("general", "own", "argument", "encoding"),
    [
        ("gzip", None, None, "gzip"),
        (" GZip ", None, None, "gzip"),
        ("gzip", "none", None, None),
        ("gzip", "", None, "gzip"),
        ("gzip", "deflate", None, "deflate"),
        ("gzip", None, Compression.NoCompression, None),
        ("none", None, Compression.Deflate, "deflate"),
    ],
)
def test_compression_comes_from_the_argument_then_the_signal_then_all(
    general: str,
    own: str | None,
    argument: Any,
    encoding: str | None,
    make_exporter: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", general)
    if own is not None:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", own)
    with HttpServer() as server:
        make_exporter("http", "traces", server.url, compression=argument).export(spans())
    [received] = server.received
    assert received.headers.get("content-encoding") == encoding
    inflate = {"gzip": gzip.decompress, "deflate": zlib.decompress, None: bytes}[encoding]
    assert REQUESTS["traces"].FromString(inflate(received.body)).ByteSize() > 0


def test_an_unknown_compression_is_a_warning_and_means_none(
    transport: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd")
    assert make_exporter(transport, "traces")._compression is Compression.NoCompression
    [(level, text)] = said(caplog)
    assert level == logging.WARNING
    assert "zstd" in text


@pytest.mark.parametrize(
    ("general", "own", "argument", "expected", "warnings"),
    [
        (None, None, None, 10.0, 0),
        ("5", None, None, 5.0, 0),
        ("5", "2.5", None, 2.5, 0),
        ("5", "2.5", 1, 1.0, 0),
        ("5", "", None, 5.0, 0),
        ("0", None, None, float("inf"), 0),
        ("5", None, 0, float("inf"), 0),
        ("soon", None, None, 10.0, 1),
        ("-1", None, None, 10.0, 1),
        ("nan", None, None, 10.0, 1),
        (None, None, -1, 10.0, 1),
    ],
)
def test_the_timeout_is_in_seconds_and_senseless_ones_are_named_and_replaced(
    general: str | None,
    own: str | None,
    argument: float | None,
    expected: float,
    warnings: int,
    transport: str,
    make_exporter: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name, value in (("OTEL_EXPORTER_OTLP_TIMEOUT", general), ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", own)):
        if value is not None:
            monkeypatch.setenv(name, value)
    # A filter drops repeated warnings within some seconds; here each one counts.
    monkeypatch.setattr(logging.Logger, "filter", lambda self, record: True)
    assert make_exporter(transport, "traces", timeout=argument)._timeout == expected
    assert [level for level, _ in said(caplog)] == [logging.WARNING] * warnings


def test_a_timeout_of_nothing_waits_as_long_as_it_takes(make_exporter: Any) -> None:
    from tests.exporters.http_server import Answer

    with HttpServer(Answer(delay=0.3)) as server:
        assert make_exporter("http", "traces", server.url, timeout=0).export(spans()).name == "SUCCESS"


def test_user_and_password_of_the_url_become_basic_authorization_and_stay_out_of_the_log(
    make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer() as server:
        url = server.url.replace("//", "//me:p%40ss@")
        exporter = make_exporter("http", "traces", f"{url}/v1/traces?key=hidden")
        assert exporter.export(spans()).name == "SUCCESS"
    [received] = server.received
    assert received.headers["authorization"] == "Basic " + base64.b64encode(b"me:p@ss").decode()
    assert received.path == "/v1/traces?key=hidden"
    assert exporter.export(spans()).name == "FAILURE"
    assert said(caplog)
    assert not any("p%40ss" in text or "p@ss" in text or "hidden" in text for _, text in said(caplog))


def test_the_usual_proxy_variables_are_heeded(make_exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with HttpServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.replace("//", "//user:word@"))
        monkeypatch.setenv("http_proxy", proxy.url.replace("//", "//user:word@"))
        assert make_exporter("http", "traces", "http://collector.test/v1/traces").export(spans()).name == "SUCCESS"
        monkeypatch.setenv("no_proxy", "collector.test")
        assert (
            make_exporter("http", "traces", "http://collector.test/v1/traces", timeout=0.3).export(spans()).name
            == "FAILURE"
        )
    [received] = proxy.received
    assert received.path == "http://collector.test/v1/traces"
    assert received.headers["proxy-authorization"].startswith("Basic ")
