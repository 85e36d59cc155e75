"""LogData, the items of SDK 1.28 to 1.38: real ones where such an SDK is installed, and what looks like one."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import EncodeError, serialize_logs
from opentelemetry.sdk.resources import Resource

from tests.objects.logs import ON_ITEM, RECORD, LogItem, duck_log, duck_log_data, full, log
from tests.reference import compare, needs_reference
from tests.wire import all_of

A, B = Resource({"a": 1}), Resource({"b": 1}, "https://example.com/b")
DROPPED = (1, 2, 2, 7)
until_1_38 = pytest.mark.skipif(ON_ITEM, reason="from SDK 1.39 on there is no LogData")


def test_log_data_without_any_dropped_count_has_none():
    item = duck_log_data()
    del item.log_record.dropped_attributes
    assert all_of(serialize_logs([item]), *DROPPED) == []


def test_log_data_without_event_name_has_none():
    item = duck_log_data()
    del item.log_record.event_name
    assert serialize_logs([item]) == serialize_logs([log()])


def test_log_data_with_an_event_name_shows_it():
    assert serialize_logs([duck_log_data(event_name="ev")]) == serialize_logs([duck_log(event_name="ev")])


@pytest.mark.parametrize("missing", [name for name in RECORD if name != "event_name"])
def test_log_data_whose_record_lacks_a_member_raises(missing):
    lacking = duck_log_data()
    delattr(lacking.log_record, missing)
    with pytest.raises(EncodeError) as caught:
        serialize_logs([log(), lacking])
    assert caught.value.path == f"logs[1].{missing}"


@until_1_38
def test_log_data_of_the_sdk_to_which_a_later_member_was_added_shows_it():
    given = {"attributes": full(("a", 1), ("b", 2))}
    plain, added = log(**given), log(resource=B, **given)
    added.resource, added.dropped_attributes = A, 3
    assert serialize_logs([plain, added]) == serialize_logs(
        [duck_log(**given, dropped_attributes=1), duck_log(**given, dropped_attributes=3, resource=A)]
    )


@until_1_38
def test_the_class_of_log_data_patched_with_a_later_member_shows_it(monkeypatch):
    plain = log(resource=B)
    before = serialize_logs([plain])
    monkeypatch.setattr(LogItem, "resource", property(lambda self: A), raising=False)
    assert serialize_logs([plain]) == serialize_logs([duck_log(resource=A)])
    monkeypatch.undo()
    assert serialize_logs([plain]) == before == serialize_logs([duck_log(resource=B)])


@until_1_38
@needs_reference
def test_the_record_of_log_data_patched_to_hide_its_dropped_count_hides_it(monkeypatch):
    plain = log(attributes=full(("a", 1), ("b", 2)))
    before = compare([plain], "logs").data
    monkeypatch.setattr(type(plain.log_record), "dropped_attributes", property(lambda self: 7))
    assert all_of(compare([plain], "logs").data, *DROPPED) == [7]
    monkeypatch.undo()
    assert compare([plain], "logs").data == before


@until_1_38
def test_records_with_and_without_event_names_stand_side_by_side():
    named, bare = log(event_name="ev"), log()
    vars(bare.log_record).pop("event_name")
    mixed = [bare, named, bare, bare, named]
    assert serialize_logs(mixed) == serialize_logs([duck_log(event_name=own) for own in (None, "ev", None, None, "ev")])


@until_1_38
@needs_reference
def test_the_dropped_count_of_a_record_that_has_no_attributes_left_is_zero():
    emptied = full(("a", 1), ("b", 2))
    del emptied["b"]
    assert all_of(compare([log(attributes=emptied)], "logs").data, *DROPPED) == []
