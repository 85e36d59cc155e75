"""Generated metrics: every kind of data, points of the SDK's classes and of none, exemplars; good ones and bad ones."""

from __future__ import annotations

import array
import collections
import decimal
import fractions
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from opentelemetry.sdk.metrics.export import AggregationTemporality, Buckets, MetricsData

from tests.objects.metrics import KINDS, duck, exemplar, in_resource, in_scope, metric
from tests.objects.resources import DuckResource, DuckScope
from tests.objects.values import Doubled, DoubledTuple, FloatOnly, Index, Level, Raw, Real, Text, Whole
from tests.property.groups import resources, scopes
from tests.property.strategies import attributes, count, int64, odd_text, real, text

POINT_BUDGET, EXEMPLAR_BUDGET = 94, 93

_uint64 = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 127, 128, 2**63, 2**64 - 1])
_integers = st.one_of(st.none(), _uint64, st.sampled_from([True, False, Index(5), Whole(7), Level.HIGH]))
_scales = st.one_of(st.none(), st.integers(-(2**31), 2**31 - 1), st.sampled_from([0, 20, -10, True, Index(-3)]))
_flags = st.one_of(st.none(), st.integers(0, 2**32 - 1), st.sampled_from([0, 1, True]))
_converted = st.sampled_from([decimal.Decimal("1.1"), fractions.Fraction(1, 3), FloatOnly(), Index(12), 1.5])
_values = st.one_of(int64, real, st.booleans(), _converted, st.sampled_from([Whole(7), Real(1.5), Level.HIGH]))
_doubles = st.one_of(st.none(), real, real, int64, st.booleans(), _converted, st.just(2**70))
_texts = text | st.sampled_from([None, b"raw", Text("own"), Raw(b"own")])
_wraps = st.sampled_from(
    [tuple, tuple, list, iter, collections.deque, Doubled, DoubledTuple, lambda numbers: (each for each in numbers)]
)
_id64 = st.one_of(st.none(), st.integers(0, 2**64 - 1), st.sampled_from([0, True, Whole(7)]))
_id128 = st.one_of(st.none(), st.integers(0, 2**128 - 1), st.sampled_from([0, 2**64, True]))


@dataclass(frozen=True)
class Numbers:
    """Bucket counts or bounds; the bools among them are numbers in the twin."""

    numbers: Any
    wrap: Any

    def build(self, twin: bool) -> Any:
        if self.numbers is None:
            return None
        return self.wrap([count(number, twin) for number in self.numbers])


_counts = st.builds(Numbers, st.lists(_uint64 | st.sampled_from([True, Index(5), Whole(7)]), max_size=20), _wraps)
_array = st.just(lambda numbers: array.array("Q", numbers))
_arrays = st.builds(Numbers, st.lists(st.integers(0, 99), max_size=20), _array)
_bounds = st.builds(Numbers, st.lists(real | int64 | _converted | st.booleans(), max_size=20), _wraps)
_no_numbers = st.builds(Numbers, st.none(), st.none())
_lists = {"bucket_counts": st.one_of(_counts, _arrays, _no_numbers), "explicit_bounds": _bounds | _no_numbers}


@dataclass(frozen=True)
class Side:
    """The buckets on one side of an exponential histogram."""

    offset: Any
    counts: Numbers
    is_duck: bool

    def build(self, twin: bool) -> Any:
        made = Buckets(count(self.offset, twin), self.counts.build(twin))
        return duck(made) if self.is_duck else made


@dataclass(frozen=True)
class ExemplarRecipe:
    members: dict
    attributes: Any
    is_duck: bool

    def build(self, twin: bool) -> Any:
        own = dict(self.members, filtered_attributes=self.attributes.build(EXEMPLAR_BUDGET, twin))
        own["time_unix_nano"] = count(own["time_unix_nano"], twin)
        # The reference takes only what is int or float itself.
        if twin and isinstance(own["value"], bool):
            own["value"] = int(own["value"])
        elif twin and not isinstance(own["value"], (int, float)):
            own["value"] = float(own["value"])
        made = exemplar(**own)
        return duck(made) if self.is_duck else made


_exemplars = st.builds(
    ExemplarRecipe,
    st.fixed_dictionaries({"value": _values, "time_unix_nano": _integers, "span_id": _id64, "trace_id": _id128}),
    attributes,
    st.booleans(),
)
_sides = st.builds(Side, _scales, _lists["bucket_counts"], st.booleans())
_point = {"start_time_unix_nano": _integers, "time_unix_nano": _integers}
_numbers = {**_point, "value": _values}
_histograms = {**_point, **_lists, "count": _integers, "sum": _doubles, "min": _doubles, "max": _doubles}
_exponentials = {
    **_point,
    "count": _integers,
    "sum": _doubles,
    "scale": _scales,
    "zero_count": _integers,
    "positive": _sides,
    "negative": _sides,
    "flags": _flags,
    "min": _doubles,
    "max": _doubles,
}
_MEMBERS = {"gauge": _numbers, "sum": _numbers, "histogram": _histograms, "exponential histogram": _exponentials}
_PARTS = (Numbers, Side)
_INTEGERS = ("start_time_unix_nano", "time_unix_nano", "count", "scale", "zero_count", "flags", "value")


@dataclass(frozen=True)
class PointRecipe:
    kind: str
    members: dict
    attributes: Any
    exemplars: list
    exemplars_in: Any
    is_duck: bool
    bad: dict

    def build(self, twin: bool) -> Any:
        own = {
            name: member.build(twin) if isinstance(member, _PARTS) else member for name, member in self.members.items()
        }
        own.update({name: count(own[name], twin) for name in _INTEGERS if name in own})
        own["attributes"] = self.attributes.build(POINT_BUDGET, twin)
        own["exemplars"] = self.exemplars_in([each.build(twin) for each in self.exemplars])
        own.update(self.bad)
        made = KINDS[self.kind][1](**own)
        return duck(made) if self.is_duck else made


def _points(kind: str, bad: Any) -> Any:
    members = st.fixed_dictionaries(_MEMBERS[kind])
    wraps = st.sampled_from([list, list, tuple, iter])
    return st.builds(
        PointRecipe, st.just(kind), members, attributes, st.lists(_exemplars, max_size=2), wraps, st.booleans(), bad
    )


_bad = st.sampled_from([-1, 2**64, 1.5, "1", b"\xff", object(), [1.5], 10**400, None])
_bad_exemplars = st.sampled_from(
    [
        None,
        5,
        [None],
        [exemplar("1", filtered_attributes={"e": ...})],
        [exemplar(filtered_attributes={"e": ...}), exemplar(2**63, filtered_attributes={"f": ...}), exemplar(None)],
        [exemplar(span_id=-1, filtered_attributes={"e": ...}, time_unix_nano=-1)],
        [exemplar(filtered_attributes=5)],
        [exemplar(time_unix_nano=-1, filtered_attributes={"e": ...})],
    ]
)
_bad_sides = st.sampled_from([None, Buckets(1.5, [1]), Buckets(None, [1, -1]), Buckets(2**31, 5), Buckets(0, object())])


def _faults(kind: str) -> Any:
    """Members with values of which most are bad, each or several at once."""
    special = {"exemplars": _bad_exemplars, "positive": _bad_sides, "negative": _bad_sides}
    names = [*_MEMBERS[kind], "exemplars", "attributes"]
    return st.fixed_dictionaries({}, optional={name: special.get(name, _bad) for name in names})


@dataclass(frozen=True)
class MetricRecipe:
    kind: str
    texts: tuple
    points: list
    points_in: Any
    temporality: Any
    is_monotonic: Any
    shape: str

    def build(self, twin: bool) -> Any:
        if self.shape == "unsupported":
            return metric(self.points, *self.texts)
        made = KINDS[self.kind][0]()
        own = {**vars(made), "data_points": self.points_in([point.build(twin) for point in self.points])}
        if "aggregation_temporality" in own:
            own["aggregation_temporality"] = count(self.temporality, twin)
        if "is_monotonic" in own:
            own["is_monotonic"] = self.is_monotonic
        cls = type(made) if self.shape != "subclass" else type("Own", (type(made),), {})
        whole = metric(cls(**own), *self.texts)
        return duck(whole) if self.shape == "duck" else whole


_temporalities = st.sampled_from(AggregationTemporality) | st.sampled_from(
    [0, 7, -1, 2**31 - 1, True, "AGGREGATION_TEMPORALITY_DELTA", Index(2)]
)
_monotonic = st.booleans() | st.sampled_from([0, 2, -1, Index(0), 2**63 - 1])
_shapes = st.sampled_from(["metric", "metric", "metric", "duck", "subclass", "unsupported"])


def _metrics(kind: str, points: Any, texts: Any, temporality: Any, monotonic: Any, shapes: Any = _shapes) -> Any:
    wraps = st.sampled_from([list, list, tuple, iter])
    return st.builds(
        MetricRecipe, st.just(kind), st.tuples(*[texts] * 3), points, wraps, temporality, monotonic, shapes
    )


def _with_bad_points(kind: str) -> Any:
    good, bad = _points(kind, st.just({})), _points(kind, _faults(kind))
    return st.tuples(st.lists(good, max_size=1), bad, st.lists(good, max_size=1)).map(
        lambda parts: [*parts[0], parts[1], *parts[2]]
    )


metric_recipes = st.sampled_from(sorted(KINDS)).flatmap(
    lambda kind: _metrics(kind, st.lists(_points(kind, st.just({})), max_size=3), _texts, _temporalities, _monotonic)
)
_odd_texts = st.one_of(_texts, _texts, odd_text, st.sampled_from([5, 0, 1.5, b"\xff", ["a"]]))
faulty_metric_recipes = st.sampled_from(sorted(KINDS)).flatmap(
    lambda kind: st.one_of(
        _metrics(kind, _with_bad_points(kind), _texts, _temporalities | _bad, _monotonic | _bad, st.just("metric")),
        _metrics(kind, _with_bad_points(kind), _odd_texts, _temporalities, _monotonic, st.just("duck")),
    )
)


@dataclass(frozen=True)
class Data:
    """Resources and scopes as recipes, and for each resource entry its scope entries with their metrics."""

    resources: list
    scopes: list
    entries: list

    def build(self, twin: bool = False) -> MetricsData:
        own_resources = [recipe.build(twin) for recipe in self.resources]
        own_scopes = [recipe.build(twin) for recipe in self.scopes]
        made = []
        for resource, scope_entries in self.entries:
            scoped = [
                in_scope(
                    *[each.build(twin) for each in recipes],
                    scope=_alone(own_scopes[at % len(own_scopes)], twin, DuckScope, "name", "version"),
                )
                for at, recipes in scope_entries
            ]
            own = own_resources[resource % len(own_resources)]
            made.append(in_resource(*scoped, resource=_alone(own, twin, DuckResource)))
        return MetricsData(made)


def _alone(given: Any, twin: bool, cls: type, *more: str) -> Any:
    """In the twin an object that is equal to no other, so that the reference writes every entry, as we do."""
    if not twin:
        return given
    return cls(**{name: getattr(given, name) for name in (*more, "schema_url", "attributes")})


_where = st.integers(0, 5)
_scopes = st.lists(scopes.filter(lambda recipe: recipe.cls is not None), min_size=1, max_size=3)
_resources = st.lists(resources, min_size=1, max_size=3)


def _data(recipes: Any) -> Any:
    scope_entries = st.lists(st.tuples(_where, st.lists(recipes, max_size=2)), max_size=2)
    return st.builds(Data, _resources, _scopes, st.lists(st.tuples(_where, scope_entries), max_size=3))


metrics_data = _data(metric_recipes)
faulty_metrics_data = st.builds(
    lambda data, bad, at: Data(data.resources, data.scopes, [*data.entries[:at], (0, [(0, bad)]), *data.entries[at:]]),
    metrics_data,
    st.tuples(faulty_metric_recipes),
    st.integers(0, 3),
)
