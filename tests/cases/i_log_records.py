"""Section I, second part: log records as a whole."""

from __future__ import annotations

import types

from opentelemetry.attributes import BoundedAttributes

from tests.cases.makers import (
    RESOURCE,
    SCOPE,
    T0,
    T1,
    Opaque,
    log,
)
from tests.cases.registry import GH, PY, case


@case(
    "log-attributes-none-and-empty",
    "logs",
    PY + "issues/3578",
    "No attributes, empty attributes, attributes as the SDK stores them.",
    title="Log attributes None, {} and BoundedAttributes",
    want="Same bytes.",
    tags=("logs", "none"),
)
def _():
    return [
        log(attributes=None),
        log(attributes={}),
        log(attributes=BoundedAttributes(attributes={"taskName": None, "a": 1}, immutable=False)),
    ]


@case(
    "log-dropped-attributes",
    "logs",
    GH + "open-telemetry/opentelemetry-go/pull/8829",
    "The count of dropped log attributes; ReadWriteLogRecord is taken as well.",
    title="Dropped attributes of a log record",
    want="Same bytes.",
    tags=("logs", "dropped"),
)
def _():
    import warnings

    from opentelemetry._logs import LogRecord
    from opentelemetry.sdk._logs import LogRecordLimits, ReadWriteLogRecord

    record = LogRecord(timestamp=T0, observed_timestamp=T1, body="x", attributes={"a": 1, "b": 2, "c": 3})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [ReadWriteLogRecord(record, RESOURCE, SCOPE, LogRecordLimits(max_attributes=1))]


@case(
    "log-data-of-older-sdks",
    "logs",
    GH + "GoogleCloudPlatform/opentelemetry-operations-python/issues/458",
    "LogData (before 1.39) kept the resource on the inner record.",
    "raises",
    error="AttributeError",
    title="LogData of SDKs before 1.39",
    want="A clear message, or support.",
    tags=("logs", "api-change"),
)
def _():
    inner = log().log_record
    inner.resource = RESOURCE
    return [types.SimpleNamespace(log_record=inner, instrumentation_scope=SCOPE)]


@case(
    "log-resource-none",
    "logs",
    PY + "issues/4684",
    "A record without a resource.",
    "raises",
    error="AttributeError",
    title="Log without a resource loses the batch",
    want="An empty resource.",
    tags=("logs", "resource", "batch-lost"),
    near=True,
)
def _():
    return [log(body="good"), log(resource=None)]


@case(
    "log-severity-text-not-text",
    "logs",
    PY + "issues/4673",
    "A severity text that is no string.",
    "raises",
    error="TypeError",
    title="Severity text that is not a string",
    want="str(text).",
    tags=("logs", "severity", "wrong-type", "batch-lost"),
    near=True,
)
def _():
    return [log(body="good"), log(severity_text=20)]


@case(
    "one-bad-record-of-many",
    "logs",
    GH + "open-telemetry/opentelemetry-dotnet/pull/2934",
    "511 good records and one with a body that cannot be encoded.",
    "raises",
    error="Exception",
    title="One bad record loses 512",
    want="511 records and one message.",
    tags=("logs", "batch-lost"),
)
def _():
    return [log(body=Opaque() if index == 100 else f"record {index}") for index in range(512)]
