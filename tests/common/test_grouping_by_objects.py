"""Grouping relies on the objects: their own hash and equality, and objects that have none."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.resources import DuckResource, DuckScope, UnhashableResource, UnhashableScope, raw_resource
from tests.objects.spans import span
from tests.reference import compare, needs_reference
from tests.wire import all_of

RESOURCE_GROUPS = (1,)
SCOPE_GROUPS = (1, 2)


def _by_resource(resources):
    return [span(name=str(number), resource=resource) for number, resource in enumerate(resources)]


def _by_scope(scopes):
    return [span(name=str(number), instrumentation_scope=scope) for number, scope in enumerate(scopes)]


def _loud(base, name, answer):
    """A subclass of `base` that overrides one of the methods that grouping relies on."""

    def method(self, *others):
        return answer(self, *others)

    return type("Loud", (base,), {"__hash__": base.__hash__, "__eq__": base.__eq__, name: method})


@needs_reference
@pytest.mark.parametrize("base", [DuckResource, Resource])
def test_a_resource_decides_its_own_equality_and_hash(base):
    equal = _loud(_loud(base, "__eq__", lambda self, other: True), "__hash__", lambda self: 1)
    assert len(all_of(compare(_by_resource([equal({"a": 1}), equal({"a": 2})])).data, *RESOURCE_GROUPS)) == 1
    distinct = _loud(base, "__eq__", lambda self, other: False)
    assert len(all_of(compare(_by_resource([distinct({}), distinct({})])).data, *RESOURCE_GROUPS)) == 2
    scattered = _loud(base, "__hash__", lambda self: id(self))
    assert len(all_of(compare(_by_resource([scattered({}), scattered({})])).data, *RESOURCE_GROUPS)) == 2


@needs_reference
@pytest.mark.parametrize("base", [DuckScope, InstrumentationScope])
def test_a_scope_decides_its_own_equality_and_hash(base):
    equal = _loud(_loud(base, "__eq__", lambda self, other: True), "__hash__", lambda self: 1)
    assert len(all_of(compare(_by_scope([equal("a"), equal("b")])).data, *SCOPE_GROUPS)) == 1
    distinct = _loud(base, "__eq__", lambda self, other: False)
    assert len(all_of(compare(_by_scope([distinct("a"), distinct("a")])).data, *SCOPE_GROUPS)) == 2


def _raise(*_):
    raise LookupError("not to be compared")


@needs_reference
@pytest.mark.parametrize("method", ["__hash__", "__eq__"])
def test_an_exception_from_hash_or_equality_raises(method):
    resources = [_loud(_loud(DuckResource, "__hash__", lambda self: 1), method, _raise)({}) for _ in range(2)]
    made = compare(_by_resource(resources))
    assert type(made.error) is EncodeError
    scopes = [_loud(_loud(DuckScope, "__hash__", lambda self: 1), method, _raise)() for _ in range(2)]
    assert type(compare(_by_scope(scopes)).error) is EncodeError


def test_one_unhashable_resource_or_scope_is_written_like_a_hashable_one():
    resource, scope = UnhashableResource({"a": 1}, "u"), UnhashableScope("s", "1", "u", {"a": 1})
    twins = DuckResource({"a": 1}, "u"), DuckScope("s", "1", "u", {"a": 1})
    ours = [[span(name=n, resource=r, instrumentation_scope=s) for n in "ab"] for r, s in ((resource, scope), twins)]
    assert serialize_spans(ours[0]) == serialize_spans(ours[1])


@needs_reference
@pytest.mark.parametrize("resources", [[{}, {}], [{}, None], [None, {}], [{}, None, {}]], ids=repr)
def test_an_unhashable_resource_among_others_raises(resources):
    made = [Resource({}) if attributes is None else UnhashableResource(attributes) for attributes in resources]
    assert type(compare(_by_resource(made)).error) is EncodeError
    scopes = [InstrumentationScope("s") if item is None else UnhashableScope() for item in resources]
    assert type(compare(_by_scope(scopes)).error) is EncodeError


WITHOUT_JSON = [{"a": {(1,): 1}}, {"a": {(2,): 2}}]


def test_one_resource_that_has_no_json_text_is_written():
    data = serialize_spans(_by_resource([raw_resource(WITHOUT_JSON[0])]))
    assert data == serialize_spans(_by_resource([DuckResource(WITHOUT_JSON[0])]))


@needs_reference
@pytest.mark.parametrize(
    "attributes", [WITHOUT_JSON, WITHOUT_JSON[:1] * 2, [{}, *WITHOUT_JSON]], ids=["two", "alike", "three"]
)
def test_resources_that_have_no_json_text_raise_where_there_are_several(attributes):
    made = compare(_by_resource([raw_resource(own) for own in attributes]))
    assert type(made.error) is EncodeError


@needs_reference
def test_a_span_is_written_before_its_group_is_looked_up():
    made = compare([span(resource=DuckResource({})), span(name=5, resource=UnhashableResource({}))])
    assert made.error.path == "spans[1].name"


@needs_reference
def test_whether_an_object_of_another_class_is_a_scope_is_asked_anew_when_it_comes_again():
    class Emptied(DuckScope):
        length = 1

        def __len__(self):
            return self.length

    def batch():
        scopes = Emptied("first"), Emptied("second")
        for number in range(12):
            if number == 6:
                scopes[0].length = 0
            yield span(instrumentation_scope=scopes[number % 2])

    compare(batch)


@needs_reference
def test_a_scope_class_patched_to_be_untrue_is_asked(monkeypatch):
    scopes = [InstrumentationScope("a"), InstrumentationScope("b"), None]
    spans = [span(instrumentation_scope=scope) for scope in scopes]
    before = serialize_spans(spans)
    for method, answer in (("__bool__", False), ("__len__", 0)):
        with monkeypatch.context() as patch:
            patch.setattr(InstrumentationScope, method, lambda self, answer=answer: answer, raising=False)
            assert compare(spans).data != before
    assert compare(spans).data == before
