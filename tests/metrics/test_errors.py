"""EncodeError for metrics: which metric, which point, which member, why, and nothing of the value."""

from __future__ import annotations

import pickle
import traceback

import pytest
from opentelemetry.proto_native import EncodeError, serialize_metrics
from opentelemetry.sdk.metrics.export import Buckets, Gauge, MetricsData

from tests.objects.metrics import (
    duck,
    exemplar,
    exponential,
    exponential_point,
    gauge,
    histogram,
    histogram_point,
    in_resource,
    in_scope,
    metric,
    metrics,
    number,
    sum_of,
)
from tests.objects.resources import DuckResource, DuckScope

SECRET = "hunter2"
ODD = SECRET + "\ud800"
NEGATIVE = -1234567890123
BIG = 10**60 + 1234567890123

# The data of a metric, and the path from the metric to what is bad in it.
FAULTS = {
    "value": (gauge(number(), number(BIG)), "data_points[1].value"),
    "value of another type": (sum_of(number(SECRET)), "data_points[0].value"),
    "time": (gauge(number(time_unix_nano=NEGATIVE)), "data_points[0].time_unix_nano"),
    "start time": (sum_of(number(start_time_unix_nano=SECRET)), "data_points[0].start_time_unix_nano"),
    "attributes": (gauge(number(attributes=SECRET)), "data_points[0].attributes"),
    "exemplars": (gauge(number(exemplars=BIG)), "data_points[0].exemplars"),
    "exemplar": (gauge(number(exemplars=[exemplar(), SECRET])), "data_points[0].exemplars[1].span_id"),
    "exemplar value": (
        histogram(histogram_point(exemplars=[exemplar(SECRET)])),
        "data_points[0].exemplars[0].value",
    ),
    "exemplar id": (sum_of(number(exemplars=[exemplar(span_id=BIG)])), "data_points[0].exemplars[0].span_id"),
    "filtered attributes": (
        gauge(number(exemplars=[exemplar(filtered_attributes=[SECRET])])),
        "data_points[0].exemplars[0].filtered_attributes",
    ),
    "count": (histogram(histogram_point(), histogram_point(count=NEGATIVE)), "data_points[1].count"),
    "sum": (histogram(histogram_point(sum=SECRET)), "data_points[0].sum"),
    "min": (histogram(histogram_point(min=SECRET)), "data_points[0].min"),
    "bucket counts": (histogram(histogram_point(bucket_counts=NEGATIVE)), "data_points[0].bucket_counts"),
    "a bucket count": (histogram(histogram_point(bucket_counts=[1, NEGATIVE])), "data_points[0].bucket_counts[1]"),
    "a bound": (histogram(histogram_point(explicit_bounds=(1.0, SECRET))), "data_points[0].explicit_bounds[1]"),
    "scale": (exponential(exponential_point(scale=BIG)), "data_points[0].scale"),
    "flags": (exponential(exponential_point(flags=NEGATIVE)), "data_points[0].flags"),
    "side": (exponential(exponential_point(positive=SECRET)), "data_points[0].positive.bucket_counts"),
    "offset": (exponential(exponential_point(negative=Buckets(BIG, [1]))), "data_points[0].negative.offset"),
    "a side's count": (
        exponential(exponential_point(positive=Buckets(0, [SECRET]))),
        "data_points[0].positive.bucket_counts[0]",
    ),
    "temporality with a lone surrogate": (sum_of(number(), temporality=ODD), "aggregation_temporality"),
    "temporality": (sum_of(number(), temporality=SECRET), "aggregation_temporality"),
    "monotonic": (sum_of(number(), is_monotonic=SECRET), "is_monotonic"),
    "points": (Gauge(BIG), "data_points"),
}
EVERY_FAULT = pytest.mark.parametrize(("data", "path"), FAULTS.values(), ids=FAULTS)


def _raised(data):
    with pytest.raises(EncodeError) as caught:
        serialize_metrics(data)
    return caught.value


@EVERY_FAULT
@pytest.mark.parametrize("position", [0, 3])
def test_the_path_names_the_metric_and_leads_to_the_bad_member(data, path, position):
    bad = metric(data, name="http.server.duration")
    error = _raised(metrics(*[gauge(number())] * position, bad, gauge(number())))
    assert (error.signal, error.index) == ("metrics", position)
    assert error.path == f'metrics["http.server.duration"].{path}'


@EVERY_FAULT
def test_the_message_is_path_and_reason_without_the_value(data, path):
    error = _raised(metrics(data))
    head, _, reason = str(error).partition(": ")
    assert head == error.path == f'metrics["m"].{path}'
    assert reason
    shown = "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(vars(error))
    for secret in (SECRET, str(NEGATIVE), str(-NEGATIVE), str(BIG)):
        assert secret not in shown


def test_the_index_counts_the_metrics_of_the_whole_call():
    good, bad = metric(gauge(number())), metric(gauge(number(SECRET)), name="bad")
    entries = [
        in_resource(in_scope(good, good), in_scope()),
        in_resource(in_scope(), in_scope(good, bad)),
    ]
    error = _raised(MetricsData(entries))
    assert (error.index, error.path) == (3, 'metrics["bad"].data_points[0].value')


@pytest.mark.parametrize("name", [None, 5, b"raw", ODD, [SECRET]], ids=lambda name: type(name).__name__)
def test_a_metric_whose_name_is_no_text_is_named_by_its_index(name):
    bad = metric(gauge(number(SECRET)), name=name)
    error = _raised(metrics(gauge(number()), bad))
    assert error.path.startswith("metrics[1].")
    assert error.index == 1


@pytest.mark.parametrize(
    ("name", "key"), [("", '""'), ('a"b', '"a\\"b"'), ("caf\u00e9", '"caf\u00e9"'), ("a\nb", '"a\\nb"')]
)
def test_the_name_is_quoted(name, key):
    assert _raised(metrics(metric(gauge(number(SECRET)), name=name))).path == f"metrics[{key}].data_points[0].value"


@pytest.mark.parametrize("member", ["name", "description", "unit"])
def test_a_bad_text_of_a_metric_is_in_its_path(member):
    key = "0" if member == "name" else '"m"'
    assert _raised(metrics(metric(gauge(number()), **{member: ODD}))).path == f"metrics[{key}].{member}"


WRAPPER_FAULTS = {
    "scope None": (lambda: metrics(gauge(number()), scope=None), "scope_metrics[0].scope"),
    "scope name": (lambda: metrics(scope=DuckScope(ODD)), "scope_metrics[0].scope.name"),
    "scope schema URL": (lambda: metrics(scope=DuckScope(schema_url=[SECRET])), "scope_metrics[0].scope.schema_url"),
    "scope attributes": (lambda: metrics(scope=DuckScope(attributes=SECRET)), "scope_metrics[0].scope.attributes"),
    "resource None": (lambda: metrics(resource=None), "resource.attributes"),
    "resource schema URL": (lambda: metrics(resource=DuckResource({}, ODD)), "resource.schema_url"),
    "scopes": (lambda: MetricsData([duck(in_resource(), scope_metrics=BIG)]), "scope_metrics"),
    "metrics": (
        lambda: MetricsData([in_resource(duck(in_scope(), metrics=BIG))]),
        "scope_metrics[0].metrics",
    ),
}


@pytest.mark.parametrize(("make", "path"), WRAPPER_FAULTS.values(), ids=WRAPPER_FAULTS)
def test_what_is_bad_outside_the_metrics_has_the_path_of_its_entry_and_no_index(make, path):
    good = metrics(gauge(number())).resource_metrics
    error = _raised(MetricsData([*good, *make().resource_metrics]))
    assert (error.index, error.path) == (None, f"resource_metrics[1].{path}")
    assert SECRET not in str(error)


def test_a_scope_is_found_by_its_place_among_the_scopes_of_its_resource():
    entry = in_resource(in_scope(), in_scope(), in_scope(scope=DuckScope(ODD)))
    assert _raised(MetricsData([entry])).path == "resource_metrics[0].scope_metrics[2].scope.name"


def test_an_exception_of_the_user_s_object_is_the_cause():
    class Odd(LookupError):
        pass

    class Point:
        attributes, exemplars, time_unix_nano = {}, (), 2

        @property
        def value(self):
            raise cause

    cause = Odd(SECRET)
    error = _raised(metrics(gauge(number(), Point())))
    assert error.__cause__ is cause
    assert "Odd" in str(error)
    assert SECRET not in str(error)


@pytest.mark.parametrize("passing", [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError])
@pytest.mark.parametrize("errors", ["strict", "replace"])
def test_exceptions_that_are_not_ours_pass_through(passing, errors):
    class Broken:
        def __float__(self):
            raise passing

    for data in (
        gauge(number(Broken())),
        histogram(histogram_point(sum=Broken())),
        histogram(histogram_point(explicit_bounds=[Broken()])),
        gauge(number(exemplars=[exemplar(Broken())])),
    ):
        with pytest.raises(passing):
            serialize_metrics(metrics(data), errors=errors)


def test_an_error_can_be_pickled():
    error = _raised(metrics(gauge(number(SECRET))))
    again = pickle.loads(pickle.dumps(error))
    assert (again.signal, again.index, again.path, str(again)) == (error.signal, error.index, error.path, str(error))
