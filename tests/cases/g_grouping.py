"""Section G: grouping by resource and scope."""

from __future__ import annotations

from opentelemetry.sdk.metrics.export import Gauge, MetricsData, ResourceMetrics, ScopeMetrics
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.cases.makers import (
    RESOURCE,
    SCOPE,
    log,
    metric,
    metrics,
    number,
    span,
)
from tests.cases.registry import PY, case


@case(
    "resource-groups-first-seen-order",
    "traces",
    PY + "pull/1927",
    "Interleaved resources and scopes: groups in order of first sight, spans in order inside.",
    title="Grouping of interleaved spans",
    want="Same bytes.",
    tags=("traces", "grouping"),
)
def _():
    other = Resource({"service.name": "other"})
    scopes = (SCOPE, InstrumentationScope("lib2"), None)
    return [
        span(name=f"s{index}", resource=(RESOURCE, other)[index % 2], instrumentation_scope=scopes[index % 3])
        for index in range(9)
    ]


@case(
    "resource-true-is-not-one",
    "traces",
    PY + "pull/5577",
    "1, True and 1.0 are equal in Python, but Resource hashes its JSON text: three groups.",
    title="Resources {'a': 1}, {'a': True}, {'a': 1.0}",
    want="Three groups: hash first, then equality.",
    tags=("traces", "grouping", "resource", "fast-path-trap"),
    near=True,
)
def _():
    return [span(resource=Resource({"a": value})) for value in (1, True, 1.0)]


@case(
    "scope-true-is-one",
    "traces",
    PY + "issues/2940",
    "Scopes hash name, version and schema URL only: attributes 1 and True are one group.",
    title="Scopes with attributes {'k': 1} and {'k': True}",
    want="One group, the first scope's attributes; another value makes another group.",
    tags=("traces", "grouping", "scope", "fast-path-trap"),
)
def _():
    values = (1, True, 2, None)
    return [span(instrumentation_scope=InstrumentationScope("x", "1", attributes={"k": value})) for value in values]


@case(
    "nan-resource-identity",
    "traces",
    PY + "issues/3345",
    "NaN is not equal to itself, but Python's containers compare by identity first.",
    title="NaN in a resource attribute",
    want="One group for the same NaN object, another for a different one.",
    tags=("traces", "grouping", "resource", "nan"),
    near=True,
)
def _():
    shared = float("nan")
    return [span(resource=Resource({"a": value})) for value in (shared, shared, float("nan"))]


@case(
    "bytes-resource-attribute",
    "logs",
    PY + "pull/5577",
    "A bytes value in a resource made the resource unhashable (fixed in this release).",
    title="Bytes in a resource attribute",
    want="bytes_value, one group.",
    tags=("logs", "grouping", "resource", "bytes"),
)
def _():
    return [log(resource=Resource({"build.id": b"\x01\xff"})), log(resource=Resource({"build.id": b"\x01\xff"}))]


@case(
    "schema-urls",
    "logs",
    PY + "issues/4358",
    "Schema URLs of resource and scope, and scope attributes, used to be missing.",
    title="Schema URLs and scope attributes",
    want="Same bytes.",
    tags=("logs", "schema-url", "scope"),
)
def _():
    return [
        log(
            resource=Resource({"a": 1}, "https://example.com/resource"),
            scope=InstrumentationScope("s", "1", "https://example.com/scope", {"k": "v"}),
        )
    ]


@case(
    "metrics-schema-url-of-the-wrapper",
    "metrics",
    PY + "issues/3741",
    "ResourceMetrics and ScopeMetrics carry a schema URL of their own; the reference takes the inner objects'.",
    title="schema_url of ResourceMetrics and ScopeMetrics is ignored",
    want="Same bytes: the resource's and the scope's URL.",
    tags=("metrics", "schema-url"),
)
def _():
    scope = InstrumentationScope("s", "1", "https://example.com/scope")
    resource = Resource({"a": 1}, "https://example.com/resource")
    scope_metrics = ScopeMetrics(scope, [metric(Gauge([number(1)]))], "https://example.com/other")
    return MetricsData([ResourceMetrics(resource, [scope_metrics], "https://example.com/other2")])


@case(
    "metrics-same-scope-twice",
    "metrics",
    PY + "pull/2658",
    "Two ScopeMetrics with equal scopes in one resource: the later one replaces the first, at its place.",
    "better",
    title="Equal scopes in MetricsData: metrics are lost",
    want="Both metrics.",
    tags=("metrics", "grouping", "data-lost"),
    near=True,
)
def _():
    def part(scope, name):
        return ScopeMetrics(scope, [metric(Gauge([number(1)]), name=name)], "")

    parts = [
        part(InstrumentationScope("lib", "1.0"), "lost"),
        part(InstrumentationScope("other"), "between"),
        part(InstrumentationScope("lib", "1.0"), "kept"),
    ]
    return MetricsData([ResourceMetrics(RESOURCE, parts, "")])


@case(
    "metrics-scope-none",
    "metrics",
    PY + "pull/2658",
    "A ScopeMetrics without a scope (spans and logs may lack one).",
    "raises",
    error="AttributeError",
    title="MetricsData without a scope",
    want="An empty scope, as for spans and logs.",
    tags=("metrics", "scope", "batch-lost"),
    near=True,
)
def _():
    return metrics(metric(Gauge([number(1)])), scope=None)
