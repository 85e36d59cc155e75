"""Bytes as a row of decisions, so that any engine that makes bytes can drive the makers of objects."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any


class Choices:
    """Reads decisions off `data`; once it has run out, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, size: int) -> int:
        """A number of `size` bytes without sign."""
        taken = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(taken, "little")

    def below(self, limit: int) -> int:
        return self.number(1) % limit

    def one_of(self, options: Sequence[Any]) -> Any:
        return options[self.below(len(options))]

    def often(self) -> bool:
        return self.number(1) < 0x80

    def signed(self) -> int:
        """Mostly small, sometimes at the borders of 32 and 64 bits, sometimes beyond."""
        base = self.one_of((0, 0, 0, 2**31, 2**32, 2**63, 2**64, -(2**31), -(2**63), 2**80))
        return base + self.number(1) - 128

    def float(self) -> float:
        return struct.unpack("<d", self.number(8).to_bytes(8, "little"))[0]

    def bytes(self) -> bytes:
        length = self.one_of((0, 1, 3, 8, 16, 40))
        return self.number(length).to_bytes(length, "little")

    def text(self) -> str:
        """ASCII, wider characters, lone surrogates; sometimes long enough that a length takes two or three bytes."""
        alphabet = self.one_of(("ab c", "aé", "語a", "a😀", "a\ud800", "\udc00\ud800", "\0a", "a"))
        length = self.one_of((0, 1, 2, 5, 30, 127, 128, 199, 200, 201, 4_000, 16_384))
        start = "".join(alphabet[self.below(len(alphabet))] for _ in range(min(length, 6)))
        return (start * (length // max(len(start), 1) + 1))[:length]
