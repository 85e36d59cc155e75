"""Requests of limited size: whole groups of small requests that together are the large one."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import proto_native
from opentelemetry.proto_native import EncodeError

from tests.datasets import logs, metrics, spans

messages = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason="opentelemetry-proto")

DATASETS = {"traces": spans, "metrics": metrics, "logs": logs}
WHOLE = {
    "traces": proto_native.serialize_spans,
    "metrics": proto_native.serialize_metrics,
    "logs": proto_native.serialize_logs,
}
CHUNKED = {
    "traces": proto_native.serialize_spans_chunked,
    "metrics": proto_native.serialize_metrics_chunked,
    "logs": proto_native.serialize_logs_chunked,
}
REQUESTS = {
    "traces": ("trace.v1.trace_service_pb2", "ExportTraceServiceRequest", "resource_spans", "scope_spans", "spans"),
    "metrics": (
        "metrics.v1.metrics_service_pb2",
        "ExportMetricsServiceRequest",
        "resource_metrics",
        "scope_metrics",
        "metrics",
    ),
    "logs": ("logs.v1.logs_service_pb2", "ExportLogsServiceRequest", "resource_logs", "scope_logs", "log_records"),
}
SHAPES = [(signal, shape) for signal, dataset in DATASETS.items() for shape in dataset.NAMES]
each_shape = pytest.mark.parametrize(("signal", "shape"), SHAPES)
each_signal = pytest.mark.parametrize("signal", list(DATASETS))


def contents(signal: str, request: bytes) -> Iterator[tuple[Any, ...]]:
    """The records of a request, or the data points of its metrics, each with all that stands around it."""
    module, name, groups, scopes, records = REQUESTS[signal]
    message = getattr(importlib.import_module(f"opentelemetry.proto.collector.{module}"), name).FromString(request)
    for group in getattr(message, groups):
        for scope in getattr(group, scopes):
            around = (
                group.resource.SerializeToString(),
                group.schema_url,
                scope.scope.SerializeToString(),
                scope.schema_url,
            )
            for record in getattr(scope, records):
                for part in points(record) if signal == "metrics" else [(record.SerializeToString(),)]:
                    yield around + part


def points(metric: Any) -> list[tuple[Any, ...]]:
    kind = metric.WhichOneof("data")
    if kind is None:
        return [(metric.SerializeToString(),)]
    each = [point.SerializeToString() for point in getattr(metric, kind).data_points]
    del getattr(metric, kind).data_points[:]
    return [(metric.SerializeToString(), point) for point in each]


def joined(signal: str, parts: list[bytes]) -> list[tuple[Any, ...]]:
    return [content for part in parts for content in contents(signal, part)]


@each_shape
def test_the_parts_hold_what_the_whole_holds_in_its_order_each_within_the_limit(signal: str, shape: str) -> None:
    batch = DATASETS[signal].batch(shape, 60)
    whole = WHOLE[signal](batch)
    limit = len(whole) // 5
    parts = CHUNKED[signal](batch, limit)
    assert len(parts) > 4
    assert max(map(len, parts)) <= limit
    assert joined(signal, parts) == list(contents(signal, whole))


@each_shape
def test_a_batch_within_the_limit_is_the_one_request(signal: str, shape: str) -> None:
    batch = DATASETS[signal].batch(shape, 5)
    whole = WHOLE[signal](batch)
    assert CHUNKED[signal](batch, len(whole)) == [whole]
    assert len(CHUNKED[signal](batch, len(whole) - 1)) == 2


@each_signal
@given(data=st.data())
def test_any_limit_is_kept_and_nothing_is_lost_but_what_is_too_large_by_itself(signal: str, data: Any) -> None:
    shape = data.draw(st.sampled_from(DATASETS[signal].NAMES))
    batch = DATASETS[signal].batch(shape, data.draw(st.integers(1, 12)))
    whole = WHOLE[signal](batch)
    limit = data.draw(st.integers(1, len(whole) + 1))
    parts = CHUNKED[signal](batch, limit, errors="replace")
    assert max(map(len, parts), default=0) <= limit
    kept, everything = joined(signal, parts), list(contents(signal, whole))
    remaining = iter(everything)
    assert all(content in remaining for content in kept)
    if len(kept) < len(everything):
        with pytest.raises(EncodeError):
            CHUNKED[signal](batch, limit)
    else:
        assert CHUNKED[signal](batch, limit) == parts


@each_signal
def test_one_huge_metric_or_batch_is_cut_between_its_points_or_records(signal: str) -> None:
    batch = DATASETS[signal].batch(DATASETS[signal].NAMES[0], 2000)
    whole = WHOLE[signal](batch)
    parts = CHUNKED[signal](batch, len(whole) // 3)
    assert 3 < len(parts) <= 5
    assert joined(signal, parts) == list(contents(signal, whole))


def test_a_record_over_the_limit_is_named_in_strict_mode() -> None:
    batch = spans.batch("minimal", 3)
    batch.insert(1, spans.batch("genai", 1)[0])
    with pytest.raises(EncodeError) as raised:
        proto_native.serialize_spans_chunked(batch, 2000)
    assert (raised.value.signal, raised.value.index, raised.value.path) == ("traces", 1, "spans[1]")
    assert raised.value.reason == "larger by itself than the 2000 bytes that a request may have"


def test_a_record_over_the_limit_is_left_out_and_logged_in_replace_mode(caplog: pytest.LogCaptureFixture) -> None:
    good = spans.batch("minimal", 3)
    batch = [good[0], spans.batch("genai", 1)[0], *good[1:]]
    parts = proto_native.serialize_spans_chunked(batch, 2000, errors="replace")
    assert joined("traces", parts) == list(contents("traces", proto_native.serialize_spans(good)))
    assert [record.getMessage().rpartition(" ")[2] for record in caplog.records] == ["spans[1]"]


@each_signal
def test_nothing_to_send_is_no_request(signal: str) -> None:
    empty = type(metrics.batch(metrics.NAMES[0], 1))([]) if signal == "metrics" else []
    assert CHUNKED[signal](empty, 1) == []


@each_signal
@pytest.mark.parametrize(("limit", "error"), [(0, ValueError), (-1, ValueError), (2**70, ValueError), ("1", TypeError)])
def test_a_limit_that_is_no_positive_number_raises(signal: str, limit: Any, error: type) -> None:
    with pytest.raises(error):
        CHUNKED[signal](DATASETS[signal].batch(DATASETS[signal].NAMES[0], 1), limit)
