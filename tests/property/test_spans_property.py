"""Generated batches of spans: the reference's bytes, or an exception from both, and the same attributes dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanLimits
from opentelemetry.trace import SpanKind, set_span_in_context
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.spans import context, link, provider, span
from tests.property.parts import in_parts
from tests.property.spans import SPAN_BUDGET, bad_batches, batches
from tests.property.strategies import messages_of, text, values
from tests.reference import assert_same_outcome, compare, needs_reference, outcome, reference_spans


@pytest.mark.comparison
@in_parts
@needs_reference
@given(batches)
def test_a_batch_gives_the_reference_bytes_and_log_records(part, batch):
    ours = outcome(serialize_spans, batch.build())
    assert ours.error is None
    assert_same_outcome(ours, outcome(reference_spans, batch.build(twin=True)))


@pytest.mark.comparison
@in_parts
@needs_reference
@given(bad_batches)
def test_a_batch_with_a_bad_span_raises_after_the_same_log_records(part, batch):
    ours = outcome(serialize_spans, batch.build())
    reference = outcome(reference_spans, batch.build(twin=True))
    assert_same_outcome(ours, reference)
    assert type(ours.error) is EncodeError


@needs_reference
@given(values)
def test_a_value_is_kept_or_dropped_as_by_the_reference(value):
    twin = value if messages_of(value) <= SPAN_BUDGET else ...
    ours = outcome(serialize_spans, [span(attributes={"a": value, "b": 1})])
    assert_same_outcome(ours, outcome(reference_spans, [span(attributes={"a": twin, "b": 1})]))


def _attribute(span_, key, value):
    span_.set_attribute(key, value)


def _event(span_, key, value):
    span_.add_event(key, {"k": value}, timestamp=7)


def _link(span_, key, value):
    span_.add_link(context(3, 4), {key: value})


def _status(span_, key, value):
    span_.set_status(Status(StatusCode.ERROR, key))


def _rename(span_, key, value):
    span_.update_name(key)


def _exception(span_, key, value):
    span_.record_exception(ValueError(key), timestamp=7)


steps = st.tuples(st.sampled_from([_attribute, _attribute, _event, _link, _status, _rename, _exception]), text, values)
programs = st.lists(st.tuples(st.sampled_from(SpanKind), st.booleans(), st.lists(steps, max_size=6)), max_size=4)


@needs_reference
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@given(programs, st.integers(1, 4))
def test_live_and_ended_spans_of_a_tracer_give_the_reference_bytes(program, limit):
    limits = SpanLimits(max_attributes=limit, max_events=limit, max_links=limit, max_attribute_length=20)
    tracer = provider(span_limits=limits, resource=Resource({"a": 1}))[0].get_tracer("tests", "1")
    spans = []
    for kind, ends, own in program:
        parent = set_span_in_context(spans[-1]) if spans else None
        made = tracer.start_span("started", parent, kind, {"first": 1}, [link({"a": 1})], start_time=5)
        for step, key, value in own:
            step(made, key, value if messages_of(value) <= SPAN_BUDGET - 1 else "deep")
        if ends:
            made.end(9)
        spans.append(made)
    compare(spans)
    compare([made._readable_span() for made in spans])
