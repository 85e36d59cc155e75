"""LogRecord, the table of conformance.md section 7: sources, what is written when, bad values."""

from __future__ import annotations

import enum
import itertools

import pytest
from opentelemetry._logs import SeverityNumber
from opentelemetry.proto_native import EncodeError, serialize_logs

from tests.logs.vectors import EVERYTHING
from tests.objects.logs import RECORD as MEMBERS
from tests.objects.logs import duck_log, full, log
from tests.objects.spans import duck
from tests.objects.values import Index, Level, Text, name_of
from tests.reference import compare, needs_reference, reference_since
from tests.wire import all_of, fields, one_of

RECORD = (1, 2, 2)
TIME, SEVERITY_NUMBER, SEVERITY_TEXT = 1, 2, 3
BODY, ATTRIBUTES, DROPPED, FLAGS, TRACE_ID, SPAN_ID, OBSERVED, EVENT_NAME = range(5, 13)
writes_event_names = reference_since(35, "event_name is written")
takes_missing_severities = reference_since(37, "a missing severity number is accepted")


def _written(**members):
    """The LogRecord message of a request for one record."""
    return one_of(serialize_logs([log(**members)]), *RECORD)


def _compared(**members):
    """The same, with the reference's bytes held against it."""
    return one_of(compare([log(**members)], "logs").data, *RECORD)


def _refused(**members):
    made = compare([log(), duck_log(**members)], "logs")
    assert (type(made.error), made.error.index) == (EncodeError, 1)
    return made.error.path.partition(".")[2]


def test_fields_go_out_in_ascending_order():
    everything = {**EVERYTHING, "attributes": full(("a", 1), ("b", 2))}
    assert [number for number, _ in fields(_written(**everything))] == [1, 2, 3, *range(5, 13)]


def test_the_body_is_always_written_and_nothing_else():
    assert fields(_written(body=None)) == [(BODY, b"")]


@pytest.mark.parametrize("severity", SeverityNumber, ids=lambda severity: severity.name)
@needs_reference
def test_each_severity_is_its_number(severity):
    assert all_of(_compared(severity_number=severity), SEVERITY_NUMBER) == ([severity.value] if severity.value else [])


OWN_SEVERITIES = {
    "a number that the schema does not name": (duck(value=77), 77),
    "the largest": (duck(value=2**31 - 1), 2**31 - 1),
    "a negative number, in ten bytes": (duck(value=-1), 2**64 - 1),
    "an index": (duck(value=Index(9)), 9),
    "a label": (duck(value="SEVERITY_NUMBER_INFO"), 9),
    "another enum": (enum.Enum("Own", {"HIGH": 17}).HIGH, 17),
    "an IntEnum": (Level.HIGH, 3),
    "value None": (duck(value=None), None),
    "value 0": (duck(value=0), None),
}


@pytest.mark.parametrize(("severity", "number"), OWN_SEVERITIES.values(), ids=OWN_SEVERITIES)
@needs_reference
def test_a_severity_of_another_class_is_what_its_value_says(severity, number):
    assert all_of(_compared(severity_number=severity), SEVERITY_NUMBER) == ([] if number is None else [number])


@pytest.mark.parametrize("severity", [None, 9, 0, "INFO", 1.5, object(), [9]], ids=name_of)
@takes_missing_severities
def test_a_severity_without_value_is_absent(severity):
    assert fields(_compared(severity_number=severity)) == fields(_written())


@pytest.mark.parametrize("value", ["INFO", 2**31, -(2**31) - 1, 1.0, [], b"9"], ids=repr)
@needs_reference
def test_a_severity_whose_value_is_no_number_of_the_enum_raises(value):
    assert _refused(severity_number=duck(value=value)) == "severity_number"


def test_a_bool_as_severity_value_is_0_or_1():
    written = [_written(severity_number=duck(value=value)) for value in (False, True)]
    assert [all_of(message, SEVERITY_NUMBER) for message in written] == [[], [1]]


TIMES = {"timestamp": TIME, "observed_timestamp": OBSERVED}


@pytest.mark.parametrize(("name", "field"), TIMES.items(), ids=TIMES)
@needs_reference
def test_times_are_any_index_and_absent_when_zero_or_none(name, field):
    for given, number in ((1, 1), (2**64 - 1, 2**64 - 1), (Index(5), 5), (Level.HIGH, 3)):
        assert all_of(_compared(**{name: given}), field) == [number]
    for absent in (None, 0, Index(0)):
        assert all_of(_compared(**{name: absent}), field) == []


@pytest.mark.parametrize("name", TIMES)
@pytest.mark.parametrize("bad", [-1, 2**64, 1.0, "1", b"", object()], ids=name_of)
@needs_reference
def test_times_of_other_types_or_out_of_range_raise(name, bad):
    assert _refused(**{name: bad}) == name


@pytest.mark.parametrize("name", TIMES)
def test_a_bool_as_time_is_0_or_1(name):
    assert [serialize_logs([log(**{name: value})]) for value in (False, True)] == [
        serialize_logs([log(**{name: value})]) for value in (0, 1)
    ]


TEXTS = {"severity_text": SEVERITY_TEXT, "event_name": EVENT_NAME}
EACH_TEXT = [
    pytest.param(*row, id=row[0], marks=writes_event_names if row[0] == "event_name" else ()) for row in TEXTS.items()
]


@pytest.mark.parametrize(("name", "field"), EACH_TEXT)
@needs_reference
def test_texts_are_text_or_utf8_and_absent_when_empty_or_none(name, field):
    for given, content in (("INFO", b"INFO"), (Text("own"), b"own"), (b"raw", b"raw"), ("\u00e9", b"\xc3\xa9")):
        assert all_of(_compared(**{name: given}), field) == [content]
    for absent in (None, "", b""):
        assert all_of(_compared(**{name: absent}), field) == []


@pytest.mark.parametrize(("name", "field"), EACH_TEXT)
@pytest.mark.parametrize("bad", [5, 0, False, 1.5, ["a"], bytearray(b"a"), b"\xff", "\ud800"], ids=name_of)
@needs_reference
def test_texts_of_other_types_raise(name, field, bad):
    assert _refused(**{name: bad}) == name


@pytest.mark.parametrize("absent", [None, {}], ids=repr)
@needs_reference
def test_no_attributes_are_no_entries(absent):
    assert fields(_compared(attributes=absent)) == fields(_written())


@needs_reference
def test_a_bad_attribute_is_dropped_and_logged_alone():
    made = compare([log(attributes={"a": 1, "bad": ..., "b": 2})], "logs")
    assert made.dropped_keys == ["bad"]
    assert len(all_of(made.data, *RECORD, ATTRIBUTES)) == 2
    assert all_of(made.data, *RECORD, DROPPED) == []


@pytest.mark.parametrize("attributes", [5, "ab", [1], object()], ids=lambda bad: type(bad).__name__)
@needs_reference
def test_attributes_that_are_no_mapping_raise(attributes):
    assert _refused(attributes=attributes) == "attributes"


@pytest.mark.parametrize("count", [1, 2**32 - 1, Index(5), Level.HIGH, 0, None], ids=repr)
@needs_reference
def test_the_dropped_count_is_any_index_of_32_bits(count):
    assert all_of(compare([duck_log(dropped_attributes=count)], "logs").data, *RECORD, DROPPED) == (
        [getattr(count, "value", count)] if count else []
    )


@pytest.mark.parametrize("count", [-1, 2**32, 1.0, "1"], ids=repr)
@needs_reference
def test_other_dropped_counts_raise(count):
    assert _refused(dropped_attributes=count) == "dropped_attributes"


@needs_reference
def test_every_pair_of_fields_gives_the_reference_bytes():
    names = [name for name in MEMBERS if name != "event_name"]
    for pair in itertools.combinations(names, 2):
        compare([log(**{name: EVERYTHING[name] for name in pair})], "logs")
