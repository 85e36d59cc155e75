"""serialize_spans, the front page: every SDK field, every vector, every reported case."""

from __future__ import annotations

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanLimits
from opentelemetry.sdk.util import BoundedList
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanKind, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.cases import CASES, cases_of
from tests.objects.spans import T0, T1, context, event, link, provider, recorded, span
from tests.reference import (
    NONE_SINCE,
    REFERENCE,
    SCOPE_ATTRIBUTES_SINCE,
    assert_same_bytes,
    assert_same_outcome,
    needs_reference,
    needs_scope_attributes,
    outcome,
    reference_spans,
)
from tests.traces.vectors import VECTORS


def _full(cls, *items):
    """A bounded list or mapping of capacity 1 that has dropped all but the last item."""
    if cls is BoundedAttributes:
        return BoundedAttributes(1, dict(items), immutable=False)
    return BoundedList.from_seq(1, items)


FIELDS = {
    "name": {"name": "GET /users"},
    "context": {"context": context(2**128 - 1, 2**64 - 1)},
    "context.trace_state": {"context": context(trace_state=TraceState([("k", "v"), ("w", "x=y")]))},
    "parent": {"parent": context(9, 8)},
    "parent.is_remote": {"parent": context(9, 8, is_remote=True)},
    "kind": {"kind": SpanKind.CONSUMER},
    "start_time": {"start_time": T0},
    "end_time": {"end_time": T1},
    "attributes": {
        "attributes": {"text": "a", "int": 1, "float": 0.5, "bool": True, "list": ["b", "c"], "raw": b"\x00"}
    },
    "dropped_attributes": {"attributes": _full(BoundedAttributes, ("a", 1), ("b", 2))},
    "events": {"events": [event("one", {"a": 1}, T0), event("two", None, T1)]},
    "events.dropped_attributes": {"events": [event("e", _full(BoundedAttributes, ("a", 1), ("b", 2)))]},
    "dropped_events": {"events": _full(BoundedList, event("one"), event("two"))},
    "links": {"links": [link({"a": 1}), link(None, is_remote=True)]},
    "links.dropped_attributes": {"links": [link(_full(BoundedAttributes, ("a", 1), ("b", 2)))]},
    "dropped_links": {"links": _full(BoundedList, link(), link({"a": 1}))},
    "status": {"status": Status(StatusCode.OK)},
    "status.description": {"status": Status(StatusCode.ERROR, "timed out")},
    "resource": {"resource": Resource({"service.name": "shop", "ports": [80, 443]}, "https://example.com/r")},
    "instrumentation_scope": {"instrumentation_scope": InstrumentationScope("lib", "1.2")},
}
TOGETHER = {
    **{name: value for fields in FIELDS.values() for name, value in fields.items()},
    "instrumentation_scope": InstrumentationScope("lib", "1.2", "https://example.com/s", {"a": 1}),
}

# Where conformance.md section 15 keeps data that the reference loses: the same case without its fault.
KEPT = {
    "depth-band-list": lambda spans: [spans[0], span_like(spans[1], attributes={})],
    "bool-time": lambda spans: [span_like(spans[0], start_time=1)],
}
# Cases in which an older reference writes other bytes (section 13).
NEEDS = {
    "none-span-attribute": NONE_SINCE,
    "deep-copied-spans": NONE_SINCE,
    "scope-true-is-one": NONE_SINCE,
    "sdk-pipeline-spans": SCOPE_ATTRIBUTES_SINCE,
}


def span_like(other, **fields):
    """`other` once more with some members replaced."""
    names = ("name", "context", "resource", "instrumentation_scope", "start_time", "end_time", "attributes")
    return span(**{**{name: getattr(other, name) for name in names}, **fields})


@needs_reference
@pytest.mark.parametrize("fields", FIELDS.values(), ids=FIELDS)
def test_each_field_alone_gives_the_reference_bytes(fields):
    spans = [span(**fields)]
    assert_same_bytes(serialize_spans(spans), reference_spans(spans))
    assert serialize_spans(spans) != serialize_spans([span()])


@needs_scope_attributes
def test_all_fields_together_give_the_reference_bytes():
    spans = [span(**TOGETHER)]
    assert_same_bytes(serialize_spans(spans), reference_spans(spans))


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_every_vector_gives_its_bytes(vector):
    made = outcome(serialize_spans, vector.make())
    assert made.error is None
    assert_same_bytes(made.data, bytes.fromhex(vector.hex))
    assert made.dropped_keys == (["bad"] if "bad attribute" in vector.title else [])


def test_the_front_page_holds_every_traces_case():
    chosen = [*cases_of("traces", "identical", "better"), *cases_of("traces", "raises")]
    assert len(chosen) == len([item for item in CASES if item.signal == "traces"]) == 53


@needs_reference
@pytest.mark.parametrize("case", cases_of("traces", "identical", "better"))
def test_a_reported_case_that_the_reference_encodes_gives_the_same_bytes(case):
    if NEEDS.get(case.id, ()) > REFERENCE:
        pytest.skip(f"the reference changed its bytes for this case in {NEEDS[case.id]}, found {REFERENCE}")
    argument = case.make()
    reference = outcome(reference_spans, case.make() if case.one_shot else argument)
    assert reference.error is None
    ours = outcome(serialize_spans, argument)
    assert_same_outcome(ours, reference)


@pytest.mark.parametrize("case", [item for item in cases_of("traces", "raises") if item.id not in KEPT])
def test_a_reported_case_that_the_reference_refuses_raises_encode_error(case):
    with pytest.raises(EncodeError) as caught:
        serialize_spans(case.make())
    assert caught.value.signal == "traces"


@pytest.mark.parametrize("case", [item for item in cases_of("traces", "raises") if item.id in KEPT])
def test_a_reported_case_whose_data_we_keep_costs_no_more_than_the_bad_value(case):
    argument = case.make()
    assert_same_bytes(serialize_spans(argument), serialize_spans(KEPT[case.id](argument)))


@needs_reference
def test_finished_spans_of_a_tracer_give_the_reference_bytes():
    def make(tracer):
        with tracer.start_as_current_span("outer", kind=SpanKind.SERVER, attributes={"a": 1, "b": [1, 2]}) as outer:
            with tracer.start_as_current_span("inner", links=[link({"x": "y"})]) as inner:
                inner.record_exception(ValueError("caf\u00e9"), {"n": 1})
                inner.set_status(Status(StatusCode.ERROR, "failed"))
            for step in range(3):
                outer.add_event("step", {"i": step})
                outer.set_attribute(f"key{step}", step)

    spans = recorded(make, span_limits=SpanLimits(max_attributes=3, max_events=2))
    assert [item.name for item in spans] == ["inner", "outer"]
    assert_same_bytes(serialize_spans(spans), reference_spans(spans))


@needs_reference
def test_live_spans_give_the_reference_bytes():
    tracer = provider()[0].get_tracer("tests")
    live = tracer.start_span("live", start_time=T0, attributes={"a": 1})
    live.add_event("e", {"b": 2}, timestamp=T0)
    assert_same_bytes(serialize_spans([live]), reference_spans([live]))
