"""Generated values and attribute mappings, for all three signals.

A recipe builds its object twice: once as it is, and once as its twin, which differs only where conformance.md
section 15 says that the reference loses what we keep: a bool in an integer field becomes 0 or 1, and a value that is
nested too deeply becomes one that the reference drops, as we do, without losing the batch.
"""

from __future__ import annotations

import array
import collections
import collections.abc
import decimal
import math
import types
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from opentelemetry.attributes import BoundedAttributes

from tests.objects.values import (
    Colour,
    Doubled,
    DoubledTuple,
    FloatOnly,
    Index,
    Level,
    Masked,
    MaskedOrdered,
    Raw,
    Real,
    Registered,
    Text,
    Whole,
    Word,
)
from tests.reference import NONE_SINCE, REFERENCE

NAN = math.nan
# Lengths around which a length prefix grows.
LENGTHS = (126, 127, 128, 129, 16_382, 16_383, 16_384)

short_text = st.text(max_size=8) | st.sampled_from(["", "a", "caf\u00e9", "\x00", "\U0001f600", "\u2028"])
long_text = st.sampled_from(LENGTHS).map("x".__mul__)
text = short_text | short_text | short_text | long_text
odd_text = st.sampled_from(["\ud800", "a\udfff", "\ud83d\ude00"])
int64 = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([0, 1, -1, 127, 128, 2**63 - 1, -(2**63)])
beyond_int64 = st.sampled_from([2**63, -(2**63) - 1, 10**40])
real = st.floats(allow_subnormal=True) | st.sampled_from([0.0, -0.0, math.inf, -math.inf, NAN])

# An older reference has other bytes for None, so there is none to be compared with it. Nor is there binary that is not
# UTF-8, of which the SDK makes None inside a sequence.
TAKES_NONE = REFERENCE >= NONE_SINCE or not REFERENCE
none = st.none() if TAKES_NONE else st.nothing()
binary = st.binary(max_size=8) if TAKES_NONE else short_text.map(str.encode)
plain_scalars = st.booleans() | text | int64 | real | binary
own_scalars = st.sampled_from([Text("own"), Raw(b"own"), Whole(7), Real(1.5), Level.HIGH, Word.A, True, False])
refused_scalars = (
    st.sampled_from([Colour.RED, Index(3), FloatOnly(), decimal.Decimal("1.5"), {1}, 1j, ..., len, Word.ODD])
    | odd_text
    | beyond_int64
)
scalars = st.one_of(none, plain_scalars, plain_scalars, own_scalars)
nested_keys = short_text | st.sampled_from([1, None, True, 1.5, b"x", (1, 2), Word.A])


def _containers(inner: Any) -> Any:
    lists = st.lists(inner, max_size=4)
    dicts = st.dictionaries(nested_keys, inner, max_size=4)
    return st.one_of(
        lists,
        lists.map(tuple),
        dicts,
        lists.map(collections.deque),
        lists.map(Doubled),
        lists.map(DoubledTuple),
        lists.map(collections.UserList),
        dicts.map(collections.OrderedDict),
        dicts.map(types.MappingProxyType),
        dicts.map(Masked),
        dicts.map(MaskedOrdered),
    )


flat_containers = st.sampled_from(
    [range(3), bytearray(b"ab"), memoryview(b"ab"), array.array("q", [1, -1]), Registered()]
)


def _chain(links: Any, leaf: Any) -> Any:
    for link in links:
        leaf = {"n": leaf} if link else [leaf]
    return leaf


shallow_values = st.recursive(scalars | flat_containers, _containers, max_leaves=6)
deep_values = st.builds(_chain, st.lists(st.booleans(), min_size=1, max_size=30), shallow_values)
too_deep_values = st.builds(_chain, st.lists(st.booleans(), min_size=31, max_size=60), shallow_values)
refused_values = st.builds(_chain, st.lists(st.booleans(), max_size=3), refused_scalars)
good_values = st.one_of(scalars, shallow_values, shallow_values, deep_values)
values = st.one_of(good_values, good_values, good_values, refused_values, too_deep_values)
keys = st.one_of(short_text, short_text, st.sampled_from(["a", "b", "c", Text("own"), b"raw", None, ""]))
refused_keys = st.sampled_from([1, 2.5, ("a",), Colour.RED, b"\xff", "\ud800"])


def messages_of(value: Any) -> float:
    """How many messages `value` nests below its own: what section 10 limits."""
    if isinstance(value, (str, bytes)):
        return 0
    if isinstance(value, collections.abc.Sequence):
        return max((2 + messages_of(item) for item in value), default=1)
    if isinstance(value, collections.abc.Mapping):
        return max((3 + messages_of(item) for _, item in value.items()), default=1)
    return 0


@dataclass(frozen=True)
class Attributes:
    """A mapping of one of many shapes over these pairs."""

    shape: str
    pairs: tuple

    def build(self, budget: int, twin: bool) -> Any:
        if self.shape == "None":
            return None
        if self.shape.startswith("bounded"):
            capacity = 2 if self.shape == "bounded, overflowed" else None
            made = BoundedAttributes(capacity, dict(self.pairs), immutable=self.shape != "bounded, mutable")
            for key, value in made._dict.items():
                kept = value if TAKES_NONE or not _holds_none(value) else "none"
                made._dict[key] = _tamed(kept, budget) if twin else kept
            return made
        pairs = [(key, _tamed(value, budget) if twin else value) for key, value in self.pairs]
        if self.shape == "proxy":
            return types.MappingProxyType(dict(pairs))
        return {"dict": dict, "ordered": collections.OrderedDict, "user": collections.UserDict}[self.shape](pairs)


def _holds_none(value: Any) -> bool:
    """Whether the SDK's cleaning left a None behind."""
    return value is None or (isinstance(value, tuple) and any(_holds_none(item) for item in value))


def _tamed(value: Any, budget: int) -> Any:
    """`value`, or what the reference drops in its place when it is nested too deeply."""
    return value if messages_of(value) <= budget else ...


_bounded_keys = st.text(min_size=1, max_size=4)
_anything = st.tuples(keys | refused_keys, values)
_pairs = st.lists(st.one_of(*[st.tuples(keys, values)] * 5, _anything), max_size=5, unique_by=lambda pair: pair[0])
attributes = st.one_of(
    st.builds(Attributes, st.sampled_from(["dict", "dict", "ordered", "proxy", "user", "None"]), _pairs.map(tuple)),
    st.builds(
        Attributes,
        st.sampled_from(["bounded", "bounded, mutable", "bounded, overflowed"]),
        st.dictionaries(_bounded_keys, values, max_size=5).map(lambda entries: tuple(entries.items())),
    ),
)


def count(value: Any, twin: bool) -> Any:
    """An integer field's value; its twin is never a bool."""
    return int(value) if twin and isinstance(value, bool) else value
