"""Section E: times."""

from __future__ import annotations

from opentelemetry.sdk.trace import TracerProvider

from tests.cases.makers import (
    RESOURCE,
    T0,
    T1,
    FixedIds,
    IndexOnly,
    span,
)
from tests.cases.registry import GH, case


@case(
    "live-span-object",
    "traces",
    GH + "UiPath/uipath-python/pull/1806",
    "In-progress snapshots: the live SDK span is handed to the encoder before it ends.",
    title="A live span, not yet ended",
    want="Same bytes; attributes may still change.",
    tags=("traces", "time", "sdk"),
)
def _():
    tracer = TracerProvider(resource=RESOURCE, id_generator=FixedIds()).get_tracer("lib", "1.0")
    live = tracer.start_span("pending", start_time=T0, attributes={"a": 1})
    live.set_attribute("b", [1, 2])
    return [live]


@case(
    "negative-time",
    "traces",
    GH + "PostHog/posthog-python/pull/950",
    "A clock before 1970, or an end computed wrong: one negative time loses the batch.",
    "raises",
    error="ValueError",
    title="Negative timestamp loses the batch",
    want="An error that names the span, or 0; the batch survives.",
    tags=("traces", "time", "batch-lost"),
    near=True,
)
def _():
    return [span(name="good"), span(start_time=-1)]


@case(
    "index-time",
    "traces",
    GH + "DataDog/dd-trace-py/pull/1113",
    "An object with __index__ (numpy.int64) is accepted for integer fields.",
    title="numpy integers as timestamps",
    want="Same bytes.",
    tags=("traces", "time", "numpy"),
    near=True,
)
def _():
    return [span(start_time=IndexOnly(T0), end_time=IndexOnly(T1))]


@case(
    "bool-time",
    "traces",
    GH + "lumina37/aiotieba/issues/348",
    "protobuf 7 refuses a bool for an integer field; 5 and 6 took it as 0 or 1.",
    "raises",
    error="TypeError",
    title="bool in an integer field",
    want="One documented rule, whatever protobuf is installed.",
    tags=("traces", "time", "bool", "protobuf-version"),
    protobuf="7",
    near=True,
)
def _():
    return [span(start_time=True)]


@case(
    "time-beyond-uint64",
    "traces",
    GH + "PostHog/posthog-python/pull/950",
    "A time multiplied once too often.",
    "raises",
    error="ValueError",
    title="Timestamp beyond uint64",
    want="The batch survives.",
    tags=("traces", "time", "batch-lost"),
    near=True,
)
def _():
    return [span(name="good"), span(end_time=2**64)]
