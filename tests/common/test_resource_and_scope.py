"""Resource and InstrumentationScope: the messages, and the fields that hold them."""

from __future__ import annotations

import warnings

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.resources import DuckResource, DuckScope, raw_resource, raw_scope
from tests.objects.spans import duck, span
from tests.reference import compare, needs_reference, needs_scope_attributes

NO_RESOURCE = "0a00"
NO_SCOPE = "0a00"


def _under(resource=None, scope=None):
    fields = {} if resource is None else {"resource": resource}
    return [span(instrumentation_scope=scope, **fields)]


def _scope_message(data):
    """The bytes of ScopeSpans in a request of one span under an empty resource."""
    assert data[2:4] == bytes.fromhex(NO_RESOURCE)
    return data[6:]


SCOPES = {
    "name alone": lambda: InstrumentationScope("lib"),
    "version": lambda: InstrumentationScope("lib", "1.2.3"),
    "empty version": lambda: InstrumentationScope("lib", ""),
    "empty name": lambda: InstrumentationScope(""),
    "no name": lambda: InstrumentationScope(None),
    "bytes for text": lambda: InstrumentationScope(b"lib", b"1"),
    "duck": lambda: DuckScope("lib", "1"),
    "subclass": lambda: type("Own", (InstrumentationScope,), {})("lib", "1"),
}
SCOPES_WITH_MORE = {
    "schema URL": lambda: InstrumentationScope("lib", None, "https://example.com"),
    "schema URL None": lambda: raw_scope(name="lib", schema_url=None),
    "attributes": lambda: InstrumentationScope("lib", attributes={"a": 1, "b": [True, False]}),
    "raw attributes": lambda: raw_scope({"a": {"b": [1]}, "c": b"\xff"}),
    "overflowed attributes": lambda: raw_scope(BoundedAttributes(1, {"a": 1, "b": 2})),
    "duck with everything": lambda: DuckScope("lib", "1", "https://example.com", {"a": 1}),
}
RESOURCES = {
    "empty": lambda: Resource({}),
    "attributes": lambda: Resource({"service.name": "shop", "n": 1, "f": 0.5, "l": ["a", "b"]}),
    "schema URL": lambda: Resource({"a": 1}, "https://example.com"),
    "schema URL None": lambda: raw_resource({}, None),
    "raw attributes": lambda: raw_resource({"a": {"b": [1, {"c": "d"}]}}),
    "overflowed attributes": lambda: raw_resource(BoundedAttributes(1, {"a": 1, "b": 2})),
    "attributes None": lambda: DuckResource(None),
    "duck": lambda: DuckResource({"a": 1}, "https://example.com"),
    "created": lambda: Resource.create({"service.name": "shop"}, "https://example.com"),
    "merged": lambda: Resource({"a": 1}).merge(Resource({"b": 2}, "https://example.com")),
    "subclass": lambda: type("Own", (Resource,), {})({"a": 1}),
}
BAD_TEXT = {"int": 5, "list": ["a"], "surrogate": "a\ud800", "bytes that are not UTF-8": b"\xff"}


@needs_reference
@pytest.mark.parametrize("make", SCOPES.values(), ids=SCOPES)
def test_every_scope_is_written_as_the_reference_does(make):
    compare(_under(scope=make()))


@needs_scope_attributes
@pytest.mark.parametrize("make", SCOPES_WITH_MORE.values(), ids=SCOPES_WITH_MORE)
def test_scope_attributes_and_schema_urls_are_written_as_the_reference_does(make):
    assert compare(_under(scope=make())).data != serialize_spans(_under(scope=None))


@needs_reference
@pytest.mark.parametrize("make", RESOURCES.values(), ids=RESOURCES)
def test_every_resource_is_written_as_the_reference_does(make):
    compare(_under(resource=make()))


def test_the_resource_is_written_even_without_attributes():
    assert serialize_spans([span()])[2:4] == bytes.fromhex(NO_RESOURCE)


@pytest.mark.parametrize("scope", [None, "", 0, False, (), {}], ids=repr)
def test_a_missing_scope_gives_an_empty_message_and_no_schema_url(scope):
    data = serialize_spans(_under(scope=scope))
    assert _scope_message(data).startswith(bytes.fromhex(NO_SCOPE))
    assert data == serialize_spans([span()])


@needs_reference
def test_a_scope_whose_truth_is_false_counts_as_missing():
    class Untrue(DuckScope):
        def __bool__(self):
            return False

    made = compare(_under(scope=Untrue("lib", schema_url="https://example.com")))
    assert made.data == serialize_spans([span()])


@needs_reference
def test_a_scope_whose_truth_is_its_length_counts_as_missing_when_it_is_empty():
    class Sized(DuckScope):
        def __len__(self):
            return 0

    assert compare(_under(scope=Sized("lib"))).data == serialize_spans([span()])


def test_dropped_counts_of_resource_and_scope_are_never_written():
    full = BoundedAttributes(1, {"a": 1, "b": 2})
    plain = {"b": 2}
    spans = [_under(raw_resource(made), raw_scope(made)) for made in (full, plain)]
    assert serialize_spans(spans[0]) == serialize_spans(spans[1])


@needs_reference
def test_a_resource_that_is_none_raises():
    made = compare([span(), duck_without_resource()])
    assert type(made.error) is EncodeError
    assert made.error.index == 1


def duck_without_resource():
    lost = span()
    lost._resource = None
    return lost


@needs_scope_attributes
def test_an_old_instrumentation_info_raises_for_it_has_no_attributes():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from opentelemetry.sdk.util.instrumentation import InstrumentationInfo

        info = InstrumentationInfo("lib", "1")
    assert type(compare(_under(scope=info)).error) is EncodeError


@needs_scope_attributes
@pytest.mark.parametrize("missing", ["name", "version", "attributes", "schema_url"])
def test_a_scope_that_lacks_a_member_raises(missing):
    scope = DuckScope("lib")
    delattr(scope, missing)
    assert type(compare(_under(scope=scope)).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("missing", ["attributes", "schema_url"])
def test_a_resource_that_lacks_a_member_raises(missing):
    resource = DuckResource({})
    delattr(resource, missing)
    assert type(compare(_under(resource=resource)).error) is EncodeError


@needs_scope_attributes
@pytest.mark.parametrize("value", BAD_TEXT.values(), ids=BAD_TEXT)
@pytest.mark.parametrize("member", ["name", "version", "schema_url"])
def test_a_scope_text_that_is_no_text_raises(member, value):
    scope = DuckScope(**{member: value})
    assert type(compare(_under(scope=scope)).error) is EncodeError


@needs_reference
@pytest.mark.parametrize("value", BAD_TEXT.values(), ids=BAD_TEXT)
def test_a_resource_schema_url_that_is_no_text_raises(value):
    assert type(compare(_under(resource=DuckResource({}, value))).error) is EncodeError


@needs_reference
def test_a_span_without_the_members_resource_or_scope_raises():
    for members in ({}, {"resource": Resource({})}):
        assert type(compare([duck(**members)]).error) is EncodeError
