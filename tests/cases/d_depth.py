"""Section D: depth and cycles."""

from __future__ import annotations

from tests.cases.makers import (
    log,
    nested_dict,
    nested_list,
    span,
)
from tests.cases.registry import GH, case


@case(
    "cycle-in-log-body",
    "logs",
    GH + "open-telemetry/opentelemetry-js/issues/2713",
    "A cyclic body: nothing catches the error, the batch is lost.",
    "raises",
    error="RecursionError",
    title="Cyclic log body loses the batch",
    want="A truncated body or one lost record.",
    tags=("logs", "recursion", "batch-lost"),
)
def _():
    ring: dict = {"a": 1}
    ring["self"] = ring
    return [log(body="good"), log(body=ring)]


@case(
    "hundred-thousand-levels",
    "traces",
    GH + "getsentry/sentry/pull/108555",
    "A list nested 100 000 levels deep.",
    "better",
    title="100 000 levels of nesting",
    want="One lost attribute; never a crash.",
    tags=("traces", "recursion", "attribute-lost"),
    logs="maximum recursion depth exceeded",
)
def _():
    return [span(attributes={"deep": nested_list(100_000), "kept": 1})]


@case(
    "deepest-dict-that-encodes",
    "logs",
    GH + "open-telemetry/semantic-conventions/issues/3648",
    "A nested dict costs three levels a step: 32 fit into a log body.",
    title="32 nested dicts in a log body",
    want="Same bytes.",
    tags=("logs", "depth"),
    near=True,
)
def _():
    return [log(body=nested_dict(32))]


@case(
    "depth-band-list",
    "traces",
    GH + "open-telemetry/opentelemetry-collector/issues/15301",
    "49 or 50 nested lists pass the per-attribute check but fail when the span is copied: the batch is lost.",
    "raises",
    error="DecodeError",
    title="49 nested lists lose the whole span batch",
    want="Drop that attribute (as from 51 levels on) or encode it; never lose the batch.",
    tags=("traces", "depth", "batch-lost"),
    near=True,
)
def _():
    return [span(name="good"), span(attributes={"deep": nested_list(49)})]


@case(
    "depth-attribute-dropped",
    "traces",
    GH + "NOFireAI/ravel/issues/574",
    "Beyond that band the reference drops the attribute and logs it.",
    "better",
    title="51 nested lists: the attribute is dropped",
    want="Same bytes, or a truncated value.",
    tags=("traces", "depth", "attribute-lost"),
    logs="Error parsing message",
    near=True,
)
def _():
    return [span(attributes={"lists": nested_list(51), "dicts": nested_dict(34), "kept": 1})]


@case(
    "depth-log-body",
    "logs",
    GH + "open-telemetry/opentelemetry-collector/issues/15603",
    "A body of 60 nested lists (a model's JSON): the batch is lost.",
    "raises",
    error="DecodeError",
    title="A deep log body loses the batch",
    want="Encode it, cut it, or lose that one record.",
    tags=("logs", "depth", "batch-lost"),
    near=True,
)
def _():
    return [log(body="good"), log(body=nested_list(60))]
