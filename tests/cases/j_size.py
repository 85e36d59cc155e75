"""Section J: size."""

from __future__ import annotations

from opentelemetry.sdk.metrics.export import Gauge

from tests.cases.makers import (
    metric,
    metrics,
    number,
    span,
)
from tests.cases.registry import PY, case


@case(
    "beyond-four-mebibytes",
    "metrics",
    PY + "issues/2710",
    "More than the 4 MiB that a gRPC server takes by default: the encoder cannot split.",
    title="A payload beyond 4 MiB",
    want="Same bytes; a cheap way to know the size and to split before sending.",
    tags=("metrics", "size"),
)
def _():
    points = [number(index, {"series": f"{index:06d}", "pad": "x" * 80}) for index in range(40_000)]
    return metrics(metric(Gauge(points)))


@case(
    "one-huge-attribute",
    "traces",
    PY + "issues/4533",
    "One prompt of 5 MiB in a span: no split by count can help.",
    title="A single attribute of 5 MiB",
    want="Same bytes.",
    tags=("traces", "size"),
)
def _():
    return [span(attributes={"gen_ai.prompt": "\u6f22" * (5 * 2**20 // 3), "raw": b"\xff" * 2**20})]
