"""EncodeError for spans: which record, which member, why, and nothing of the value."""

from __future__ import annotations

import copy
import pickle
import traceback

import pytest
from opentelemetry.proto_native import EncodeError, serialize_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link

from tests.objects.resources import DuckResource, DuckScope, UnhashableResource
from tests.objects.spans import context, duck, duck_span, event, link, span, status

SECRET = "hunter2"
ODD = SECRET + "\ud800"
NUMBER = -1234567890123
BIG = 10**60 + 1234567890123

# A bad span, and the path to what is bad in it.
FAULTS = {
    "name": (lambda: span(name=ODD), "name"),
    "name of another type": (lambda: span(name=[SECRET]), "name"),
    "name as bytes": (lambda: span(name=SECRET.encode() + b"\xff"), "name"),
    "kind": (lambda: span(kind=SECRET), "kind"),
    "start time": (lambda: span(start_time=NUMBER), "start_time"),
    "start time of another type": (lambda: span(start_time=SECRET), "start_time"),
    "end time": (lambda: span(end_time=BIG), "end_time"),
    "dropped attributes": (lambda: duck_span(dropped_attributes=BIG), "dropped_attributes"),
    "dropped events": (lambda: duck_span(dropped_events=SECRET), "dropped_events"),
    "dropped links": (lambda: duck_span(dropped_links=NUMBER), "dropped_links"),
    "attributes": (lambda: duck_span(attributes=SECRET), "attributes"),
    "events": (lambda: duck_span(events=BIG), "events"),
    "links": (lambda: duck_span(links=BIG), "links"),
    "event name": (lambda: span(events=[event(), event(), event(ODD)]), "events[2].name"),
    "event time": (lambda: span(events=[event(timestamp=NUMBER)]), "events[0].timestamp"),
    "event attributes": (lambda: span(events=[event("e", [SECRET])]), "events[0].attributes"),
    "event dropped count": (
        lambda: span(events=[duck(name="e", timestamp=1, attributes={}, dropped_attributes=SECRET)]),
        "events[0].dropped_attributes",
    ),
    "link attributes": (lambda: span(links=[link(), link([SECRET])]), "links[1].attributes"),
    "link dropped count": (
        lambda: span(links=[duck(context=context(), attributes={}, dropped_attributes=NUMBER)]),
        "links[0].dropped_attributes",
    ),
    "status description": (lambda: span(status=status(description=ODD)), "status.description"),
    "status code": (lambda: span(status=status(duck(value=SECRET))), "status.status_code.value"),
    "status code with a lone surrogate": (lambda: span(status=status(duck(value=ODD))), "status.status_code.value"),
    "status without code": (lambda: span(status=status(SECRET)), "status.status_code.value"),
    "resource schema URL": (lambda: span(resource=DuckResource({}, ODD)), "resource.schema_url"),
    "resource attributes": (lambda: span(resource=DuckResource([SECRET])), "resource.attributes"),
    "scope name": (lambda: span(instrumentation_scope=DuckScope(ODD)), "instrumentation_scope.name"),
    "scope version": (lambda: span(instrumentation_scope=DuckScope(version=[SECRET])), "instrumentation_scope.version"),
    "scope schema URL": (
        lambda: span(instrumentation_scope=DuckScope(schema_url=ODD)),
        "instrumentation_scope.schema_url",
    ),
}
# Members of a context, of which the path names the place in any way: the path ends in their name.
CONTEXT_FAULTS = {
    "trace id": (lambda: span(context=context(BIG)), "trace_id"),
    "span id": (lambda: span(context=context(span_id=NUMBER)), "span_id"),
    "span id of another type": (lambda: span(context=context(span_id=SECRET)), "span_id"),
    "trace state": (lambda: span(context=context(trace_state={"k": ODD})), "trace_state"),
    "parent": (lambda: span(parent=context(9, BIG)), "span_id"),
    "link's trace id": (lambda: span(links=[link(trace_id=SECRET)]), "trace_id"),
    "link's span id": (lambda: span(links=[link(span_id=BIG)]), "span_id"),
}
ALL_FAULTS = {**FAULTS, **CONTEXT_FAULTS}


def _raised(spans):
    with pytest.raises(EncodeError) as caught:
        serialize_spans(spans)
    return caught.value


@pytest.mark.parametrize("position", [0, 3])
@pytest.mark.parametrize(("make", "path"), FAULTS.values(), ids=FAULTS)
def test_the_path_leads_to_the_bad_member(make, path, position):
    error = _raised([*[span()] * position, make(), span()])
    assert (error.signal, error.index, error.path) == ("traces", position, f"spans[{position}].{path}")


@pytest.mark.parametrize("member", ["events", "links"])
def test_the_path_to_an_element_of_another_type_leads_to_that_element(member):
    error = _raised([span(), duck_span(**{member: [SECRET]})])
    assert error.path.startswith(f"spans[1].{member}[0].")


@pytest.mark.parametrize(("make", "end"), CONTEXT_FAULTS.values(), ids=CONTEXT_FAULTS)
def test_the_path_to_a_member_of_a_context_ends_in_its_name(make, end):
    error = _raised([span(), make()])
    assert (error.signal, error.index) == ("traces", 1)
    assert error.path.startswith("spans[1].")
    assert error.path.endswith(f".{end}")


def test_a_member_of_a_linked_context_or_of_the_parent_is_told_from_the_span_s_own():
    paths = [_raised([span(**fields)]).path for fields in ({"links": [link(span_id=-1)]}, {"parent": context(9, -1)})]
    own = _raised([span(context=context(span_id=-1))]).path
    assert paths[0].startswith("spans[0].links[0].")
    assert paths[1].startswith("spans[0].parent.")
    assert own not in paths


@pytest.mark.parametrize(("make", "path"), ALL_FAULTS.values(), ids=ALL_FAULTS)
def test_the_message_is_path_and_reason_without_the_value(make, path):
    error = _raised([make()])
    head, _, reason = str(error).partition(": ")
    assert head == error.path
    assert reason
    shown = (
        "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(error) + repr(vars(error))
    )
    for secret in (SECRET, str(NUMBER), str(-NUMBER), str(BIG)):
        assert secret not in shown


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: span(name=5), ["expected", "int"]),
        (lambda: span(start_time=1.5), ["expected", "float"]),
        (lambda: span(start_time=Resource({})), ["expected", "Resource"]),
        (lambda: span(kind=5.5), ["expected", "float"]),
    ],
    ids=["name", "start time", "a class of the SDK", "kind"],
)
def test_the_reason_says_what_is_due_and_which_type_was_found(make, words):
    reason = str(_raised([make()])).partition(": ")[2]
    for word in words:
        assert word in reason


def test_the_record_that_brought_a_bad_resource_or_scope_is_named():
    bad_resource, bad_scope = DuckResource({}, 5), DuckScope(5)
    good = span(resource=Resource({"a": 1}), instrumentation_scope=InstrumentationScope("s"))
    for fields in ({"resource": bad_resource}, {"instrumentation_scope": bad_scope}):
        error = _raised([good, good, span(**fields), good, span(**fields)])
        assert error.index == 2
        assert error.path.startswith("spans[2].")


def test_the_record_that_brought_an_unhashable_resource_is_named():
    error = _raised([span(), span(), span(resource=UnhashableResource({}))])
    assert (error.index, error.path) == (2, "spans[2].resource")


class Odd(LookupError):
    """Raised by an object of the user's."""


def _broken(member, cause):
    def get(self):
        raise cause

    made = type("Broken", (), {member: property(get)})()
    vars(made).update({name: value for name, value in vars(duck_span()).items() if name != member})
    return made


@pytest.mark.parametrize("member", vars(duck_span()))
def test_an_exception_of_the_user_s_object_is_the_cause(member):
    cause = Odd(SECRET)
    error = _raised([span(), _broken(member, cause)])
    assert error.__cause__ is cause
    assert error.index == 1
    assert error.path == f"spans[1].{member}"
    assert "Odd" in str(error)
    assert SECRET not in str(error)


def test_what_is_no_batch_has_no_index():
    for batch in (None, 5, object()):
        error = _raised(batch)
        assert (error.signal, error.index) == ("traces", None)


def test_an_exception_while_the_batch_is_iterated_is_the_cause():
    cause = Odd("stop")

    def batch():
        yield span()
        raise cause

    error = _raised(batch())
    assert error.__cause__ is cause


@pytest.mark.parametrize("passing", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_that_is_not_about_the_data_passes_through(passing):
    for member in vars(duck_span()):
        with pytest.raises(passing):
            serialize_spans([_broken(member, passing())])


def test_an_error_survives_pickling_and_copying():
    error = _raised([span(links=[Link(context()), link([5])])])
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is EncodeError
        assert (twin.signal, twin.index, twin.path, str(twin)) == (
            "traces",
            0,
            "spans[0].links[1].attributes",
            str(error),
        )


def test_an_error_is_a_value_error():
    with pytest.raises(ValueError, match=r"^spans\[0\]\.name: "):
        serialize_spans([span(name=5)])


def test_the_next_call_is_not_affected_by_a_failed_one():
    good = [span(name="kept", attributes={"a": 1})]
    before = serialize_spans(good)
    _raised([*good, span(name=5)])
    assert serialize_spans(good) == before
