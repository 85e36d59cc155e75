"""Section B: integers around the limits of int64."""

from __future__ import annotations

from opentelemetry.sdk.metrics.export import Sum

from tests.cases.makers import (
    CUMULATIVE,
    log,
    metric,
    metrics,
    number,
    span,
)
from tests.cases.registry import GH, PY, case


@case(
    "int-beyond-int64-in-list",
    "traces",
    GH + "open-telemetry/opentelemetry-cpp/pull/4090",
    "One large element loses the whole list.",
    "better",
    title="Integer beyond int64 inside a list",
    want="Only that element becomes a string.",
    tags=("traces", "int64", "attribute-lost"),
    logs="Value out of range",
)
def _():
    return [span(attributes={"ids": [1, 2**63, 3], "kept": 1})]


@case(
    "int64-limits",
    "traces",
    GH + "pydantic/logfire-js/pull/305",
    "The two limits of int64 themselves, and one below and above zero.",
    title="The limits of int64",
    want="Exact values.",
    tags=("traces", "int64"),
)
def _():
    return [span(attributes={"max": 2**63 - 1, "min": -(2**63), "m1": -1, "z": 0, "p": 1})]


@case(
    "log-body-beyond-int64",
    "logs",
    GH + "open-telemetry/opentelemetry-ruby/issues/1771",
    "A large int as the body: not an attribute, so nothing catches the error.",
    "raises",
    error="ValueError",
    title="Integer body beyond int64 loses the log batch",
    want="The decimal string; the batch survives.",
    tags=("logs", "int64", "batch-lost"),
)
def _():
    return [log(body="a"), log(body={"ts": 2**64}), log(body="c")]


@case(
    "metric-beyond-int64",
    "metrics",
    PY + "issues/4093",
    "A system counter above int64 stops the export of every metric in the process.",
    "raises",
    error="EncodingException",
    title="Metric value beyond int64 loses every metric",
    want="Skip or convert that point, name the metric, send the others.",
    tags=("metrics", "int64", "batch-lost"),
)
def _():
    good = metric(Sum([number(1)], CUMULATIVE, True), name="good")
    bad = metric(Sum([number(17131960503145336928)], CUMULATIVE, True), name="bad")
    return metrics(good, bad)
