"""Just enough of the wire format to take a request apart where no protobuf package is installed."""

from __future__ import annotations

import struct
from typing import Any


def _varint(data: bytes, at: int) -> tuple:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data: bytes) -> list:
    """The fields of one message as pairs of number and content: an int, or the bytes of a length-delimited one."""
    found, at = [], 0
    while at < len(data):
        tag, at = _varint(data, at)
        content: Any
        if tag & 7 == 0:
            content, at = _varint(data, at)
        elif tag & 7 == 2:
            length, at = _varint(data, at)
            content, at = data[at : at + length], at + length
            assert len(content) == length
        else:
            width, form = {1: (8, "<Q"), 5: (4, "<I")}[tag & 7]
            (content,) = struct.unpack_from(form, data, at)
            at += width
        found.append((tag >> 3, content))
    return found


def all_of(data: bytes, *path: int) -> list:
    """The contents of every field that the field numbers of `path` lead to."""
    found = [data]
    for number in path:
        found = [content for message in found for own, content in fields(message) if own == number]
    return found


def one_of(data: bytes, *path: int) -> Any:
    """The content of the only field that the field numbers of `path` lead to."""
    (content,) = all_of(data, *path)
    return content
