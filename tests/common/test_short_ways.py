"""The short ways of the encoder end where they should: lengths around their limits, texts that hold their UTF-8 or not,
what is remembered from point to point."""

from __future__ import annotations

import sys

import pytest
from opentelemetry.proto_native import serialize_metrics, serialize_spans
from opentelemetry.trace.span import TraceState

from tests.objects.metrics import histogram, histogram_point, metrics
from tests.objects.spans import context, span
from tests.objects.values import Text
from tests.reference import compare, needs_reference

LENGTHS = [*range(4), *range(6, 10), *range(14, 19), *range(30, 35), *range(100, 132), 199, 200, 201, 16_370, 16_384]
# One, two and four bytes a character, and ASCII.
ALPHABETS = ["a", "\u00e9", "\u4e2d", "\U0001f600"]


@needs_reference
@pytest.mark.parametrize("key", [1, 50, 110, 119, 120, 121, 127, 128, 300])
def test_pairs_of_any_length_are_those_of_the_reference(key):
    name = "k" * key
    values = [True, 0, 127, 128, 2**14, 2**63 - 1, -1, 1.5, *("v" * length for length in LENGTHS)]
    for value in values:
        nested = [value, {name: value}, {"inner": {name: value}}]
        compare([span(attributes={name: value, "after": nested}, name=str(nested))])


@needs_reference
def test_an_empty_key_is_left_out_of_its_pair():
    compare([span(attributes={"": value}) for value in (True, 1, 1.5, "v", "v" * 200, ["v"])])


@needs_reference
@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("length", [1, 199, 200, 201, 1000])
def test_text_that_holds_its_utf_8_and_text_that_does_not_are_the_same(alphabet, length):
    text = "".join([alphabet] * length)
    fresh = sys.getsizeof(text)
    encoded = text.encode()
    # Protobuf lets a string keep its UTF-8.
    data = serialize_spans([span(attributes={"k": text}, name=text)])
    assert data.count(encoded) == 2
    if length >= 200:
        assert sys.getsizeof(text) == fresh, "nothing is left behind"
    assert compare([span(attributes={"k": text}, name=text)]).data == data
    assert serialize_spans([span(attributes={"k": text}, name=text)]) == data


STATES = {
    "pairs": {"vendor": "1", "other": "2"},
    "empty texts": {"": "", "a": ""},
    "text beyond ASCII": {"caf\u00e9": "\u4e2d"},
    "the usual length": {"k": "v" * 510},
    "one more": {"k": "v" * 511},
    "long values": {"k": "v" * 199, "l": "v" * 200},
    "subclasses": {Text("k"): Text("v")},
    "no text": {"k": 1},
    "a lone surrogate": {"a": "b", "k": "\ud800"},
}


@needs_reference
@pytest.mark.parametrize("pairs", [pytest.param(pairs, id=name) for name, pairs in STATES.items()])
def test_a_trace_state_is_joined_as_the_reference_joins_it(pairs):
    state = TraceState()
    state._dict.update(pairs)
    compare([span(context=context(trace_state=state))])


BOUNDS = {
    "a tuple": (0.5, 1.5),
    "no bounds": (),
    "a list": [0.5, 1.5],
    "whole numbers": (1, 2),
    "a long tuple": tuple(float(number) for number in range(300)),
}


@needs_reference
@pytest.mark.parametrize("bounds", [pytest.param(bounds, id=name) for name, bounds in BOUNDS.items()])
def test_bounds_that_points_share_stand_in_each_of_them(bounds):
    points = [histogram_point(explicit_bounds=shared) for shared in (bounds, bounds, (9.5,), bounds)]
    compare(metrics(histogram(*points), histogram(*points)), "metrics")


def test_a_list_of_bounds_is_read_anew_each_time():
    bounds = [1.5]

    class Growing:
        """Counts that are asked for before the bounds are."""

        def __iter__(self):
            bounds.append(2.5)
            return iter((1,))

    points = [histogram_point(explicit_bounds=bounds, bucket_counts=Growing()) for _ in range(2)]
    once = serialize_metrics(metrics(histogram(points[0])))
    assert len(serialize_metrics(metrics(histogram(points[0], points[1])))) > 2 * len(once) - 100
    assert len(bounds) == 4
