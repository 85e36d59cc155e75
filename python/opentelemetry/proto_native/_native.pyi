from collections.abc import Iterable
from typing import Final, Literal

from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk.metrics.export import MetricsData
from opentelemetry.sdk.trace import ReadableSpan

__all__ = ["__version__", "fast_paths", "serialize_logs", "serialize_metrics", "serialize_spans"]

__version__: Final[str]

def fast_paths() -> dict[str, bool]: ...
def serialize_spans(spans: Iterable[ReadableSpan], *, errors: Literal["strict", "replace"] = "strict") -> bytes: ...
def serialize_metrics(data: MetricsData, *, errors: Literal["strict", "replace"] = "strict") -> bytes: ...
def serialize_logs(
    records: Iterable[ReadableLogRecord], *, errors: Literal["strict", "replace"] = "strict"
) -> bytes: ...
