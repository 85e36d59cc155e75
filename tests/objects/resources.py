"""Resources and scopes, cleaned by the SDK or with attributes exactly as given."""

from __future__ import annotations

from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

EMPTY = Resource({})


def raw_resource(attributes: Any, schema_url: Any = "", cls: type = Resource) -> Resource:
    """A Resource whose attributes and schema URL are these very objects."""
    made = cls({})
    made._attributes = attributes
    made._schema_url = schema_url
    return made


def raw_scope(
    attributes: Any = None,
    name: Any = "s",
    version: Any = None,
    schema_url: Any = "",
    cls: type = InstrumentationScope,
) -> InstrumentationScope:
    """An InstrumentationScope whose members are these very objects."""
    made = cls(name, version)
    made._schema_url = schema_url
    made._attributes = attributes
    return made


class DuckResource:
    """Looks like a resource, hashes by identity."""

    def __init__(self, attributes: Any = None, schema_url: Any = "") -> None:
        self.attributes = attributes
        self.schema_url = schema_url


class DuckScope(DuckResource):
    """Looks like a scope, hashes by identity."""

    def __init__(self, name: Any = "s", version: Any = None, schema_url: Any = "", attributes: Any = None) -> None:
        super().__init__(attributes, schema_url)
        self.name = name
        self.version = version


class Unhashable:
    """Mixed into a duck, makes it unfit as a dictionary key."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return self is other


class UnhashableResource(Unhashable, DuckResource):
    """A resource that no dictionary takes."""


class UnhashableScope(Unhashable, DuckScope):
    """A scope that no dictionary takes."""
