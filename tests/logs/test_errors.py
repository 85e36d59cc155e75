"""EncodeError for logs: which record, which member, how deep in a body, why, and nothing of the value."""

from __future__ import annotations

import traceback

import pytest
from opentelemetry.proto_native import EncodeError, serialize_logs

from tests.objects.logs import OUTSIDE, RECORD, duck_log, duck_log_data, log
from tests.objects.resources import DuckResource, DuckScope, UnhashableResource
from tests.objects.spans import duck
from tests.reference import sdk_since

SECRET = "hunter2"
ODD = SECRET + "\ud800"
NUMBER = -1234567890123
BIG = 10**60 + 1234567890123

# A bad record, and the path to what is bad in it.
FAULTS = {
    "timestamp": (lambda: log(timestamp=NUMBER), "timestamp"),
    "timestamp of another type": (lambda: log(timestamp=SECRET), "timestamp"),
    "observed timestamp": (lambda: log(observed_timestamp=BIG), "observed_timestamp"),
    "trace id": (lambda: log(trace_id=BIG), "trace_id"),
    "trace id of another type": (lambda: log(trace_id=SECRET), "trace_id"),
    "span id": (lambda: log(span_id=NUMBER), "span_id"),
    "flags": (lambda: log(trace_flags=BIG), "trace_flags"),
    "flags as text": (lambda: log(trace_flags=SECRET), "trace_flags"),
    "flags as bytes": (lambda: log(trace_flags=SECRET.encode()), "trace_flags"),
    "severity text": (lambda: log(severity_text=ODD), "severity_text"),
    "severity number": (lambda: log(severity_number=duck(value=SECRET)), "severity_number"),
    "severity number with a lone surrogate": (lambda: log(severity_number=duck(value=ODD)), "severity_number"),
    "severity number out of range": (lambda: log(severity_number=duck(value=BIG)), "severity_number"),
    "event name": (lambda: log(event_name=[SECRET]), "event_name"),
    "attributes": (lambda: duck_log(attributes=SECRET), "attributes"),
    "dropped count": (lambda: duck_log(dropped_attributes=SECRET), "dropped_attributes"),
    "body": (lambda: log(body=BIG), "body"),
    "body as odd text": (lambda: log(body=ODD), "body"),
    "body of no kind": (lambda: log(body=duck(secret=SECRET)), "body"),
    "item of a body": (lambda: log(body=[1, [2, ODD]]), "body[1][1]"),
    "value in a body": (lambda: log(body={"a": {"b": BIG}}), 'body["a"]["b"]'),
    "both in a body": (lambda: log(body={"k": [0, 1, {SECRET}]}), 'body["k"][2]'),
    "key that is no text in a body": (lambda: log(body=({1: {None: {SECRET}}},)), 'body[0]["1"]["None"]'),
    "resource schema URL": (lambda: log(resource=DuckResource({}, ODD)), "resource.schema_url"),
    "resource attributes": (lambda: log(resource=DuckResource([SECRET])), "resource.attributes"),
    "scope name": (lambda: log(instrumentation_scope=DuckScope(ODD)), "instrumentation_scope.name"),
    "scope version": (lambda: log(instrumentation_scope=DuckScope(version=[SECRET])), "instrumentation_scope.version"),
    "scope schema URL": (
        lambda: log(instrumentation_scope=DuckScope(schema_url=ODD)),
        "instrumentation_scope.schema_url",
    ),
    "LogData's resource": (lambda: duck_log_data(resource=DuckResource({}, ODD)), "resource.schema_url"),
    "LogData's dropped count": (lambda: duck_log_data(dropped_attributes=SECRET), "dropped_attributes"),
}
# Beside what the test above names, these give the type that was found.
WORDS = {
    "timestamp of another type": "str",
    "flags as text": "str",
    "severity number": "str",
    "event name": "list",
    "body of no kind": "SimpleNamespace",
    "both in a body": "set",
    "dropped count": "str",
}


def _raised(logs):
    with pytest.raises(EncodeError) as caught:
        serialize_logs(logs)
    return caught.value


@pytest.mark.parametrize("position", [0, 3])
@pytest.mark.parametrize(("make", "path"), FAULTS.values(), ids=FAULTS)
def test_the_path_leads_to_the_bad_member(make, path, position):
    error = _raised([*[log()] * position, make(), log()])
    assert (error.signal, error.index, error.path) == ("logs", position, f"logs[{position}].{path}")


@pytest.mark.parametrize(("make", "path"), FAULTS.values(), ids=FAULTS)
def test_the_message_is_path_and_reason_without_the_value(make, path):
    error = _raised([make()])
    head, _, reason = str(error).partition(": ")
    assert head == error.path
    assert reason
    shown = "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(vars(error))
    for secret in (SECRET, str(NUMBER), str(-NUMBER), str(BIG)):
        assert secret not in shown


@pytest.mark.parametrize(("fault", "word"), WORDS.items())
def test_the_reason_says_which_type_was_found(fault, word):
    assert word in str(_raised([FAULTS[fault][0]()])).partition(": ")[2]


class Odd(LookupError):
    """Raised by an object of the user's."""


def _broken(member, cause):
    def get(self):
        raise cause

    item = duck_log()
    whole = item if member in OUTSIDE or member == "dropped_attributes" else item.log_record
    made = type("Broken", (), {member: property(get)})()
    vars(made).update({name: value for name, value in vars(whole).items() if name != member})
    if whole is item:
        return made
    item.log_record = made
    return item


MEMBERS = [*OUTSIDE, *RECORD, "dropped_attributes"]


@pytest.mark.parametrize("member", MEMBERS)
def test_an_exception_of_the_user_s_object_is_the_cause(member):
    cause = Odd(SECRET)
    error = _raised([log(), _broken(member, cause)])
    assert error.__cause__ is cause
    assert (error.index, error.path) == (1, f"logs[1].{member}")
    assert "Odd" in str(error)
    assert SECRET not in str(error)


def test_an_exception_inside_a_body_is_the_cause():
    cause = Odd(SECRET)

    class Body(dict):
        def items(self):
            raise cause

    error = _raised([log(body=[0, Body(a=1)])])
    assert (error.__cause__, error.path) == (cause, "logs[0].body[1]")


@pytest.mark.parametrize("member", ["__eq__", "to_bytes"])
def test_an_exception_of_an_id_is_the_cause(member):
    cause = Odd(SECRET)

    def fail(self, *arguments, **named):
        raise cause

    error = _raised([log(span_id=type("Id", (), {member: fail})())])
    assert (error.__cause__, error.path) == (cause, "logs[0].span_id")


@pytest.mark.parametrize("method", ["__int__", "__index__"])
def test_an_exception_of_the_flags_is_the_cause(method):
    cause = Odd(SECRET)

    def fail(self):
        raise cause

    error = _raised([log(trace_flags=type("Flags", (), {method: fail})())])
    assert (error.__cause__, error.path) == (cause, "logs[0].trace_flags")


@pytest.mark.parametrize("passing", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("errors", ["strict", "replace"])
def test_an_exception_that_is_not_about_the_data_passes_through(passing, errors):
    for member in MEMBERS:
        with pytest.raises(passing):
            serialize_logs([_broken(member, passing())], errors=errors)


def test_the_record_that_brought_a_bad_resource_or_scope_is_named():
    for fields in ({"resource": DuckResource({}, 5)}, {"instrumentation_scope": DuckScope(5)}):
        error = _raised([log(), log(), log(**fields), log(), log(**fields)])
        assert error.index == 2
        assert error.path.startswith("logs[2].")


def test_the_record_that_brought_an_unhashable_resource_is_named():
    error = _raised([log(), log(), log(resource=UnhashableResource({}))])
    assert (error.index, error.path) == (2, "logs[2].resource")


def test_what_is_no_batch_has_no_index():
    for batch in (None, 5, object()):
        error = _raised(batch)
        assert (error.signal, error.index) == ("logs", None)


def test_the_next_call_is_not_affected_by_a_failed_one():
    good = [log(body="kept", attributes={"a": 1})]
    before = serialize_logs(good)
    _raised([*good, log(body={1})])
    assert serialize_logs(good) == before


@pytest.mark.parametrize("raised", [KeyError, ValueError, RuntimeError])
@sdk_since(39, "ReadableLogRecord")
def test_a_resource_of_an_item_that_raises_is_asked_once(raised):
    from opentelemetry.sdk._logs import ReadableLogRecord

    asked = []

    class Raising(ReadableLogRecord):
        @property
        def resource(self):
            asked.append(1)
            raise raised("why") if len(asked) == 1 else AssertionError("asked again")

        @resource.setter
        def resource(self, value):
            pass

    plain = log()
    with pytest.raises(EncodeError) as caught:
        serialize_logs([Raising(plain.log_record, plain.resource, plain.instrumentation_scope)])
    assert caught.value.path == "logs[0].resource"
    assert type(caught.value.__cause__) is raised
    assert len(asked) == 1
