"""The native readers of what collectors answer: right on what they send, a ValueError on anything else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import proto_native
from opentelemetry.proto_native import _native

from tests.exporters.messages import count, partial_success, status
from tests.exporters.telemetry import BATCHES

SIGNALS = st.sampled_from(["traces", "metrics", "logs"])
SERIALIZERS: dict[str, Any] = {
    "traces": proto_native.serialize_spans,
    "metrics": proto_native.serialize_metrics,
    "logs": proto_native.serialize_logs,
}


@given(SIGNALS, st.integers(-(2**63), 2**63 - 1), st.text())
def test_a_partial_success_is_read_as_it_was_written(signal: str, rejected: int, message: str) -> None:
    read = _native.decode_partial_success(signal, partial_success(signal, rejected, message))
    assert read == ((rejected, message) if rejected or message else None)


@given(st.integers(-(2**31), 2**31 - 1), st.text(), st.none() | st.integers(0, 10**9).map(lambda number: number / 1000))
def test_a_status_is_read_as_it_was_written(code: int, message: str, delay: float | None) -> None:
    read_code, read_message, read_delay = _native.decode_status(status(code, message, delay))
    assert (read_code, read_message) == (code, message)
    assert read_delay == (None if delay is None else pytest.approx(delay, abs=1e-6))


@given(SIGNALS, st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_and_nothing_panics(signal: str, answer: bytes) -> None:
    with contextlib.suppress(ValueError):
        _native.decode_partial_success(signal, answer)
    with contextlib.suppress(ValueError):
        _native.decode_status(answer)
    with contextlib.suppress(ValueError):
        _native.count_records(signal, answer)


def _field(number: int, content: bytes) -> bytes:
    """A length-delimited field."""
    length, encoded = len(content), b""
    while length > 0x7F:
        encoded += bytes([length & 0x7F | 0x80])
        length >>= 7
    return bytes([number << 3 | 2]) + encoded + bytes([length]) + content


def _logs_nested(depth: int) -> bytes:
    """A request with one log record, whose body is a list in a list and so on."""
    body = b""
    for _ in range(depth):
        body = _field(5, _field(1, body))
    return _field(1, _field(2, _field(2, _field(5, body))))


def test_nesting_without_end_does_not_overflow_the_stack() -> None:
    assert _native.count_records("logs", _logs_nested(10)) == 1
    assert _native.count_records("logs", _logs_nested(20_000)) == 1
    groups = b"\x1b" * 1_000_000
    with pytest.raises(ValueError, match="not the expected message"):
        _native.decode_partial_success("logs", groups)
    with pytest.raises(ValueError, match="not the expected message"):
        _native.decode_status(groups)


def test_the_records_of_a_request_are_counted(signal: str) -> None:
    request = SERIALIZERS[signal](BATCHES[signal](5))
    assert _native.count_records(signal, request) == count(signal, request) > 0


def test_an_unknown_signal_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="traces, metrics or logs"):
        _native.decode_partial_success("Logs", b"")
