"""Objects that raise, recurse, or change the container they are read from."""

from __future__ import annotations

from typing import Any, Callable

SECRET = "hunter2"


class Fault(LookupError):
    """What hostile objects raise; its text holds the secret, as the texts of real exceptions do."""

    def __init__(self) -> None:
        super().__init__(f"value was {SECRET}")


def fail(*_: Any, **__: Any) -> Any:
    raise Fault


def raising(*names: str, base: type = object) -> Any:
    """An object whose special methods of these names raise."""
    made = type("Raising", (base,), dict.fromkeys(names, fail))
    return made.__new__(made)


def with_raising_property(name: str, base: type) -> type:
    """A subclass of which one property raises."""
    return type("Masking", (base,), {name: property(fail)})


class ClassLiar:
    """Raises, or lies, when asked for its class."""

    @property
    def __class__(self) -> Any:
        raise Fault


class SequenceThatRaises(list):
    def __iter__(self) -> Any:
        yield 1
        raise Fault


class MappingThatRaises(dict):
    def items(self) -> Any:
        yield "a", 1
        raise Fault


class RaisingAttributes:
    def __getattribute__(self, name: str) -> Any:
        raise Fault


class Recursing(list):
    """Iterates over itself without end."""

    def __iter__(self) -> Any:
        return iter(list(iter(self)))


#: Values of attributes and bodies that raise when they are read. AnyValue has no member for some of them anyway.
VALUES: dict = {
    "__class__": ClassLiar,
    "__iter__ half-way": lambda: SequenceThatRaises([1]),
    "items half-way": lambda: MappingThatRaises(a=1),
    "__getattribute__": RaisingAttributes,
    "__str__": lambda: raising("__str__"),
    "__repr__": lambda: raising("__str__", "__repr__"),
    "__iter__ recursing": lambda: Recursing([1]),
    "__iter__ of a list": lambda: raising("__iter__", base=list),
    "items of a dict": lambda: raising("items", base=dict),
    "__str__ of a key": lambda: {raising("__str__"): 1},
    "inside a list": lambda: ["kept", ClassLiar()],
    "inside a dict": lambda: {"k": "kept", "bad": ClassLiar()},
}

#: Special methods on values that are what they seem: the encoder takes the content past them.
OVERRIDDEN: dict = {
    "__str__ of a str": lambda: _made(str, "kept", "__str__", "__repr__", "encode", "__eq__"),
    "__index__ of an int": lambda: _made(int, 7, "__index__", "__int__", "__str__"),
    "__float__ of a float": lambda: _made(float, 1.5, "__float__", "__str__"),
    "__bytes__ of bytes": lambda: _made(bytes, b"kept", "__iter__", "__bytes__"),
    "__eq__ of a tuple": lambda: _made(tuple, ("kept",), "__eq__", "__len__", "__getitem__"),
}


def _made(base: type, content: Any, *names: str) -> Any:
    return type("Overridden", (base,), {**dict.fromkeys(names, fail), "__hash__": base.__hash__})(content)


class Saboteur:
    """A value that changes something each time it is looked at."""

    def __init__(self, act: Callable[[], Any]) -> None:
        object.__setattr__(self, "act", act)

    @property
    def __class__(self) -> Any:
        object.__getattribute__(self, "act")()
        return object

    def __str__(self) -> str:
        object.__getattribute__(self, "act")()
        return "seen"
