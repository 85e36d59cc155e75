"""Values beside the builtin kinds: subclasses that overrule themselves, enums, numbers by one method alone."""

from __future__ import annotations

import collections
import collections.abc
import enum
from typing import Any


class Text(str):
    """Text that calls itself something else."""

    def __str__(self) -> str:
        return "another text"

    __repr__ = __str__

    def encode(self, *arguments: Any, **named: Any) -> bytes:
        return b"another text"


class Raw(bytes):
    """Bytes that call themselves something else."""

    def __bytes__(self) -> bytes:
        return b"other bytes"

    def __iter__(self) -> Any:
        return iter(b"other bytes")


class Whole(int):
    """An int that calls itself 99."""

    def __index__(self) -> int:
        return 99

    __int__ = __index__

    def __str__(self) -> str:
        return "another number"

    __repr__ = __str__


class Real(float):
    """A float that calls itself 99.0."""

    def __float__(self) -> float:
        return 99.0

    def __str__(self) -> str:
        return "another number"

    __repr__ = __str__


class Word(str, enum.Enum):
    A = "a"
    ODD = "\udfff"


class Level(enum.IntEnum):
    HIGH = 3


class Colour(enum.Enum):
    RED = "red"


class Index:
    """An integer by __index__ alone, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"Index({self.value})"


class BrokenIndex:
    def __index__(self) -> int:
        raise LookupError("no index")

    def __repr__(self) -> str:
        return "BrokenIndex()"


class FloatOnly:
    """Converts to float and int, but is no index."""

    def __float__(self) -> float:
        return 0.5

    def __int__(self) -> int:
        return 5

    def __repr__(self) -> str:
        return "FloatOnly()"


class Registered:
    """A sequence by registration alone."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        return (10, 20)[index]


collections.abc.Sequence.register(Registered)


class LookAlike:
    """Has a sequence's methods without being registered as one."""

    __len__ = Registered.__len__
    __getitem__ = Registered.__getitem__


class Doubled(list):
    """A list that shows each of its items twice."""

    def __iter__(self) -> Any:
        return (item for own in super().__iter__() for item in (own, own))


class DoubledTuple(tuple):
    """A tuple that shows each of its items twice."""

    def __iter__(self) -> Any:
        return (item for own in super().__iter__() for item in (own, own))


class Masked(dict):
    """A dict whose items() hide the values."""

    def items(self) -> Any:
        return [(key, "***") for key in self]


class MaskedOrdered(collections.OrderedDict):
    """An OrderedDict whose items() hide the values."""

    def items(self) -> Any:
        return [(key, "***") for key in self]


Point = collections.namedtuple("Point", "x y")


def name_of(value: Any) -> str:
    """An id for a test parameter: without the address that some texts contain."""
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else f"{type(value).__name__} {text[:30]}"
