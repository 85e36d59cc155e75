"""Resource and scope entries of MetricsData: written as given, equal ones too (conformance.md sections 5 and 15)."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import serialize_metrics
from opentelemetry.sdk.metrics.export import MetricsData
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.metrics import gauge, in_resource, in_scope, metric, metrics, number
from tests.objects.resources import (
    DuckResource,
    DuckScope,
    UnhashableResource,
    UnhashableScope,
    raw_scope,
)
from tests.reference import compare, needs_reference, needs_scope_attributes, reference_metrics
from tests.wire import all_of

A, B = Resource({"a": 1}, "ru"), Resource({"b": 1})
S, T = InstrumentationScope("s", "1", "su"), InstrumentationScope("t")


def _named(*names):
    return [metric(gauge(number()), name=name) for name in names]


@needs_scope_attributes
def test_entries_keep_their_order_also_when_they_are_empty():
    entries = [
        in_resource(in_scope(*_named("1", "2"), scope=T), in_scope(scope=S), resource=B),
        in_resource(resource=A),
        in_resource(in_scope(*_named("3"), scope=S), resource=Resource({})),
    ]
    data = compare(MetricsData(entries), "metrics").data
    assert len(all_of(data, 1)) == 3
    assert all_of(data, 1, 2, 2, 1) == [b"1", b"2", b"3"]


@needs_scope_attributes
def test_the_schema_urls_are_those_of_resource_and_scope():
    data = compare(metrics(*_named("1"), scope=raw_scope(schema_url="inner s"), resource=A), "metrics").data
    assert all_of(data, 1, 3) == [b"ru"]
    assert b"of-the-wrapper" not in data


@pytest.mark.parametrize("again", [A, Resource({"a": 1}, "ru")], ids=["the same", "an equal one"])
def test_equal_resources_given_twice_are_both_written(again):
    entries = [in_resource(in_scope(*_named(name)), resource=resource) for name, resource in (("1", A), ("2", again))]
    data = serialize_metrics(MetricsData(entries))
    assert data == b"".join(serialize_metrics(MetricsData([entry])) for entry in entries)


@pytest.mark.parametrize("again", [S, InstrumentationScope("s", "1", "su")], ids=["the same", "an equal one"])
def test_equal_scopes_given_twice_are_both_written(again):
    entry = in_resource(*[in_scope(*_named(name), scope=scope) for name, scope in (("1", S), ("2", T), ("3", again))])
    data = serialize_metrics(MetricsData([entry]))
    assert all_of(data, 1, 2, 1, 1) == [b"s", b"t", b"s"]
    assert all_of(data, 1, 2, 2, 1) == [b"1", b"2", b"3"]
    assert all_of(data, 1, 2, 3) == [b"su", b"su"]


@needs_reference
def test_the_reference_writes_the_last_of_equal_scopes_only():
    entry = in_resource(in_scope(*_named("1"), scope=S), in_scope(*_named("2"), scope=S))
    assert all_of(reference_metrics(MetricsData([entry])), 1, 2, 2, 1) == [b"2"]


def test_resources_and_scopes_need_no_hash():
    class Refusing(DuckScope):
        def __hash__(self):
            raise LookupError("hashed")

    for resource, scope in ((UnhashableResource({"a": 1}), UnhashableScope()), (DuckResource({"a": 1}), Refusing())):
        twice = MetricsData([in_resource(in_scope(*_named("1"), scope=scope), resource=resource)] * 2)
        like = MetricsData([in_resource(in_scope(*_named("1"), scope=DuckScope()), resource=Resource({"a": 1}))] * 2)
        assert serialize_metrics(twice) == serialize_metrics(like)


@needs_scope_attributes
def test_a_scope_that_is_falsy_is_a_scope_all_the_same():
    class Untrue(InstrumentationScope):
        def __bool__(self):
            return False

    data = compare(metrics(*_named("1"), scope=Untrue("s", "1", "su")), "metrics").data
    assert all_of(data, 1, 2, 3) == [b"su"]


@needs_reference
def test_a_scope_of_another_class_raises():
    for scope in (None, "s", 5, ()):
        assert compare(metrics(*_named("1"), scope=scope), "metrics").error.path.startswith(
            "resource_metrics[0].scope_metrics[0].scope"
        )


@needs_scope_attributes
def test_bad_attributes_of_resource_and_scope_are_dropped():
    data = metrics(
        *_named("1"),
        scope=DuckScope(attributes={"s": object(), "ok": 1}),
        resource=DuckResource({"r": object(), "ok": 1}),
    )
    assert compare(data, "metrics").dropped_keys == ["s", "r"]
