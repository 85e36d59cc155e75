"""Grouping of spans: both tables of conformance.md section 5, row by row, and what grouping relies on."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.resources import raw_resource, raw_scope
from tests.objects.spans import span
from tests.reference import SDK, compare, needs_none, needs_reference, needs_scope_attributes
from tests.wire import all_of

NAN = float("nan")


class OwnResource(Resource):
    """A subclass without a thought of its own."""


class OwnScope(InstrumentationScope):
    """A subclass without a thought of its own."""


def _values(*values):
    return [raw_resource({"a": value}) for value in values]


# What two resources differ in, and the number of groups that come of it.
RESOURCE_TABLE = {
    "objects": (lambda: _values(1, 1), 1),
    "key order": (lambda: [Resource({"a": 1, "b": 2}), Resource({"b": 2, "a": 1})], 1),
    "list or tuple": (lambda: [Resource({"a": ["x"]}), Resource({"a": ("x",)})], 1),
    "order in a nested dict": (lambda: _values({"x": 1, "y": 2}, {"y": 2, "x": 1}), 1),
    "schema URL None or empty": (lambda: [Resource({}, None), Resource({}, "")], 1),
    "schema URL": (lambda: [Resource({}, "https://a"), Resource({}, "https://b")], 2),
    "class, one a subclass": (lambda: [Resource({"a": 1}), OwnResource({"a": 1})], 1),
    "1, True, 1.0": (lambda: _values(1, True, 1.0), 3),
    "0.0, -0.0": (lambda: _values(0.0, -0.0), 2),
    "NaN, the same object": (lambda: _values(NAN, NAN), 1),
    "NaN, two objects": (lambda: _values(float("nan"), float("nan")), 2),
    "None and the text null": (lambda: _values(None, "null"), 2),
    "another value": (lambda: _values("x", "y"), 2),
    "another key": (lambda: [Resource({"a": 1}), Resource({"b": 1})], 2),
}
SCOPE_TABLE = {
    "objects": (lambda: [InstrumentationScope("s", "1") for _ in range(2)], 1),
    "attributes 1, True, 1.0": (lambda: [raw_scope({"a": value}) for value in (1, True, 1.0)], 1),
    "attributes 0.0, -0.0": (lambda: [raw_scope({"a": value}) for value in (0.0, -0.0)], 1),
    "attribute key order": (lambda: [raw_scope({"a": 1, "b": 2}), raw_scope({"b": 2, "a": 1})], 1),
    "attribute values": (lambda: [raw_scope({"a": value}) for value in (1, 2)], 2),
    "attributes NaN, two objects": (lambda: [raw_scope({"a": float("nan")}) for _ in range(2)], 2),
    "version None or empty": (lambda: [InstrumentationScope("s", None), InstrumentationScope("s", "")], 2),
    "version": (lambda: [InstrumentationScope("s", "1"), InstrumentationScope("s", "2")], 2),
    "name": (lambda: [InstrumentationScope("s"), InstrumentationScope("t")], 2),
    "schema URL None or empty": (lambda: [InstrumentationScope("s", "1", None), InstrumentationScope("s", "1", "")], 1),
    "schema URL": (lambda: [InstrumentationScope("s", "1", url) for url in ("a", "b")], 2),
    "class, one a subclass": (lambda: [InstrumentationScope("s"), OwnScope("s")], 1),
    "None, falsy, named by nothing": (lambda: [None, "", 0, InstrumentationScope("")], 2),
}


RESOURCE_GROUPS = (1,)
SCOPE_GROUPS = (1, 2)


def _by_resource(resources):
    return [span(name=str(number), resource=resource) for number, resource in enumerate(resources)]


def _by_scope(scopes):
    return [span(name=str(number), instrumentation_scope=scope) for number, scope in enumerate(scopes)]


@pytest.mark.parametrize(("make", "groups"), RESOURCE_TABLE.values(), ids=RESOURCE_TABLE)
def test_resources_are_grouped_by_their_json_text_and_by_equality(make, groups):
    assert len(all_of(serialize_spans(_by_resource(make())), *RESOURCE_GROUPS)) == groups


@pytest.mark.parametrize(("make", "groups"), SCOPE_TABLE.values(), ids=SCOPE_TABLE)
def test_scopes_are_grouped_by_equality(make, groups):
    assert len(all_of(serialize_spans(_by_scope(make())), *SCOPE_GROUPS)) == groups


@needs_none
@pytest.mark.parametrize(("make", "groups"), RESOURCE_TABLE.values(), ids=RESOURCE_TABLE)
def test_resource_groups_are_those_of_the_reference(make, groups):
    compare(_by_resource(make() * 2))


@needs_scope_attributes
@pytest.mark.parametrize(("make", "groups"), SCOPE_TABLE.values(), ids=SCOPE_TABLE)
def test_scope_groups_are_those_of_the_reference(make, groups):
    compare(_by_scope(make() * 2))


@pytest.mark.skipif(SDK < (1, 45), reason="a Resource with bytes can be hashed since SDK 1.45")
def test_bytes_and_the_hexadecimal_text_of_those_bytes_are_two_groups():
    assert len(all_of(compare(_by_resource(_values(b"\x01\xff", "01ff", b"\x01\xff"))).data, *RESOURCE_GROUPS)) == 2


@needs_reference
def test_groups_come_in_the_order_of_first_appearance_and_keep_the_order_inside():
    a, b = Resource({"a": 1}), Resource({"b": 1})
    scopes = [InstrumentationScope("x"), None, InstrumentationScope("y")]
    spans = [span(name=str(n), resource=(b, a)[n % 2], instrumentation_scope=scopes[n * 7 % 3]) for n in range(12)]
    assert compare(spans).error is None
    assert len(all_of(serialize_spans(spans), *RESOURCE_GROUPS)) == 2


@needs_scope_attributes
def test_the_first_object_of_a_group_is_the_one_that_is_written():
    resources = [Resource({"a": 1, "b": 2}), Resource({"b": 2, "a": 1})]
    scopes = [raw_scope({"a": True}), raw_scope({"a": 1})]
    both = [span(resource=r, instrumentation_scope=s) for r, s in zip(resources, scopes)]
    first = [span(resource=resources[0], instrumentation_scope=scopes[0])] * 2
    assert compare(both).data == serialize_spans(first)
