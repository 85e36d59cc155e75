"""Section A: text that is not valid UTF-8."""

from __future__ import annotations

from opentelemetry.sdk.trace import Event
from opentelemetry.trace.status import Status, StatusCode

from tests.cases.makers import (
    ATTRIBUTE_LOG,
    T0,
    gauge,
    log,
    span,
)
from tests.cases.registry import GH, case


@case(
    "surrogate-span-attribute",
    "traces",
    GH + "mlflow/mlflow/issues/24123",
    "A str attribute holds half of an emoji (a lone surrogate), e.g. cut by an upstream service.",
    "better",
    title="Lone surrogate in a span attribute",
    want="Keep the attribute, with U+FFFD in place of each lone surrogate (as proposed for mlflow in #24133).",
    tags=("traces", "utf-8", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
)
def _():
    return [span(attributes={"llm.output": "ok \ud83e", "kept": 1})]


@case(
    "surrogate-status-description",
    "traces",
    GH + "GoogleCloudPlatform/opentelemetry-operations-go/pull/1141",
    "An OSError about a file name with undecodable bytes ends up as the status description.",
    "raises",
    error="UnicodeEncodeError",
    title="Lone surrogate in a status description",
    want="U+FFFD in the description; the batch survives.",
    tags=("traces", "utf-8", "batch-lost"),
    near=True,
)
def _():
    return [span(status=Status(StatusCode.ERROR, "No such file: r\udce9sum\udce9"))]


@case(
    "surrogate-event-name",
    "traces",
    GH + "open-telemetry/opentelemetry-cpp/issues/2257",
    "The same in the name of a span event.",
    "raises",
    error="UnicodeEncodeError",
    title="Lone surrogate in an event name",
    want="U+FFFD in the name; the batch survives.",
    tags=("traces", "utf-8", "batch-lost"),
)
def _():
    return [span(events=[Event("read \udcff", timestamp=T0)])]


@case(
    "surrogate-nested-log-body",
    "logs",
    GH + "mlflow/mlflow/pull/24318",
    "A lone surrogate in a dict key and in a list deep inside a structured body.",
    "raises",
    error="UnicodeEncodeError",
    title="Lone surrogate nested in a structured log body",
    want="U+FFFD at that place only.",
    tags=("logs", "utf-8", "batch-lost"),
)
def _():
    return [log(body={"msg": ["x", "y\ud800"], "k\udfff": 1})]


@case(
    "surrogate-metric-attribute",
    "metrics",
    GH + "open-telemetry/opentelemetry-ebpf-instrumentation/pull/3003",
    "A metric attribute with an undecodable byte: the attribute goes, so the point moves to another series.",
    "better",
    title="Lone surrogate in a metric attribute",
    want="Keep the attribute with U+FFFD: dropping it merges time series silently.",
    tags=("metrics", "utf-8", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
)
def _():
    return gauge(1, {"path": "/caf\udce9", "method": "GET"})


@case(
    "surrogate-pair-as-two-characters",
    "traces",
    GH + "UKGovernmentBEIS/inspect_ai/pull/3802",
    "A UTF-16 pair left as two surrogate code points (JSON decoded by hand).",
    "better",
    title="Surrogate pair stored as two code points",
    want="Either the real character or two U+FFFD; never a lost attribute.",
    tags=("traces", "utf-8", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
    near=True,
)
def _():
    return [span(attributes={"emoji": "\ud83d\ude00", "kept": 1})]


@case(
    "nul-and-control-characters",
    "traces",
    GH + "Arize-ai/phoenix/issues/9123",
    "NUL and control characters are legal in OTLP strings, although some stores refuse them.",
    title="NUL characters in strings",
    want="Pass them through unchanged (the encoder must not use C strings).",
    tags=("traces", "utf-8"),
)
def _():
    return [span(name="a\x00b", attributes={"k\x00": "\x00\x01\x7f\u2028", "n": "\x00"})]


@case(
    "bytes-where-text-is-due",
    "traces",
    GH + "open-telemetry/opentelemetry-ruby/issues/1649",
    "A header name or span name left as bytes: protobuf takes valid UTF-8 bytes for a string field.",
    title="Bytes in place of a str (valid UTF-8)",
    want="The same bytes as the reference.",
    tags=("traces", "utf-8", "wrong-type"),
    near=True,
)
def _():
    return [span(name=b"GET /", attributes={b"key": "v"}, status=Status(StatusCode.ERROR, "x"))]


@case(
    "invalid-bytes-where-text-is-due",
    "traces",
    GH + "open-telemetry/opentelemetry-ruby/pull/784",
    "The same with bytes that are not UTF-8.",
    "raises",
    error="UnicodeDecodeError",
    title="Bytes in place of a str (invalid UTF-8)",
    want="A clear error that names the field, or U+FFFD.",
    tags=("traces", "utf-8", "batch-lost"),
)
def _():
    return [span(name=b"caf\xe9")]
