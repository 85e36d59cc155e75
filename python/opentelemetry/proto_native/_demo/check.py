"""Serialize each case with both encoders, compare the bytes, measure the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from opentelemetry import proto_native
from opentelemetry.proto_native._demo import logs, metrics, reference, spans
from opentelemetry.proto_native._demo.case import Case
from opentelemetry.proto_native._demo.measure import best_times

_SERIALIZERS: dict[str, Callable[[Any], bytes]] = {
    "spans": proto_native.serialize_spans,
    "metrics": proto_native.serialize_metrics,
    "logs": proto_native.serialize_logs,
}


class Result(NamedTuple):
    """One line of the report. The last three are None where there is no reference to compare with."""

    signal: str
    name: str
    records: int
    bytes: int
    microseconds: float  # a record
    reference_microseconds: float | None = None
    speedup: float | None = None
    identical: bool | None = None


def run(count: int, rounds: int) -> list[Result]:
    """Check every case of the three signals."""
    compare = reference.versions() is not None
    cases = [case for signal in (spans, metrics, logs) for case in signal.cases(count)]
    return [_check(case, rounds, compare) for case in cases]


def _check(case: Case, rounds: int, compare: bool) -> Result:
    ours = _SERIALIZERS[case.signal]
    request = ours(case.data)
    if not compare:
        (seconds,) = best_times([lambda: ours(case.data)], rounds)
        return _result(case, request, seconds)
    theirs = reference.serializer(case.signal)
    identical = request == theirs(case.data)
    seconds, slower = best_times([lambda: ours(case.data), lambda: theirs(case.data)], rounds)
    return _result(case, request, seconds)._replace(
        reference_microseconds=slower * 1e6 / case.records, speedup=slower / seconds, identical=identical
    )


def _result(case: Case, request: bytes, seconds: float) -> Result:
    return Result(case.signal, case.name, case.records, len(request), seconds * 1e6 / case.records)
