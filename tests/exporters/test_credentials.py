"""Sessions, channel credentials and credential providers: whose are used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest
import requests
from opentelemetry.proto_native.exporter import _tls

from tests.exporters.certificates import Certificates
from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import Answer, HttpServer, endless, protobuf, reset
from tests.exporters.messages import partial_success
from tests.exporters.telemetry import BATCHES, spans

GENERAL = "OTEL_PYTHON_EXPORTER_OTLP_{}_CREDENTIAL_PROVIDER"
SPECIFIC = "OTEL_PYTHON_EXPORTER_OTLP_{}_{}_CREDENTIAL_PROVIDER"


def _session(name: str) -> requests.Session:
    session = requests.Session()
    session.headers["x-session"] = name
    return session


class _EntryPoint:
    def __init__(self, made: Any) -> None:
        self._made = made

    def load(self) -> Any:
        return lambda: self._made


@pytest.fixture
def provide(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Registers what credential providers of given names make."""

    def register(**made: Any) -> None:
        def entry_points(*, group: str, name: str) -> list[_EntryPoint]:
            assert group == "opentelemetry_otlp_credential_provider"
            return [_EntryPoint(made[name])] if name in made else []

        monkeypatch.setattr(_tls, "entry_points", entry_points)

    return register


def test_a_session_given_as_argument_sends_the_requests(signal: str, make_exporter: Any) -> None:
    with HttpServer(Answer(503, {"Retry-After": "0"}), reset) as server:
        exporter = make_exporter("http", signal, server.url, session=_session("argument"), headers={"own": "1"})
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
    assert len(server.received) == 3
    assert all(received.headers["x-session"] == "argument" for received in server.received)
    assert all(received.headers["own"] == "1" for received in server.received)


def test_answers_are_bounded_and_read_with_a_session_too(
    make_exporter: Any, delays: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    answers = [protobuf(200, partial_success("traces", 1, "words")), endless, Answer(302, {"Location": "/x"})]
    with HttpServer(*answers) as server:
        exporter = make_exporter("http", "traces", server.url, session=requests.Session())
        assert [exporter.export(spans()).name for _ in answers] == ["SUCCESS", "FAILURE", "FAILURE"]
    assert len(server.received) == 3
    assert "words" in caplog.text


def test_errors_of_a_session_are_retried_or_not_like_our_own(make_exporter: Any, delays: list[int]) -> None:
    with HttpServer() as gone:
        pass
    unreachable = make_exporter("http", "traces", gone.url, session=requests.Session(), timeout=3)
    assert unreachable.export(spans()).name == "FAILURE"
    assert len(delays) == 5
    senseless = make_exporter("http", "traces", "nonsense", session=requests.Session())
    assert senseless.export(spans()).name == "FAILURE"
    assert len(delays) == 5


def test_certificate_files_are_set_on_a_session_whose_own_are_kept_otherwise(
    make_exporter: Any, tmp_path: Path
) -> None:
    session = requests.Session()
    session.verify = "/its/own"
    make_exporter("http", "traces", session=session)
    assert session.verify == "/its/own"
    make_exporter("http", "traces", None, "authority", "key", "certificate", session=session)
    assert (session.verify, session.cert) == ("authority", ("certificate", "key"))


def test_shutdown_closes_the_session(make_exporter: Any) -> None:
    closed: list[bool] = []
    session = requests.Session()
    session.close = lambda: closed.append(True)  # type: ignore[method-assign]
    make_exporter("http", "traces", session=session).shutdown()
    assert closed == [True]


def test_the_signals_credential_provider_goes_before_the_general_one(
    signal: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, provide: Any
) -> None:
    provide(all=_session("all"), own=_session("own"))
    with HttpServer() as server:
        monkeypatch.setenv(GENERAL.format("HTTP"), "all")
        make_exporter("http", signal, server.url).export(BATCHES[signal]())
        monkeypatch.setenv(SPECIFIC.format("HTTP", signal.upper()), "own")
        make_exporter("http", signal, server.url).export(BATCHES[signal]())
        make_exporter("http", signal, server.url, session=_session("argument")).export(BATCHES[signal]())
    assert [received.headers["x-session"] for received in server.received] == ["all", "own", "argument"]


@pytest.mark.parametrize("variable", [GENERAL.format("GRPC"), SPECIFIC.format("GRPC", "TRACES")])
def test_a_grpc_credential_provider_is_used_at_each_level_without_any_file(
    variable: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, provide: Any, tmp_path: Path
) -> None:
    certificates = Certificates(tmp_path)
    provide(mine=grpc.ssl_channel_credentials(certificates.authority.read_bytes()))
    monkeypatch.setenv(variable, "mine")
    pair = (certificates.server_key.read_bytes(), certificates.server.read_bytes())
    with GrpcServer(credentials=grpc.ssl_server_credentials([pair])) as server:
        assert make_exporter("grpc", "traces", f"https://{server.target}").export(spans()).name == "SUCCESS"


def test_channel_credentials_given_as_argument_are_used(make_exporter: Any, tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    credentials = grpc.ssl_channel_credentials(certificates.authority.read_bytes())
    pair = (certificates.server_key.read_bytes(), certificates.server.read_bytes())
    with GrpcServer(credentials=grpc.ssl_server_credentials([pair])) as server:
        exporter = make_exporter("grpc", "traces", server.target, credentials=credentials)
        assert exporter.export(spans()).name == "SUCCESS"


def test_a_provider_that_is_missing_or_makes_something_else_stops_the_setup(
    transport: str, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, provide: Any
) -> None:
    provide(wrong="text")
    for name, words in (("missing", "not among the entry points"), ("wrong", "made a str where")):
        monkeypatch.setenv(GENERAL.format(transport.upper()), name)
        with pytest.raises(RuntimeError, match=words):
            make_exporter(transport, "traces", "https://collector:4317")
