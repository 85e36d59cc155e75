"""gRPC: what arguments and environment variables do, alone and together."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.proto_native.exporter.grpc._retryable import ALWAYS

from tests.exporters.certificates import Certificates
from tests.exporters.grpc_server import GrpcServer, refuse
from tests.exporters.log_records import said
from tests.exporters.telemetry import BATCHES, spans

Code = grpc.StatusCode


@pytest.mark.parametrize(
    ("endpoint", "target", "insecure"),
    [
        (None, "localhost:4317", True),
        ("", "localhost:4317", True),
        ("http://collector:1", "collector:1", True),
        ("http://collector:1/ignored", "collector:1", True),
        ("https://collector:1", "collector:1", False),
        ("collector:1", "collector:1", False),
        ("unix:/tmp/socket", "unix:/tmp/socket", False),
        ("dns://8.8.8.8/collector:1", "dns://8.8.8.8/collector:1", False),
        ("dns:///collector:1", "dns:///collector:1", False),
        ("ipv4:127.0.0.1:1", "ipv4:127.0.0.1:1", False),
    ],
)
def test_an_endpoint_is_a_url_whose_scheme_says_whether_tls_is_used_or_a_target_of_grpcio(
    endpoint: str | None, target: str, insecure: bool, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if endpoint is not None:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
    exporter = make_exporter("grpc", "traces")
    assert (exporter._endpoint, exporter._insecure) == (target, insecure)


@pytest.mark.parametrize(
    ("endpoint", "argument", "own", "general", "insecure"),
    [
        ("collector:1", None, None, "true", True),
        ("collector:1", None, None, "TRUE", True),
        ("collector:1", None, "false", "true", False),
        ("collector:1", None, "", "true", True),
        ("collector:1", False, None, "true", False),
        ("collector:1", True, None, "false", True),
        ("http://collector:1", False, "false", "false", True),
        ("http://collector:1", None, "", "", True),
        ("https://collector:1", True, "true", "true", False),
    ],
)
def test_the_scheme_wins_over_insecure_which_comes_from_the_argument_then_the_signal_then_all(
    endpoint: str,
    argument: bool | None,
    own: str | None,
    general: str,
    insecure: bool,
    signal: str,
    make_exporter: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_INSECURE", general)
    if own is not None:
        monkeypatch.setenv(f"OTEL_EXPORTER_OTLP_{signal.upper()}_INSECURE", own)
    assert make_exporter("grpc", signal, endpoint, insecure=argument)._insecure is insecure


def test_an_insecure_that_is_neither_true_nor_false_is_a_warning_and_means_false(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_INSECURE", "yes")
    assert make_exporter("grpc", "traces", "collector:1")._insecure is False
    assert [level for level, _ in said(caplog)] == [logging.WARNING]


@pytest.mark.parametrize("headers", [{"UPPER": "a b"}, (("Upper", "a b"),), [("upper", "a b")], "Upper=a%20b"])
def test_headers_given_as_argument_in_any_form_replace_the_variables(
    headers: Any, signal: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "general=1")
    with GrpcServer() as server:
        exporter = make_exporter("grpc", signal, server.target, insecure=True, headers=headers)
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
    assert server.received[0].metadata["upper"] == "a b"
    assert "general" not in server.received[0].metadata


def test_the_signals_headers_replace_the_general_ones(make_exporter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "general=1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "Own=2")
    with GrpcServer() as server:
        make_exporter("grpc", "traces", server.target, insecure=True).export(spans())
    assert server.received[0].metadata["own"] == "2"
    assert "general" not in server.received[0].metadata


@pytest.mark.parametrize(
    ("variable", "argument", "kind"),
    [
        ("none", None, "none"),
        ("", None, "none"),
        ("gzip", None, "gzip"),
        ("GZIP", None, "gzip"),
        ("gzip", grpc.Compression.NoCompression, "none"),
        ("none", grpc.Compression.Gzip, "gzip"),
        ("none", grpc.Compression.Deflate, "deflate"),
        ("none", "gzip", "gzip"),
    ],
)
def test_compression_is_taken_from_the_argument_or_the_environment(
    variable: str, argument: Any, kind: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", variable)
    with GrpcServer() as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True, compression=argument)
        assert exporter._compression.value == kind
        assert exporter.export(spans(50)).name == "SUCCESS"
    assert len(server.received) == 1


def test_channel_options_go_over_our_own(make_exporter: Any) -> None:
    with GrpcServer() as server:
        options = (("grpc.primary_user_agent", "mine"),)
        make_exporter("grpc", "traces", server.target, insecure=True, channel_options=options).export(spans())
    assert server.received[0].metadata["user-agent"].startswith("mine")


@pytest.mark.parametrize(
    ("argument", "variable", "expected", "warnings"),
    [
        (None, None, ALWAYS, 0),
        (None, "", ALWAYS, 0),
        (None, "internal, Unknown,", {Code.INTERNAL, Code.UNKNOWN}, 0),
        (None, "internal,nonsense", {Code.INTERNAL}, 1),
        ([Code.NOT_FOUND], "internal", {Code.NOT_FOUND}, 0),
    ],
)
def test_the_codes_after_which_an_export_is_tried_again_can_be_chosen(
    argument: Any,
    variable: str | None,
    expected: Any,
    warnings: int,
    make_exporter: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if variable is not None:
        monkeypatch.setenv("OTEL_PYTHON_EXPORTER_OTLP_GRPC_RETRYABLE_ERROR_CODES", variable)
    exporter = make_exporter("grpc", "traces", retryable_error_codes=argument)
    assert exporter._transport._retryable == expected
    assert [level for level, _ in said(caplog)] == [logging.WARNING] * warnings


def test_a_chosen_code_is_tried_again(make_exporter: Any, delays: list[int]) -> None:
    with GrpcServer(refuse(Code.RESOURCE_EXHAUSTED)) as server:
        exporter = make_exporter(
            "grpc", "traces", server.target, insecure=True, retryable_error_codes=[Code.RESOURCE_EXHAUSTED]
        )
        assert exporter.export(spans()).name == "SUCCESS"
    assert delays == [0]


@pytest.mark.parametrize("level", ["", "TRACES_"])
def test_client_certificates_are_used_from_each_level_without_an_authority_of_the_same(
    level: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    certificates = Certificates(tmp_path)
    pair = (certificates.server_key.read_bytes(), certificates.server.read_bytes())
    demanding = grpc.ssl_server_credentials([pair], certificates.authority.read_bytes(), require_client_auth=True)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(certificates.authority))
    monkeypatch.setenv(f"OTEL_EXPORTER_OTLP_{level}CLIENT_KEY", str(certificates.client_key))
    monkeypatch.setenv(f"OTEL_EXPORTER_OTLP_{level}CLIENT_CERTIFICATE", str(certificates.client))
    with GrpcServer(credentials=demanding) as server:
        exporter = make_exporter("grpc", "traces", f"https://{server.target}")
        assert exporter.export(spans()).name == "SUCCESS"


def test_missing_or_lone_certificate_files_are_errors_in_the_log_and_do_not_raise(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    certificates = Certificates(tmp_path)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CLIENT_KEY", str(certificates.client_key))
    make_exporter("grpc", "traces", "https://collector:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(tmp_path / "missing.pem"))
    make_exporter("grpc", "traces", "https://collector:1")
    assert {level for level, _ in said(caplog)} == {logging.ERROR}
    assert any("missing.pem" in text for _, text in said(caplog))


def test_a_unix_socket_can_be_the_target(make_exporter: Any, tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/socket"
    with GrpcServer(address=address) as server:
        assert make_exporter("grpc", "traces", address, insecure=True).export(spans()).name == "SUCCESS"
    assert len(server.received) == 1
