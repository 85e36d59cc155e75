"""Batches over a limit go out in several requests."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import pytest
from opentelemetry import proto_native

from tests.exporters.grpc_server import GrpcServer, slow
from tests.exporters.http_server import Answer, HttpServer
from tests.exporters.log_records import said
from tests.exporters.messages import REQUESTS, count
from tests.exporters.telemetry import BATCHES, metrics, spans

COUNTS = {"traces": 40, "metrics": 81, "logs": 40}
LIMIT = 2000


def test_a_batch_over_the_limit_is_sent_in_requests_within_it_with_nothing_lost_or_doubled(
    transport: str, signal: str, make_exporter: Any
) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, signal, endpoint, max_request_size=LIMIT)
        assert exporter.export(BATCHES[signal](40)).name == "SUCCESS"
    bodies = [received.body for received in server.received]
    assert len(bodies) > 1
    assert max(len(body) for body in bodies) <= LIMIT
    assert sum(count(signal, body) for body in bodies) == COUNTS[signal]


def test_spans_keep_their_order_over_the_requests(make_exporter: Any) -> None:
    batch = spans(40)
    with HttpServer() as server:
        make_exporter("http", "traces", server.url, max_request_size=LIMIT).export(batch)
    names = [
        span.name
        for received in server.received
        for resource in REQUESTS["traces"].FromString(received.body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    assert names == [span.name for span in batch]


@pytest.mark.parametrize(("limit", "requests"), [(0, 1), (-1, 1), (10**9, 1), (None, 1), (LIMIT, 2)])
def test_a_limit_of_nothing_or_less_is_none(limit: int | None, requests: int, make_exporter: Any) -> None:
    with HttpServer() as server:
        make_exporter("http", "traces", server.url, max_request_size=limit).export(spans(40))
    assert min(len(server.received), 2) == requests


def test_the_default_limits_are_those_of_the_specification_and_of_grpc_servers(make_exporter: Any, signal: str) -> None:
    assert make_exporter("http", signal)._max_request_size == 64 * 1024 * 1024
    assert make_exporter("grpc", signal)._max_request_size == 4 * 1024 * 1024


@pytest.mark.parametrize(("limit", "times"), [(0, 1), (1 << 20, 1), (LIMIT, 1), (1, 2)])
def test_a_batch_is_encoded_once_however_often_it_is_sent_and_once_more_to_tell_why_records_were_left_out(
    signal: str, limit: int, times: int, make_exporter: Any, monkeypatch: pytest.MonkeyPatch, delays: list[int]
) -> None:
    calls: list[str] = []

    def counting(original: Any) -> Any:
        def serialize(*arguments: Any, errors: str) -> Any:
            calls.append(errors)
            return original(*arguments, errors=errors)

        return serialize

    serializer = {"traces": "serialize_spans", "metrics": "serialize_metrics", "logs": "serialize_logs"}[signal]
    for name in (serializer, f"{serializer}_chunked"):
        monkeypatch.setattr(proto_native, name, counting(getattr(proto_native, name)))
    with HttpServer(Answer(503), Answer(503)) as server:
        make_exporter("http", signal, server.url, max_request_size=limit).export(BATCHES[signal]())
    assert len(server.received) == (0 if limit == 1 else 3)
    assert calls == ["replace"] * times


def test_a_failed_part_does_not_keep_the_others_from_being_sent(make_exporter: Any) -> None:
    with HttpServer(Answer(400)) as server:
        exporter = make_exporter("http", "traces", server.url, max_request_size=LIMIT)
        assert exporter.export(spans(40)).name == "FAILURE"
    assert sum(count("traces", received.body) for received in server.received) == 40


def test_a_record_over_the_limit_is_left_out_and_the_others_are_sent(
    transport: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    batch = spans(10) + spans(1, text="x" * 3 * LIMIT) + spans(10)
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint, max_request_size=LIMIT)
        assert exporter.export(batch).name == "FAILURE"
    assert sum(count("traces", received.body) for received in server.received) == 20
    assert (logging.ERROR, "1 records of a batch of spans left out: no request can hold them") in said(caplog)


@pytest.mark.parametrize("others", [0, 1, 3])
def test_a_record_over_the_limit_is_a_failure_also_where_the_others_fit_into_one_request(
    others: int, transport: str, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    batch = spans(others) + spans(1, text="x" * 3 * LIMIT)
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint, max_request_size=LIMIT)
        assert exporter.export(batch).name == "FAILURE"
    assert sum(count("traces", received.body) for received in server.received) == others
    assert (logging.ERROR, "1 records of a batch of spans left out: no request can hold them") in said(caplog)


@pytest.mark.parametrize("others", [1, 40])
def test_a_record_that_cannot_be_read_is_not_taken_for_one_that_is_too_large(
    others: int, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with HttpServer() as server:
        exporter = make_exporter("http", "traces", server.url, max_request_size=LIMIT)
        assert exporter.export([*spans(others), object()]).name == "SUCCESS"
    assert sum(count("traces", received.body) for received in server.received) == others
    assert logging.ERROR not in [level for level, _ in said(caplog)]


def test_the_timeout_is_for_all_requests_of_a_batch(transport: str, make_exporter: Any) -> None:
    server: Any
    with HttpServer(*[Answer(delay=0.5)] * 9) if transport == "http" else GrpcServer(*[slow(0.5)] * 9) as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint, max_request_size=LIMIT, timeout=0.7)
        assert exporter.export(spans(40)).name == "FAILURE"
    assert len(server.received) <= 3


def test_the_timeout_is_for_all_parts_of_the_metrics(make_exporter: Any) -> None:
    with HttpServer(*[Answer(delay=0.5)] * 9) as server:
        exporter = make_exporter("http", "metrics", server.url, max_export_batch_size=10, timeout=0.7)
        assert exporter.export(metrics(40)).name == "FAILURE"
    assert len(server.received) <= 3


def test_a_server_that_asks_for_time_is_not_sent_the_rest_of_the_batch(make_exporter: Any) -> None:
    with HttpServer(Answer(429, {"Retry-After": "60"})) as server:
        exporter = make_exporter("http", "traces", server.url, max_request_size=LIMIT, timeout=5)
        assert exporter.export(spans(40)).name == "FAILURE"
    assert len(server.received) == 1


def test_a_shutdown_ends_an_export_with_the_request_that_is_under_way(transport: str, make_exporter: Any) -> None:
    server: Any
    with HttpServer(*[Answer(delay=0.5)] * 9) if transport == "http" else GrpcServer(*[slow(0.5)] * 9) as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "traces", endpoint, max_request_size=LIMIT)
        batch, results = spans(40), []
        exporting = threading.Thread(target=lambda: results.append(exporter.export(batch).name))
        exporting.start()
        while not server.received:
            time.sleep(0.01)
        exporter.shutdown()
        exporting.join()
    assert results == ["FAILURE"]
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (None, [81]),
        (0, [81]),
        (-5, [81]),
        (1, [1] * 81),
        (40, [40, 40, 1]),
        (33, [33, 33, 15]),
        (81, [81]),
        (1000, [81]),
    ],
)
def test_metrics_are_split_by_number_of_data_points(
    most: int | None, expected: list[int], transport: str, make_exporter: Any
) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        exporter = make_exporter(transport, "metrics", endpoint, max_export_batch_size=most)
        assert exporter.export(metrics(40)).name == "SUCCESS"
    assert [count("metrics", received.body) for received in server.received] == expected


def test_parts_of_metrics_repeat_resource_scope_and_metric_and_hold_each_point_once(make_exporter: Any) -> None:
    data = metrics(40)
    with HttpServer() as server:
        make_exporter("http", "metrics", server.url, max_export_batch_size=7).export(data)
    whole = REQUESTS["metrics"].FromString(proto_native.serialize_metrics(data))
    joined: dict[str, list[bytes]] = {}
    shells = set()
    for received in server.received:
        [resource] = REQUESTS["metrics"].FromString(received.body).resource_metrics
        [scope] = resource.scope_metrics
        shells.add((resource.resource.SerializeToString(), scope.scope.SerializeToString()))
        for metric in scope.metrics:
            joined.setdefault(metric.name, []).extend(_points(metric))
            joined.setdefault(metric.name + " shell", []).append(_shell(metric))
    [resource] = whole.resource_metrics
    assert shells == {(resource.resource.SerializeToString(), resource.scope_metrics[0].scope.SerializeToString())}
    for metric in resource.scope_metrics[0].metrics:
        assert joined[metric.name] == _points(metric)
        assert set(joined[metric.name + " shell"]) == {_shell(metric)}


def _points(metric: Any) -> list[bytes]:
    return [point.SerializeToString() for point in getattr(metric, metric.WhichOneof("data")).data_points]


def _shell(metric: Any) -> bytes:
    copy = type(metric)()
    copy.CopyFrom(metric)
    del getattr(copy, copy.WhichOneof("data")).data_points[:]
    return bytes(copy.SerializeToString())


def test_a_failed_part_of_the_metrics_does_not_keep_the_others_from_being_sent(make_exporter: Any) -> None:
    with HttpServer(Answer(400)) as server:
        exporter = make_exporter("http", "metrics", server.url, max_export_batch_size=40)
        assert exporter.export(metrics(40)).name == "FAILURE"
    assert [count("metrics", received.body) for received in server.received] == [40, 40, 1]
