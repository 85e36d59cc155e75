"""Ways to make an object show something else than it holds, as exporters that mask data do."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable


def _shown(original: Any, value: Any) -> Any:
    """What stands in for the class member `original` and gives `value`: a property for a property, else a method."""
    if callable(original):
        return lambda self, *arguments: value(self) if callable(value) else value
    return property(lambda self: value)


def replaced(cls: type, member: str, value: Any) -> Any:
    """The member once more, giving `value`."""
    return _shown(inspect.getattr_static(cls, member), value)


def wrapped(cls: type, member: str, value: Any) -> Any:
    """The same, with the module, names and `__wrapped__` that functools.wraps copies from the original."""
    original = inspect.getattr_static(cls, member)
    made = _shown(original, value)
    if isinstance(original, property):
        return property(functools.wraps(original.fget)(made.fget))
    return functools.wraps(original)(made)


def by_an_object(cls: type, member: str, value: Any) -> Any:
    """The same, through an object that is called, as patching libraries do."""
    original = inspect.getattr_static(cls, member)
    if isinstance(original, property):
        return property(functools.partial(lambda self: value))
    return functools.partialmethod(_shown(original, value))


PATCHES = {"replaced": replaced, "wrapped": wrapped, "by an object": by_an_object}


def subclass(cls: type, member: str, value: Any) -> type:
    """A subclass that overrides the member."""
    return type(f"Masked{cls.__name__}", (cls,), {member: replaced(cls, member, value)})


def grandchild(cls: type, member: str, value: Any) -> type:
    """A subclass of a subclass that overrides the member."""
    return type("Grandchild", (subclass(cls, member, value),), {})


def mixin(cls: type, member: str, value: Any) -> type:
    """A subclass with the overriding class beside it, first in line."""
    return type("Mixed", (type("Mask", (), {member: replaced(cls, member, value)}), cls), {})


def getattribute(cls: type, member: str, value: Any) -> type:
    """A subclass that overrides attribute access as a whole."""
    mask = replaced(cls, member, value)

    def lookup(self: Any, name: str) -> Any:
        return mask.__get__(self, type(self)) if name == member else super(made, self).__getattribute__(name)

    made = type("Intercepting", (cls,), {"__getattribute__": lookup})
    return made


def getattr_hook(cls: type, member: str, value: Any) -> type:
    """A subclass whose member is missing, so that `__getattr__` answers."""
    mask = replaced(cls, member, value)

    def missing(self: Any) -> Any:
        raise AttributeError(member)

    def hook(self: Any, name: str) -> Any:
        if name != member:
            raise AttributeError(name)
        return mask.__get__(self, type(self))

    return type("Hooked", (cls,), {member: property(missing), "__getattr__": hook})


SUBCLASSES: dict[str, Callable[[type, str, Any], type]] = {
    "subclass": subclass,
    "grandchild": grandchild,
    "mixin": mixin,
    "__getattribute__": getattribute,
    "__getattr__": getattr_hook,
}
