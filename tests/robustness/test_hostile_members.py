"""Members, batches and their elements that raise or change under way: an error with a path, or one element less."""

from __future__ import annotations

from typing import Any

import pytest
from opentelemetry.proto_native import EncodeError
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext

from tests import reference
from tests.cases import makers
from tests.objects.spans import CONTEXT, duck_span, event, link, span
from tests.robustness.hostile import SECRET, Fault, fail, raising, with_raising_property
from tests.robustness.places import SERIALIZE, in_both_modes, in_every_signal, log_record, usual

serialize = SERIALIZE["traces"]
SPAN_MEMBERS = (
    "name",
    "kind",
    "parent",
    "resource",
    "instrumentation_scope",
    "start_time",
    "end_time",
    "attributes",
    "events",
    "links",
    "status",
    "dropped_attributes",
    "dropped_events",
    "dropped_links",
)


def _raised(x: Any) -> EncodeError:
    with pytest.raises(EncodeError) as caught:
        serialize(x)
    assert SECRET not in str(caught.value)
    assert isinstance(caught.value.__cause__, Fault)
    return caught.value


@pytest.mark.parametrize("member", SPAN_MEMBERS)
def test_a_span_whose_member_raises_is_named_and_in_replace_mode_left_out_at_most(member):
    bad = with_raising_property(member, ReadableSpan)(name="n", context=CONTEXT, resource=makers.RESOURCE)
    batch = [span(name="first"), bad, span(name="last")]
    error = _raised(batch)
    assert (error.signal, error.index) == ("traces", 1)
    assert error.path == f"spans[1].{member}"
    text = reference.as_text(serialize(batch, errors="replace"))
    assert '"first"' in text
    assert '"last"' in text


@pytest.mark.parametrize(
    ("made", "path", "member"),
    [
        (lambda: span(events=[event(), _masked(Event, "name", event())]), "events[1].name", "events"),
        (lambda: span(events=[event(), _masked(Event, "timestamp", event())]), "events[1].timestamp", "events"),
        (lambda: span(events=[event(), _masked(Event, "attributes", event())]), "events[1].attributes", "events"),
        (lambda: span(links=[link(), _masked(Link, "context", link())]), "links[1].context", "links"),
        (lambda: span(links=[link(), _masked(Link, "attributes", link())]), "links[1].attributes", "links"),
    ],
    ids=["event name", "event time", "event attributes", "link context", "link attributes"],
)
def test_an_element_whose_member_raises_is_named_and_in_replace_mode_left_out_and_counted(made, path, member):
    assert _raised([made()]).path == f"spans[0].{path}"
    text = reference.as_text(serialize([made()], errors="replace"))
    assert text.count(f"{member} {{") == 1
    assert f"dropped_{member}_count: 1" in text


def _masked(base: type, member: str, like: Any) -> Any:
    made = with_raising_property(member, base).__new__(with_raising_property(member, base))
    made.__dict__.update(like.__dict__)
    return made


@pytest.mark.parametrize("member", ["attributes", "schema_url"])
@pytest.mark.parametrize("base", [Resource, InstrumentationScope])
def test_a_resource_or_scope_whose_member_raises_costs_that_part_alone_in_replace_mode(base, member):
    whole = makers.RESOURCE if base is Resource else makers.SCOPE
    bad = with_raising_property(member, base).__new__(with_raising_property(member, base))
    for name in ("_attributes", "_schema_url", "_name", "_version"):
        if hasattr(whole, name):
            setattr(bad, name, getattr(whole, name))
    fields = {"resource": bad} if base is Resource else {"instrumentation_scope": bad}
    batch = [span(name="kept", **fields)]
    place = "resource" if base is Resource else "instrumentation_scope"
    assert _raised(batch).path == f"spans[0].{place}.{member}"
    assert '"kept"' in reference.as_text(serialize(batch, errors="replace"))


@pytest.mark.parametrize("method", ["__hash__", "__eq__"])
@pytest.mark.parametrize("place", ["resource", "instrumentation_scope"])
def test_what_cannot_be_compared_is_a_group_of_its_own_in_replace_mode(place, method):
    bad = raising(method, base=Resource if place == "resource" else InstrumentationScope)
    if method == "__eq__":
        type(bad).__hash__ = lambda self: hash(others[0])
    for name, value in (("_attributes", {"bad": 1}), ("_schema_url", ""), ("_name", "s"), ("_version", "")):
        setattr(bad, name, value)
    make = {
        "resource": lambda number: Resource({"n": number}),
        "instrumentation_scope": lambda number: InstrumentationScope("s", "", None, {"n": number}),
    }[place]
    others = [make(number) for number in (1, 1, 2)]
    batch = [span(name=f"kept {n}", **{place: value}) for n, value in enumerate([others[0], bad, *others])]
    error = _raised(batch)
    assert (error.index, error.path) == (1, f"spans[1].{place}")
    text = reference.as_text(serialize(batch, errors="replace"))
    assert text.count('"kept ') == 5
    assert text.count("resource {") == (3 if place == "resource" else 1)
    assert text.count("scope {") == 3


def test_the_record_that_brought_a_resource_without_hash_is_the_one_that_is_named():
    bad = raising("__hash__", base=Resource)
    bad._attributes, bad._schema_url = {}, ""
    error = _raised([span(resource=bad), span(resource=bad), span(resource=makers.RESOURCE)])
    assert (error.index, error.path) == (0, "spans[0].resource")


@in_both_modes
def test_ids_times_and_counts_may_be_as_hostile_as_they_like(errors):
    bad = raising("__index__", "__int__", "__float__", "__str__", "__bool__", "__len__", "__getattr__", "__eq__")
    for fields in (
        {"context": tuple.__new__(SpanContext, (bad, bad, bad, bad, bad, True))},
        {"start_time": bad, "end_time": bad},
        {"dropped_attributes": bad, "dropped_events": bad, "dropped_links": bad},
        {"kind": bad},
        {"status": bad},
        {"parent": bad},
        {"name": bad},
        {"events": bad},
        {"links": [bad]},
        {"resource": bad},
        {"instrumentation_scope": bad},
        {"get_span_context": fail},
    ):
        ours = reference.outcome(lambda x: serialize(x, errors=errors), [duck_span(name="kept"), duck_span(**fields)])
        if errors == "strict":
            assert isinstance(ours.error, EncodeError)
            assert ours.error.index == 1
            assert SECRET not in str(ours.error)
        else:
            assert '"kept"' in reference.as_text(ours.data)


@in_both_modes
@pytest.mark.parametrize("signal", ["traces", "logs"])
def test_a_generator_that_raises_half_way_raises_with_the_index_that_it_reached(signal, errors):
    def half() -> Any:
        yield from usual(signal, 3)
        raise Fault

    with pytest.raises(EncodeError) as caught:
        SERIALIZE[signal](half(), errors=errors)
    assert caught.value.index == 3
    assert isinstance(caught.value.__cause__, Fault)


@in_both_modes
@in_every_signal
def test_what_is_no_batch_at_all_raises_in_both_modes(signal, errors):
    for nothing in (None, 5, object(), raising("__iter__")):
        with pytest.raises(EncodeError):
            SERIALIZE[signal](nothing, errors=errors)


@in_both_modes
@pytest.mark.parametrize("act", ["clear", "pop", "grow"])
@pytest.mark.parametrize("where", ["first", "middle"])
def test_a_record_may_change_the_batch_that_is_being_read(act, where, errors):
    class Changing(ReadableSpan):
        @property
        def name(self) -> str:
            if act == "grow":
                batch.append(self)
            elif batch:
                batch.clear() if act == "clear" else batch.pop()
            return "changing"

    changing = Changing(context=CONTEXT, name="n", resource=makers.RESOURCE)
    usual_spans = [span(name=f"s{number}") for number in range(20)]
    batch = [changing, *usual_spans] if where == "first" else [*usual_spans[:10], changing, *usual_spans[10:]]
    length = len(batch)
    text = reference.as_text(serialize(batch, errors=errors))
    assert text.count('"changing"') == 1
    assert text.count("spans {") - text.count("resource_spans {") - text.count("scope_spans {") <= length


@in_both_modes
def test_events_that_change_their_list_while_one_is_read_are_those_that_were_there(errors):
    class Changing(Event):
        @property
        def name(self) -> str:
            made._events.clear()
            return "changing"

    made = span(events=[Changing("n"), event("second"), event("third")])
    text = reference.as_text(serialize([made], errors=errors))
    assert all(f'"{name}"' in text for name in ("changing", "second", "third"))


def test_log_records_whose_members_raise_are_named_and_left_out_in_replace_mode():
    for member in ("body", "attributes", "severity_text", "timestamp", "trace_id", "event_name"):
        bad = log_record()
        record_class = with_raising_property(member, type(bad.log_record))
        record = record_class.__new__(record_class)
        state = {name: value for name, value in vars(bad.log_record).items() if name != member}
        record.__dict__.update(state)
        object.__setattr__(bad, "log_record", record)
        batch = [log_record(body="kept"), bad]
        with pytest.raises(EncodeError) as caught:
            SERIALIZE["logs"](batch)
        assert (caught.value.index, caught.value.path) == (1, f"logs[1].{member}")
        assert '"kept"' in reference.as_text(SERIALIZE["logs"](batch, errors="replace"), "logs")
