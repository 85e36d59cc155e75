"""Generated metrics: the reference's bytes, or an exception from both, and the same attributes dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto_native import serialize_metrics
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation, View
from opentelemetry.sdk.resources import Resource

from tests.objects.metrics import recorded
from tests.property.metrics import faulty_metrics_data, metrics_data
from tests.property.parts import in_parts
from tests.property.strategies import text
from tests.reference import (
    assert_same_outcome,
    compare,
    needs_reference,
    needs_scope_attributes,
    outcome,
    reference_metrics,
)


@pytest.mark.comparison
@in_parts
@needs_reference
@given(metrics_data)
def test_metrics_give_the_reference_bytes_and_log_records(part, data):
    ours = outcome(serialize_metrics, data.build())
    assert ours.error is None
    reference = outcome(reference_metrics, data.build(twin=True))
    assert_same_outcome(ours, reference, "metrics")
    assert [record.msg for record in ours.records] == [record.msg for record in reference.records]


@pytest.mark.comparison
@in_parts
@needs_reference
@given(faulty_metrics_data)
def test_faulty_metrics_raise_where_the_reference_does_after_the_same_log_records(part, data):
    ours = outcome(serialize_metrics, data.build())
    assert_same_outcome(ours, outcome(reference_metrics, data.build(twin=True)), "metrics")


@given(metrics_data)
def test_the_bytes_are_the_same_each_time(data):
    first, second = (outcome(serialize_metrics, data.build()) for _ in range(2))
    assert (first.data, first.dropped_keys) == (second.data, second.dropped_keys)


@given(metrics_data | faulty_metrics_data)
def test_replace_mode_never_raises_and_changes_nothing_that_is_good(data):
    strict = outcome(serialize_metrics, data.build())
    made = outcome(lambda own: serialize_metrics(own, errors="replace"), data.build())
    assert made.error is None
    if strict.error is None and not strict.dropped_keys:
        assert made.data == strict.data


_amounts = st.one_of(st.integers(0, 2**62), st.floats(0, 1e300), st.integers(0, 300))
_own_values = st.one_of(st.booleans(), text, st.lists(text, max_size=2).map(tuple))
_own_attributes = st.dictionaries(st.sampled_from("abc"), _own_values, max_size=2)
_instruments = st.sampled_from(["counter", "up_down_counter", "gauge", "histogram", "exponential"])
_measurements = st.lists(st.tuples(_instruments, _amounts, _own_attributes), max_size=12)


@needs_scope_attributes
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(_measurements)
def test_what_a_reader_collects_gives_the_reference_bytes(measurements):
    def make(meter):
        makers = {
            "counter": meter.create_counter("counter").add,
            "up_down_counter": meter.create_up_down_counter("up.down").add,
            "gauge": meter.create_gauge("gauge").set,
            "histogram": meter.create_histogram("histogram", "ms").record,
            "exponential": meter.create_histogram("exponential", description="e").record,
        }
        for instrument, amount, own in measurements:
            makers[instrument](amount, own)

    views = [View(instrument_name="exponential", aggregation=ExponentialBucketHistogramAggregation())]
    data = recorded(make, resource=Resource({"service.name": "t"}, "https://example.com/r"), views=views)
    if data is not None:
        compare(data, "metrics")
