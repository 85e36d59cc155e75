"""The shortcut rule for spans: what overrides a public member is obeyed, what the private one holds stays hidden."""

from __future__ import annotations

import subprocess
import sys
import unittest.mock
import weakref

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanKind
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.masks import PATCHES, SUBCLASSES, replaced
from tests.objects.spans import context, duck_span, event, every_member, link, provider, span
from tests.reference import REFERENCE, assert_same_bytes, compare, needs_reference, reference_spans

# What is held privately, and what the public member shows instead.
MEMBERS = {
    "name": ("secret", "masked"),
    "get_span_context": (context(9, 9), context(7, 7)),
    "parent": (context(9, 9), context(7, 7, is_remote=True)),
    "kind": (SpanKind.SERVER, SpanKind.CLIENT),
    "start_time": (99, 7),
    "end_time": (99, 7),
    "status": (Status(StatusCode.ERROR, "secret"), Status(StatusCode.OK)),
    "attributes": ({"k": "secret"}, {"k": "masked"}),
    "events": ((event("secret"),), (event("masked"),)),
    "links": ((link({"k": "secret"}),), (link({"k": "masked"}),)),
    "resource": (Resource({"k": "secret"}), Resource({"k": "masked"})),
    "instrumentation_scope": (InstrumentationScope("secret"), InstrumentationScope("masked")),
    "dropped_attributes": (None, 7),
    "dropped_events": (None, 7),
    "dropped_links": (None, 7),
}
EVERY_MEMBER = [pytest.param(name, *values, id=name) for name, values in MEMBERS.items()]


def _holding(cls, member, secret):
    """A span of this class that holds the secret behind the member."""
    name = {"get_span_context": "context"}.get(member, member)
    fields = {} if secret is None else {name: secret}
    return cls(**{"name": "n", "context": context(1, 2), "resource": Resource({}), **fields})


def _showing(member, shown):
    """The bytes of a span that has nothing to hide."""
    return serialize_spans([duck_span(**{{"get_span_context": "context"}.get(member, member): shown})])


def _assert_masked(masked, member, shown):
    data = serialize_spans([masked])
    assert b"secret" not in data
    assert_same_bytes(data, _showing(member, shown))
    if REFERENCE:
        assert_same_bytes(data, reference_spans([masked]))


@pytest.mark.parametrize(("member", "secret", "shown"), EVERY_MEMBER)
@pytest.mark.parametrize("way", SUBCLASSES.values(), ids=SUBCLASSES)
def test_a_subclass_is_read_through_the_member_that_it_overrides(way, member, secret, shown):
    plain = _holding(ReadableSpan, member, secret)
    before = serialize_spans([plain])
    _assert_masked(_holding(way(ReadableSpan, member, shown), member, secret), member, shown)
    assert serialize_spans([plain]) == before != _showing(member, shown)


@pytest.mark.parametrize(("member", "secret", "shown"), EVERY_MEMBER)
@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_class_patched_after_first_use_is_read_through_the_patch_while_it_lasts(
    patch, member, secret, shown, monkeypatch
):
    plain = _holding(ReadableSpan, member, secret)
    before = serialize_spans([plain])
    monkeypatch.setattr(ReadableSpan, member, patch(ReadableSpan, member, shown))
    _assert_masked(plain, member, shown)
    monkeypatch.undo()
    assert serialize_spans([plain]) == before


@pytest.mark.parametrize("way", ["replaced", "wrapped", "by an object"])
def test_classes_patched_before_first_use_are_read_through_the_patch(way):
    arguments = [sys.executable, "-m", "tests.common.patched_before_first_use", way]
    done = subprocess.run(arguments, check=True, capture_output=True, text=True)
    patched, undone, ducks, plain = done.stdout.split()
    assert "secret" not in bytes.fromhex(patched).decode("latin-1")
    assert patched == ducks
    assert undone == plain != patched


@pytest.mark.parametrize("member", ["name", "attributes", "get_span_context"])
def test_the_class_of_live_spans_is_read_through_its_own_patch(member, monkeypatch):
    shown = MEMBERS[member][1]
    live = provider()[0].get_tracer("tests").start_span("secret", attributes={"k": "secret"}, start_time=5)
    before = serialize_spans([live])
    monkeypatch.setattr(Span, member, replaced(Span, member, shown))
    after = serialize_spans([live])
    monkeypatch.undo()
    assert after != before == serialize_spans([live])


def test_the_context_property_is_not_what_counts():
    class Other(ReadableSpan):
        @property
        def context(self):
            return context(9, 9)

    assert serialize_spans([_holding(Other, "name", "n")]) == serialize_spans([span()])


def test_a_class_attribute_overrides_like_a_property():
    masked = type("Masked", (ReadableSpan,), {"name": "masked", "attributes": {"k": "masked"}})
    assert serialize_spans([masked("secret", context(), resource=Resource({}), attributes={"k": "secret"})]) == (
        serialize_spans([span(name="masked", attributes={"k": "masked"})])
    )


class Wrapper:
    """Forwards what it does not know itself."""

    def __init__(self, inner, **own):
        vars(self).update(own, inner=inner)

    def __getattr__(self, name):
        return getattr(self.inner, name)


@needs_reference
def test_a_wrapper_with_getattr_alone_is_read_through_it():
    inner = span(name="secret", attributes={"k": "secret"}, start_time=5)
    masked = Wrapper(inner, name="masked", attributes={"k": "masked"})
    assert compare([masked]).data == serialize_spans([span(name="masked", attributes={"k": "masked"}, start_time=5)])


@needs_reference
def test_wrappers_around_the_parts_of_a_span_are_read_through_getattr():
    plain = span(
        context=context(trace_state={"a": "b"}),
        parent=context(9, 8, is_remote=True),
        events=[event("e", {"a": 1})],
        links=[link({"a": 1})],
        status=Status(StatusCode.ERROR, "d"),
        resource=Resource({"a": 1}, "u"),
        instrumentation_scope=InstrumentationScope("s", "1"),
    )
    parts = {name: Wrapper(getattr(plain, name)) for name in ("parent", "status", "resource", "instrumentation_scope")}
    lists = {name: [Wrapper(item) for item in getattr(plain, name)] for name in ("events", "links")}
    assert compare([duck_span(context=Wrapper(plain.context), **parts, **lists)]).data == serialize_spans([plain])


@needs_reference
def test_a_mock_that_claims_to_be_a_span_is_read_as_what_it_is():
    mock = unittest.mock.Mock(spec=ReadableSpan)
    for name, value in {**every_member(name="masked"), "_name": "secret"}.items():
        setattr(mock, name, value)
    assert isinstance(mock, ReadableSpan)
    assert compare([mock]).data == serialize_spans([span(name="masked")])


@needs_reference
def test_a_weak_proxy_is_read_through():
    plain = span(name="kept", attributes={"a": 1})
    assert compare([weakref.proxy(plain)]).data == serialize_spans([plain])


@needs_reference
@pytest.mark.parametrize(
    "missing", ["_name", "_context", "_kind", "_events", "_attributes", "_resource", "_start_time"]
)
def test_a_missing_private_member_raises_as_its_property_does(missing):
    lacking = span()
    delattr(lacking, missing)
    made = compare([span(), lacking])
    assert (type(made.error), made.error.index) == (EncodeError, 1)
    assert isinstance(made.error.__cause__, AttributeError)


def test_a_subclass_that_never_ran_the_constructor_needs_no_private_member():
    members = {name: property(lambda self, value=value: value) for name, value in every_member().items()}
    members["get_span_context"] = lambda self: context(1, 2, trace_state=duck_span().get_span_context().trace_state)
    bare = type("Bare", (ReadableSpan,), {**members, "__init__": lambda self: None})()
    assert serialize_spans([bare]) == serialize_spans([span()])
