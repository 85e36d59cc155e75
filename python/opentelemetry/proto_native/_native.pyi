from collections.abc import Iterable
from typing import Final, Literal

from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk.metrics.export import MetricsData
from opentelemetry.sdk.trace import ReadableSpan

__all__ = [
    "__version__",
    "count_records",
    "decode_partial_success",
    "decode_status",
    "fast_paths",
    "serialize_logs",
    "serialize_logs_chunked",
    "serialize_metrics",
    "serialize_metrics_chunked",
    "serialize_spans",
    "serialize_spans_chunked",
]

__version__: Final[str]

def fast_paths() -> dict[str, bool]: ...
def decode_partial_success(signal: str, answer: bytes, /) -> tuple[int, str] | None: ...
def decode_status(status: bytes, /) -> tuple[int, str, float | None]: ...
def count_records(signal: str, request: bytes, /) -> int: ...
def serialize_spans(spans: Iterable[ReadableSpan], *, errors: Literal["strict", "replace"] = "strict") -> bytes: ...
def serialize_metrics(data: MetricsData, *, errors: Literal["strict", "replace"] = "strict") -> bytes: ...
def serialize_logs(
    records: Iterable[ReadableLogRecord], *, errors: Literal["strict", "replace"] = "strict"
) -> bytes: ...
def serialize_spans_chunked(
    spans: Iterable[ReadableSpan], max_bytes: int, *, errors: Literal["strict", "replace"] = "strict"
) -> list[bytes]: ...
def serialize_metrics_chunked(
    data: MetricsData, max_bytes: int, *, errors: Literal["strict", "replace"] = "strict"
) -> list[bytes]: ...
def serialize_logs_chunked(
    records: Iterable[ReadableLogRecord], max_bytes: int, *, errors: Literal["strict", "replace"] = "strict"
) -> list[bytes]: ...
