"""Section C, first part: attribute values of other types."""

from __future__ import annotations

import decimal
import pathlib
import uuid

from opentelemetry.attributes import BoundedAttributes

from tests.cases.makers import (
    ATTRIBUTE_LOG,
    Color,
    FloatOnly,
    IndexOnly,
    Level,
    Opaque,
    TextEnum,
    gauge,
    log,
    span,
)
from tests.cases.registry import GH, PY, case


@case(
    "none-attribute-values",
    "logs",
    GH + "BerriAI/litellm/issues/32996",
    "LLM integrations emit records whose attributes hold None (finish_reason, system).",
    title="None as an attribute value",
    want="Key with an empty AnyValue, as the reference does now.",
    tags=("logs", "none"),
)
def _():
    return [log(attributes={"finish_reason": None, "gen_ai.system": None, "n": 1})]


@case(
    "none-span-attribute",
    "traces",
    GH + "langfuse/langfuse/pull/15026",
    "A span attribute with a key and no value is legal on the wire and has broken receivers.",
    title="Span attribute without a value",
    want="Same bytes: the value message present and empty.",
    tags=("traces", "none"),
)
def _():
    return [span(attributes={"a": None, "b": [None], "c": {"d": None}})]


@case(
    "bytes-attribute",
    "traces",
    PY + "pull/3605",
    "bytes are an AnyValue of their own, valid UTF-8 or not.",
    title="Bytes as attribute values",
    want="bytes_value, untouched.",
    tags=("traces", "bytes"),
)
def _():
    return [span(attributes={"ok": b"text", "raw": b"\x00\xff\xfe", "list": [b"a", b""]})]


@case(
    "bytearray-and-memoryview",
    "traces",
    PY + "issues/623",
    "Both are sequences of ints to the reference, not bytes.",
    "better",
    title="bytearray and memoryview become arrays of ints",
    want="bytes_value (identical bytes are the floor: an array of int_value).",
    tags=("traces", "bytes", "shape-changed"),
)
def _():
    return [span(attributes={"ba": bytearray(b"ab"), "mv": memoryview(b"ab")})]


@case(
    "enum-attributes",
    "traces",
    GH + "ogx-ai/ogx/pull/649",
    "Plain Enum members as attribute values; IntEnum and (str, Enum) count as int and str.",
    "better",
    title="Enum members as attribute values",
    want="The member's value (or str) instead of a lost attribute.",
    tags=("traces", "enum", "attribute-lost"),
    logs="Invalid type <enum 'Color'>",
)
def _():
    return [span(attributes={"color": Color.RED, "level": Level.HIGH, "text": TextEnum.A})]


@case(
    "str-enum-as-nested-key",
    "logs",
    PY + "issues/3202",
    "Nested keys go through str(), top-level keys do not: a (str, Enum) key differs between the two.",
    title="A (str, Enum) key at the top level and nested",
    want="Same bytes: 'a' at the top level, 'TextEnum.A' below.",
    tags=("logs", "enum", "keys"),
    near=True,
)
def _():
    return [log(body={TextEnum.A: 1}, attributes={TextEnum.A: {TextEnum.A: 2}})]


@case(
    "uuid-cleaned-by-the-sdk",
    "traces",
    PY + "pull/5266",
    "The same values through BoundedAttributes, as the SDK stores them: strings by then.",
    title="The same values after the SDK's cleaning",
    want="Same bytes.",
    tags=("traces", "wrong-type"),
)
def _():
    attributes = BoundedAttributes(
        attributes={"uuid": uuid.UUID(int=5), "decimal": decimal.Decimal("1.10"), "o": Opaque()}
    )
    return [span(attributes=attributes)]


@case(
    "numpy-like-attributes",
    "traces",
    GH + "Arize-ai/openinference/pull/394",
    "numpy scalars are neither int nor float (float64 is): scores of documents vanish.",
    "better",
    title="numpy scalars as attribute values",
    want="int_value / double_value.",
    tags=("traces", "numpy", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
)
def _():
    return [span(attributes={"score": FloatOnly(0.25), "rank": IndexOnly(3), "kept": 1.5})]


@case(
    "exception-as-log-body",
    "logs",
    PY + "issues/4514",
    "logger.error(exc) handed the exception object itself to the exporter.",
    "raises",
    error="Exception",
    title="Exception object as a log body loses the batch",
    want="str(exception); the batch survives.",
    tags=("logs", "wrong-type", "batch-lost"),
)
def _():
    return [log(body="a"), log(body=ValueError("boom")), log(body="c")]


@case(
    "path-as-log-body",
    "logs",
    PY + "pull/5239",
    "Logger.emit(body=Path(...)): the body is the one value that nothing cleans.",
    "raises",
    error="Exception",
    title="Path (or any object) as a log body",
    want="str(body).",
    tags=("logs", "wrong-type", "batch-lost"),
)
def _():
    return [log(body=pathlib.PurePosixPath("/srv/data"))]


@case(
    "django-request-log-attribute",
    "logs",
    PY + "issues/4732",
    "Django puts the request object into the log record; attributes that are not cleaned lose that key.",
    "better",
    title="Framework objects in log attributes",
    want="str(value).",
    tags=("logs", "wrong-type", "attribute-lost"),
    logs="Invalid type",
)
def _():
    return [log(attributes={"request": Opaque(), "status_code": 404})]


@case(
    "metric-attribute-object",
    "metrics",
    GH + "pydantic/logfire/issues/782",
    "An object as a metric attribute in data that the SDK did not clean: the point changes series.",
    "better",
    title="Objects in metric attributes",
    want="str(value), with a message that names the metric.",
    tags=("metrics", "wrong-type", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
)
def _():
    return gauge(1, {"k": Opaque(), "host": "a"})
