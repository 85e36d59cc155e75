"""Spans, and what all signals share, out of choices: usual to hostile. The same choices make equal objects."""

from __future__ import annotations

import collections
import enum
import types
from typing import Any

from choices import Choices
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, SpanKind, TraceFlags, TraceState
from opentelemetry.trace.status import Status, StatusCode

DEEPEST = 12


class Color(enum.Enum):
    RED = 1


class Level(enum.IntEnum):
    HIGH = 3


class Text(str):
    def __str__(self) -> str:
        return "shown"


class Number(int):
    def __index__(self) -> int:
        return 0


class Rude:
    """Raises whatever is asked of it."""

    def __getattribute__(self, name: str) -> Any:
        raise LookupError("secret-value")

    def __str__(self) -> str:
        raise LookupError("secret-value")

    __repr__ = __str__


class RudeList(list):
    def __iter__(self) -> Any:
        yield 1
        raise LookupError("secret-value")


class RudeDict(dict):
    def items(self) -> Any:
        yield "a", 1
        raise LookupError("secret-value")


class ShownObject:
    def __str__(self) -> str:
        return "secret-value \ud800"


def value(choices: Choices, depth: int = 0) -> Any:
    kind = choices.below(26)
    simple = (None, True, False, 0, "", b"", 1.0, Level.HIGH, Text("t"), Number(7), float("nan"), "a")
    if kind < len(simple):
        return simple[kind]
    if kind in (12, 13):
        return choices.text()
    if kind == 14:
        return choices.signed()
    if kind == 15:
        return choices.float()
    if kind == 16:
        return choices.bytes()
    if kind == 17:
        return choices.one_of((Color.RED, object(), 1j, {1}, range(3), bytearray(b"ab"), memoryview(b"c"), len))
    if kind == 18:
        return choices.one_of((Rude(), RudeList([1]), RudeDict(a=1), ShownObject()))
    if depth >= DEEPEST:
        return "deep"
    items = [value(choices, depth + 1) for _ in range(choices.one_of((0, 1, 2, 3, 8)))]
    if kind in (19, 20, 21):
        return choices.one_of((list, tuple, collections.deque))(items)
    if kind == 22:
        inside = list(items)
        inside.append(inside)
        return inside
    keys = [choices.one_of((1, None, "k", b"x", choices.text())) for _ in items]
    return choices.one_of((dict, collections.OrderedDict))(zip(keys, items))


def attributes(choices: Choices) -> Any:
    if choices.often():
        return {}
    key = lambda: choices.one_of(("a", "b", "c", choices.text(), "", 1, None, b"k", b"\xff", Text("t")))  # noqa: E731
    pairs = {key(): value(choices) for _ in range(choices.one_of((1, 1, 2, 5)))}
    kind = choices.below(6)
    if kind == 0:
        return BoundedAttributes(choices.one_of((1, 2, 128)), pairs, immutable=False)
    if kind == 1:
        return types.MappingProxyType(pairs)
    return pairs


def resource(choices: Choices) -> Any:
    texts = {choices.one_of("abc"): choices.one_of(("x", 1, True, 1.0, ["l"], "y")) for _ in range(choices.below(3))}
    return Resource(texts, choices.one_of(("", "url")))


def scope(choices: Choices) -> Any:
    if choices.often():
        return None
    return InstrumentationScope(choices.text(), choices.one_of((None, "", "1")), choices.one_of((None, "", "u")))


def number(choices: Choices) -> Any:
    """For times, counts and ids."""
    return choices.one_of((None, 0, 1, choices.signed(), choices.number(8), choices.number(16), 1.0, "1", Level.HIGH))


def context(choices: Choices) -> Any:
    if choices.below(16) == 15:
        return choices.one_of((None, Rude()))
    state = choices.one_of((None, TraceState(), TraceState([("a", "1"), ("b", "2")])))
    return tuple.__new__(SpanContext, (number(choices), number(choices), choices.often(), TraceFlags(1), state, True))


def made(cls: type, **members: Any) -> Any:
    """An SDK object with these very members, past its constructor."""
    result = cls.__new__(cls)
    for name, member in members.items():
        setattr(result, name, member)
    return result


def event(choices: Choices) -> Any:
    """Past the constructor, which puts the present time in place of None."""
    name, held, timestamp = choices.one_of(("e", choices.text(), 1)), attributes(choices), number(choices)
    return made(Event, _name=name, _attributes=held, _timestamp=timestamp)


def link(choices: Choices) -> Any:
    return Link(context(choices), attributes(choices))


def span(choices: Choices) -> Any:
    status = made(Status, _status_code=choices.one_of(tuple(StatusCode)), _description=choices.one_of((None, "d", 3)))
    return ReadableSpan(
        name=choices.one_of(("n", choices.text(), None, 5, b"b")),
        context=choices.one_of((SpanContext(1, 2, False), context(choices))),
        parent=choices.one_of((None, None, context(choices))),
        resource=resource(choices),
        attributes=attributes(choices),
        events=[event(choices) for _ in range(choices.one_of((0, 0, 1, 3)))],
        links=[link(choices) for _ in range(choices.one_of((0, 0, 1, 3)))],
        kind=choices.one_of((*SpanKind, SpanKind.SERVER, 3, None)),
        status=choices.one_of((status, status, None)),
        start_time=number(choices),
        end_time=number(choices),
        instrumentation_scope=scope(choices),
    )


def spans(choices: Choices) -> list:
    return [span(choices) for _ in range(choices.one_of((1, 1, 2, 5)))]
