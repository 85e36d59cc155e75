"""Lists and dicts inside each other, by what they cost of the depth that the reference allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

# How many messages deeper a container lies than a scalar in its place.
LIST, DICT = 2, 3


def nested(kinds: list[int], leaf: Any = "leaf") -> Any:
    """`leaf` inside containers, the outermost first."""
    for kind in reversed(kinds):
        leaf = [leaf] if kind == LIST else {"n": leaf}
    return leaf


def mixtures(budget: int, numbers_of_dicts: Iterable[int] = range(33)) -> Iterator[list[int]]:
    """Mixed lists and dicts that cost exactly `budget`: all of one kind first, the other way round, and in turns."""
    for dicts in numbers_of_dicts:
        rest = budget - DICT * dicts
        if rest < 0 or rest % LIST:
            continue
        lists = rest // LIST
        yield [LIST] * lists + [DICT] * dicts
        yield [DICT] * dicts + [LIST] * lists
        turns = [kind for pair in zip([LIST] * lists, [DICT] * dicts) for kind in pair]
        yield turns + [LIST] * (lists - dicts) + [DICT] * (dicts - lists)
