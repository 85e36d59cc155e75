"""Generated resources and scopes, for all three signals: of few values, so that many are equal or nearly so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.objects.resources import (
    DuckResource,
    DuckScope,
    UnhashableResource,
    UnhashableScope,
    raw_resource,
    raw_scope,
)
from tests.property.strategies import NAN, TAKES_NONE, Attributes, attributes
from tests.reference import REFERENCE, SCOPE_ATTRIBUTES_SINCE

RESOURCE_BUDGET, SCOPE_BUDGET = 97, 96
WRITES_SCOPE_ATTRIBUTES = REFERENCE >= SCOPE_ATTRIBUTES_SINCE or not REFERENCE


class OwnResource(Resource):
    """A subclass without a thought of its own."""


class OwnScope(InstrumentationScope):
    """A subclass without a thought of its own."""


# Values that are equal, or hash alike, or look alike on the wire, without being the same.
_alike = st.sampled_from([1, True, 1.0, 0, False, 0.0, -0.0, NAN, "x", "null", ("x",), ["x"], (1,), (True,), "01"])
if TAKES_NONE:
    _alike = _alike | st.none()
_another_nan = st.builds(float, st.just("nan"))
_few = st.dictionaries(st.sampled_from("ab"), _alike | _another_nan, max_size=2).map(
    lambda entries: tuple(entries.items())
)
_few_attributes = st.builds(Attributes, st.sampled_from(["dict", "bounded"]), _few)
_urls = st.sampled_from(["", "", None, "https://example.com"])


@dataclass(frozen=True)
class ResourceRecipe:
    cls: type
    attributes: Attributes
    schema_url: Any

    def build(self, twin: bool) -> Any:
        made = self.attributes.build(RESOURCE_BUDGET, twin)
        if issubclass(self.cls, Resource):
            return raw_resource(made if made is not None else {}, self.schema_url or "", self.cls)
        cls = DuckResource if twin and self.cls is UnhashableResource else self.cls
        return cls(made, self.schema_url)


@dataclass(frozen=True)
class ScopeRecipe:
    cls: Any
    name: Any
    version: Any
    schema_url: Any
    attributes: Attributes

    def build(self, twin: bool) -> Any:
        if self.cls is None:
            return None
        made = self.attributes.build(SCOPE_BUDGET, twin) if WRITES_SCOPE_ATTRIBUTES else None
        url = self.schema_url if WRITES_SCOPE_ATTRIBUTES else ""
        if issubclass(self.cls, InstrumentationScope):
            return raw_scope(made, self.name, self.version, url or "", self.cls)
        cls = DuckScope if twin and self.cls is UnhashableScope else self.cls
        return cls(self.name, self.version, url, made)


_sdk_resources = st.builds(ResourceRecipe, st.sampled_from([Resource, Resource, OwnResource]), _few_attributes, _urls)
_duck_resources = st.builds(ResourceRecipe, st.just(DuckResource), attributes, _urls)
_names = st.sampled_from(["s", "s", "t", "", None])
_versions = st.sampled_from(["1", "2", "", None])
_sdk_scopes = st.builds(
    ScopeRecipe,
    st.sampled_from([InstrumentationScope, InstrumentationScope, OwnScope, None]),
    _names,
    _versions,
    _urls,
    _few_attributes,
)
_duck_scopes = st.builds(ScopeRecipe, st.just(DuckScope), _names, _versions, _urls, attributes)
resources = st.one_of(_sdk_resources, _sdk_resources, _duck_resources)
scopes = st.one_of(_sdk_scopes, _sdk_scopes, _duck_scopes)

hashable_resources = st.lists(resources, min_size=1, max_size=4)
hashable_scopes = st.lists(scopes, min_size=1, max_size=4)
# What no dictionary takes must be alone: with another beside it both encoders raise, but not at the same record.
lone_resources = st.builds(ResourceRecipe, st.just(UnhashableResource), attributes, _urls).map(lambda lone: [lone])
lone_scopes = st.builds(ScopeRecipe, st.just(UnhashableScope), _names, _versions, _urls, attributes).map(
    lambda lone: [lone]
)


@dataclass(frozen=True)
class Batch:
    """Spans or log records, each with one of the resources and one of the scopes."""

    resources: list[ResourceRecipe]
    scopes: list[ScopeRecipe]
    records: list[Any]

    def build(self, twin: bool = False) -> list[Any]:
        resources = [recipe.build(twin) for recipe in self.resources]
        scopes = [recipe.build(twin) for recipe in self.scopes]
        return [recipe.build(resources, scopes, twin) for recipe in self.records]


def batches_of(records: st.SearchStrategy[Any]) -> st.SearchStrategy[Batch]:
    """Batches of up to five records, in one of four with a resource or scope that can't be hashed."""
    some = st.lists(records, max_size=5)
    hashable = st.builds(Batch, hashable_resources, hashable_scopes, some)
    lone = st.builds(Batch, hashable_resources | lone_resources, lone_scopes, some) | st.builds(
        Batch, lone_resources, hashable_scopes, some
    )
    return st.one_of(hashable, hashable, hashable, lone)


def bad_batches_of(records: st.SearchStrategy[Any], bad: st.SearchStrategy[Any]) -> st.SearchStrategy[Batch]:
    """The same with a bad record among the first four, and nothing that can't be hashed."""
    return st.builds(
        lambda batch, bad, at: Batch(batch.resources, batch.scopes, [*batch.records[:at], bad, *batch.records[at:]]),
        st.builds(Batch, hashable_resources, hashable_scopes, st.lists(records, max_size=5)),
        bad,
        st.integers(0, 3),
    )
