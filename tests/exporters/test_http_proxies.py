"""HTTP: which requests go through a proxy, as `requests` reads the usual variables."""

from __future__ import annotations

from typing import Any

import pytest
from opentelemetry.proto_native.exporter.http._proxies import proxy_for

from tests.exporters.free_port import free_port
from tests.exporters.http_server import HttpServer
from tests.exporters.telemetry import spans

PROXY = "http://proxy:3128"
DIRECT = [
    ("127.0.0.0/8", "http://127.0.0.1:4318/v1/traces"),
    ("10.0.0.0/8", "http://10.1.2.3:4318"),
    ("a.example, 10.0.0.0/8 ,b.example", "https://10.1.2.3"),
    ("10.1.2.3", "http://10.1.2.3:4318"),
    ("collector.local", "http://collector.local:4318"),
    (".local", "http://collector.local:4318"),
    ("local", "http://collector.local:4318"),
    ("*", "http://collector.local:4318"),
]
THROUGH = [
    ("", "http://10.1.2.3"),
    ("10.0.0.0/8", "http://11.1.2.3"),
    ("10.0.0.0/99,nonsense/8", "http://10.1.2.3"),
    ("10.0.0.0/8", "http://ten.example"),
    ("other.example", "http://collector.local"),
]
# What `requests` does not know.
DIRECT_BEYOND = [
    ("::1", "http://[::1]:4318"),
    ("fd00::/8", "http://[fd00::1]"),
    ("collector.local:4318", "http://collector.local:4318"),
]


@pytest.fixture(autouse=True)
def _proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", PROXY)
    monkeypatch.setenv("https_proxy", PROXY)


@pytest.mark.parametrize("variable", ["no_proxy", "NO_PROXY"])
@pytest.mark.parametrize(("listed", "url"), DIRECT + DIRECT_BEYOND)
def test_hosts_addresses_and_networks_that_are_listed_are_reached_directly(
    variable: str, listed: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, listed)
    assert proxy_for(url) == ""


@pytest.mark.parametrize(("listed", "url"), THROUGH)
def test_everything_else_goes_through_the_proxy(listed: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", listed)
    assert proxy_for(url) == PROXY


def test_an_empty_variable_in_lower_case_does_not_hide_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("NO_PROXY", "10.0.0.0/8")
    assert proxy_for("http://10.1.2.3") == ""


@pytest.mark.parametrize(("listed", "url"), DIRECT + THROUGH)
def test_requests_decides_the_same(listed: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = pytest.importorskip("requests", reason="compares with requests, which is not installed here")
    monkeypatch.setenv("no_proxy", listed)
    assert bool(requests.utils.get_environ_proxies(url)) == bool(proxy_for(url))


def test_a_batch_for_a_listed_network_does_not_go_to_the_proxy(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("no_proxy", "127.0.0.0/8")
    with HttpServer() as server:
        assert make_exporter("http", "traces", server.url).export(spans()).name == "SUCCESS"
    assert len(server.received) == 1
