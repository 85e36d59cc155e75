"""Attribute mappings: which objects have entries, what a key may be, in which order entries go out."""

from __future__ import annotations

import collections
import types

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans

from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import duck_span, event, link, span
from tests.objects.values import Colour, Word
from tests.reference import compare, needs_reference, needs_scope_attributes, outcome

# Places whose mapping reaches the encoder as it is; ReadableSpan.attributes wraps it first.
PLACES = {
    "span": lambda mapping: [duck_span(attributes=mapping)],
    "event": lambda mapping: [span(events=[event(attributes=mapping)])],
    "link": lambda mapping: [span(links=[link(mapping)])],
    "resource": lambda mapping: [span(resource=DuckResource(mapping))],
    "scope": lambda mapping: [span(instrumentation_scope=DuckScope(attributes=mapping))],
}
EVERY_PLACE = [
    pytest.param(make, id=name, marks=[needs_scope_attributes if name == "scope" else needs_reference])
    for name, make in PLACES.items()
]


class Pairs:
    """No mapping, but it has items(), which give these pairs."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def items(self):
        return iter(self.pairs)


class Untrue(dict):
    def __bool__(self):
        return False


class WithoutTruth(dict):
    def __bool__(self):
        raise ValueError("neither true nor false")


class BrokenItems(dict):
    def items(self):
        raise LookupError("no items")


FALSY = {"None": None, "{}": {}, "[]": [], "''": "", "0": 0, "False": False, "untrue": Untrue(a=1)}
MAPPINGS = {
    "dict": {"z": 1, "a": 2, "m": 3},
    "OrderedDict": collections.OrderedDict([("z", 1), ("a", 2)]),
    "mapping proxy": types.MappingProxyType({"z": 1, "a": 2}),
    "BoundedAttributes": BoundedAttributes(attributes={"z": 1, "a": 2}),
    "mutable BoundedAttributes": BoundedAttributes(attributes={"z": 1, "a": 2}, immutable=False),
    "overflowed BoundedAttributes": BoundedAttributes(2, {"z": 1, "a": 2, "m": 3, "b": 4}),
    "ChainMap": collections.ChainMap({"z": 1}, {"a": 2}),
    "duplicate keys": Pairs(("a", 1), ("b", 2), ("a", 3)),
    "lists as pairs": Pairs(["a", 1], "bc"),
}
BROKEN = {
    "no items": [1],
    "text": "ab",
    "number": 5,
    "truth": WithoutTruth(a=1),
    "items": BrokenItems(a=1),
    "three in a pair": Pairs(("a", 1), ("b", 2, 3)),
    "one in a pair": Pairs(("a",)),
    "number as pair": Pairs(5),
}
KEPT_KEYS = {"empty": "", "None": None, "bytes": b"key", "str enum": Word.A, "text": "caf\u00e9", "NUL": "a\x00b"}
DROPPED_KEYS = {
    "int": 1,
    "bool": True,
    "float": 1.5,
    "tuple": ("a",),
    "enum": Colour.RED,
    "surrogate": "a\ud800",
    "bytes that are not UTF-8": b"\xff",
}


@needs_reference
@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("mapping", FALSY.values(), ids=FALSY)
def test_a_falsy_object_has_no_entries(place, mapping):
    assert compare(place(mapping)).data == serialize_spans(place({}))


@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_entries_go_out_in_the_order_of_items(place, mapping):
    assert compare(place(mapping)).dropped_keys == []


@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("mapping", BROKEN.values(), ids=BROKEN)
def test_a_failure_of_the_mapping_itself_raises(place, mapping):
    assert type(compare(place(mapping)).error) is EncodeError


@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("key", KEPT_KEYS.values(), ids=KEPT_KEYS)
def test_a_key_that_a_text_field_takes_is_written(place, key):
    assert compare(place({"first": 1, key: 2})).dropped_keys == []


@pytest.mark.parametrize("place", EVERY_PLACE)
@pytest.mark.parametrize("key", DROPPED_KEYS.values(), ids=DROPPED_KEYS)
def test_a_key_that_a_text_field_refuses_drops_its_attribute(place, key):
    made = compare(place({"first": 1, key: 2, "last": 3}))
    assert made.dropped_keys == [str(key)]
    assert made.data == serialize_spans(place({"first": 1, "last": 3}))


def test_an_empty_key_and_the_key_none_are_left_out_of_the_entry():
    assert serialize_spans([span(attributes={"": 1})]) == serialize_spans([span(attributes={None: 1})])


@needs_reference
def test_attributes_of_a_readable_span_that_are_no_mapping_raise():
    for attributes in ([("a", 1)], "text", 5, Pairs(("a", 1))):
        assert type(compare([span(attributes=attributes)]).error) is EncodeError


@needs_reference
def test_an_empty_or_missing_mapping_of_a_readable_span_has_no_entries():
    for attributes in (None, {}, [], "", 0, BoundedAttributes()):
        assert compare([span(attributes=attributes)]).data == serialize_spans([span()])


@needs_reference
def test_attributes_that_grow_while_they_are_read_raise_as_the_reference_does():
    class Growing(dict):
        def items(self):
            yield "a", 1
            raise RuntimeError("dictionary changed size during iteration")

    made = compare(lambda: [span(), duck_span(attributes=Growing(a=1))])
    assert made.error.index == 1


def test_an_error_that_no_batch_should_swallow_passes_through_the_attribute_guard():
    class Interrupting(dict):
        def items(self):
            raise KeyboardInterrupt

    for place in PLACES.values():
        with pytest.raises(KeyboardInterrupt):
            outcome(serialize_spans, place({"a": Interrupting(b=1)}))
