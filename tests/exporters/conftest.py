"""Fixtures of the exporter tests: a clean environment, exporters that are shut down again, quick retries."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.proto_native.exporter import _retry
from opentelemetry.proto_native.exporter._log_filter import RepetitionFilter

from tests.exporters import quiet_forks  # noqa: F401
from tests.exporters.classes import CLASSES

SIGNALS = ("traces", "metrics", "logs")


@pytest.fixture(params=SIGNALS)
def signal(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=("http", "grpc"))
def transport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    proxies = {"http_proxy", "https_proxy", "all_proxy", "no_proxy", "requests_ca_bundle", "curl_ca_bundle"}
    for name in list(os.environ):
        if name.startswith("OTEL_") or name.lower() in proxies:
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _forgetful_filters() -> None:
    """What one test logs must not count as a repetition in the next."""
    for transport in ("http", "grpc"):
        for signal in SIGNALS:
            for known in logging.getLogger(f"opentelemetry.proto_native.exporter.{transport}.{signal}").filters:
                if isinstance(known, RepetitionFilter):
                    known._passed = set()


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Retries wait for milliseconds; the list holds the attempts after which the policy was asked for a delay."""
    asked: list[int] = []

    def short(attempt: int) -> float:
        asked.append(attempt)
        return 0.005

    monkeypatch.setattr(_retry, "delay_before_retry", short)
    return asked


MakeExporter = Callable[..., Any]


@pytest.fixture
def make_exporter() -> Iterator[MakeExporter]:
    """Makes exporters, by transport and signal, that are shut down after the test."""
    made: list[Any] = []

    def make(transport: str, signal: str, *args: Any, **kwargs: Any) -> Any:
        exporter = CLASSES[transport, signal](*args, **kwargs)
        made.append(exporter)
        return exporter

    yield make
    for exporter in made:
        if not exporter._shutdown:
            exporter.shutdown()
