"""The items around records: ReadableLogRecord, LogData, and what looks like one of them; batches and groups of them."""

from __future__ import annotations

import types

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import EncodeError, serialize_logs
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from tests.logs.vectors import EVERYTHING
from tests.objects.logs import RECORD, LogItem, duck_log, duck_log_data, full, log
from tests.reference import compare, needs_reference, reference_since, sdk_since
from tests.wire import all_of

A, B = Resource({"a": 1}), Resource({"b": 1}, "https://example.com/b")
S, T = InstrumentationScope("s", "1"), InstrumentationScope("t")
DROPPED = (1, 2, 2, 7)
since_1_39 = sdk_since(39, "the item holds the resource")


def _dropped(item):
    return all_of(serialize_logs([item]), *DROPPED)


def test_both_shapes_give_the_same_bytes():
    given = {**EVERYTHING, "resource": A, "instrumentation_scope": S}
    assert (
        serialize_logs([duck_log(**given)])
        == serialize_logs([duck_log_data(**given)])
        == serialize_logs([log(**given)])
    )


def test_shapes_may_stand_side_by_side_and_share_a_group():
    mixed = [log(resource=A), duck_log(resource=A), duck_log_data(resource=A)]
    assert serialize_logs(mixed) == serialize_logs([log(resource=A)] * 3)


def test_a_resource_on_the_item_wins_over_one_on_the_record():
    item = duck_log(resource=A)
    item.log_record.resource = B
    assert serialize_logs([item]) == serialize_logs([log(resource=A)])


def test_a_resource_of_none_on_the_item_is_not_made_good_by_the_record():
    item = duck_log(resource=None)
    item.log_record.resource = A
    with pytest.raises(EncodeError, match=r"^logs\[0\]\.resource"):
        serialize_logs([item])


def test_a_dropped_count_on_the_item_wins_over_one_on_the_record():
    for item in (duck_log(dropped_attributes=3), duck_log_data(dropped_attributes=3)):
        assert _dropped(item) == [3]
        item.dropped_attributes = 4
        assert _dropped(item) == [4]


def test_a_dropped_count_that_the_item_lacks_is_taken_from_the_record():
    item = duck_log(dropped_attributes=3)
    del item.dropped_attributes
    assert _dropped(item) == [3]


@pytest.mark.parametrize("missing", RECORD)
@reference_since(39, "the item holds the resource")
def test_a_record_that_lacks_a_member_raises(missing):
    lacking = duck_log()
    delattr(lacking.log_record, missing)
    lacking_as_sdk_item = log(resource=A)
    delattr(lacking_as_sdk_item.log_record, missing)
    if missing == "severity_number":
        assert type(compare([lacking], "logs").error) is EncodeError
    for item in (lacking, lacking_as_sdk_item):
        made = compare([log(), item], "logs")
        assert (type(made.error), made.error.path) == (EncodeError, f"logs[1].{missing}")


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: types.SimpleNamespace(), "log_record"),
        (lambda: None, "log_record"),
        (lambda: types.SimpleNamespace(resource=A), "instrumentation_scope"),
        (lambda: types.SimpleNamespace(resource=A, instrumentation_scope=S), "log_record"),
        (lambda: types.SimpleNamespace(log_record=types.SimpleNamespace(), instrumentation_scope=S), "resource"),
        (lambda: types.SimpleNamespace(log_record=duck_log_data().log_record), "instrumentation_scope"),
    ],
)
@needs_reference
def test_an_item_that_lacks_a_member_raises(make, path):
    error = compare([log(), make()], "logs").error
    assert (type(error), error.path) == (EncodeError, f"logs[1].{path}")


@since_1_39
def test_the_dropped_count_of_a_readable_record_is_that_of_its_attributes():
    assert _dropped(log(attributes=full(("a", 1), ("b", 2)))) == [1]
    for attributes in (None, {}, {"a": 1}, BoundedAttributes(attributes={"a": 1})):
        assert _dropped(log(attributes=attributes)) == []


@since_1_39
@needs_reference
def test_the_dropped_count_of_all_kinds_of_attributes_is_the_reference_s():
    class Own(BoundedAttributes):
        pass

    emptied = full(("a", 1), ("b", 2))
    del emptied["b"]
    for attributes in (full(("a", 1), ("b", 2)), Own(1, {"a": 1, "b": 2}), emptied, types.MappingProxyType({"a": 1})):
        compare([log(attributes=attributes)], "logs")


@since_1_39
@needs_reference
def test_read_write_log_records_are_taken_too():
    from opentelemetry.sdk._logs import ReadWriteLogRecord

    plain = log(resource=A, instrumentation_scope=S, attributes={"a": 1})
    made = ReadWriteLogRecord(plain.log_record, A, S)
    assert compare([made], "logs").data == serialize_logs([plain])
    made.log_record.attributes["b"] = 2
    assert compare([made], "logs").data != serialize_logs([log(resource=A, instrumentation_scope=S)])


@pytest.mark.parametrize("collection", [list, tuple, iter, lambda items: (item for item in items)])
def test_the_batch_is_any_iterable(collection):
    logs = [log(body="a"), log(body="b")]
    assert serialize_logs(collection(logs)) == serialize_logs(logs)


@pytest.mark.parametrize("bad", [None, 5, object(), [None], ["text"], [{}]], ids=lambda bad: type(bad).__name__)
@needs_reference
def test_what_is_no_batch_of_records_raises(bad):
    assert type(compare(bad, "logs").error) is EncodeError


@needs_reference
def test_groups_come_in_order_of_first_sight():
    rows = [(A, S), (B, S), (A, T), (A, S), (B, None), (A, S)]
    logs = [log(body=str(at), resource=own, instrumentation_scope=scope) for at, (own, scope) in enumerate(rows)]
    assert [body[2:] for body in all_of(compare(logs, "logs").data, 1, 2, 2, 5)] == [b"0", b"3", b"5", b"2", b"1", b"4"]


@needs_reference
def test_equal_resources_and_scopes_are_one_group():
    logs = [log(resource=Resource({"a": 1}), instrumentation_scope=InstrumentationScope("s")) for _ in range(3)]
    made = compare(logs, "logs").data
    assert (len(all_of(made, 1)), len(all_of(made, 1, 2)), len(all_of(made, 1, 2, 2))) == (1, 1, 3)


@pytest.mark.parametrize("scope", [None, "", 0, ()], ids=repr)
@needs_reference
def test_a_falsy_scope_is_none_at_all(scope):
    assert compare([log(instrumentation_scope=scope)], "logs").data == serialize_logs([log()])


def test_a_subclass_of_the_item_is_as_good():
    own = type("Own", (LogItem,), {})
    assert serialize_logs([log(own, attributes=full(("a", 1), ("b", 2)))]) == serialize_logs(
        [log(attributes=full(("a", 1), ("b", 2)))]
    )
