"""errors="replace" for logs: one bad value costs no more than itself, and one WARNING says so."""

from __future__ import annotations

import pytest
from opentelemetry.proto_native import serialize_logs
from opentelemetry.sdk.resources import Resource

from tests.logs.vectors import EVERYTHING
from tests.objects.logs import duck_log, duck_log_data, full, log
from tests.objects.resources import DuckResource, DuckScope
from tests.objects.spans import duck
from tests.objects.values import Colour, Index
from tests.reference import outcome
from tests.wire import one_of


class Silent:
    """Says nothing of itself."""


class Told:
    def __str__(self):
        return "told"


class Broken:
    def __str__(self):
        raise LookupError("broken")


def _replaced(logs):
    made = outcome(lambda records: serialize_logs(records, errors="replace"), logs)
    assert made.error is None
    return made


ring = [1]
ring.append(ring)


def _deep(levels, leaf):
    for _ in range(levels):
        leaf = [leaf]
    return leaf


# What is given, what stands in for it, and the name under which it is reported.
BODIES = {
    "lone surrogates": ("a\ud800b\udfff", "a\ufffdb\ufffd"),
    "an int beyond 64 bits": (2**70, str(2**70)),
    "a negative one": (-(2**70), str(-(2**70))),
    "a class with a text": (Told(), "told"),
    "a class without one": (Silent(), None),
    "a class whose text raises": (Broken(), None),
    "an enum": (Colour.RED, str(Colour.RED)),
    "an index": (Index(3), "Index(3)"),
    "an exception": (ValueError("why"), "why"),
    "a surrogate inside": (["x", {"k\ud800": "y\ud800"}], ["x", {"k\ufffd": "y\ufffd"}]),
    "a big int inside": ({"a": [1, 2**64]}, {"a": [1, str(2**64)]}),
    "a value of no kind inside": ([1, [Told(), 2]], [1, ["told", 2]]),
    "itself": (ring, [1, "<nested too deeply>"]),
    # One level less than what can be written: a reader of the whole request takes no more.
    "too deep": (_deep(49, 1), _deep(47, "<nested too deeply>")),
}


class ZeroBytes:
    """An id that is written, since it does not equal zero, as zero bytes."""

    def to_bytes(self, length: int, byteorder: str, signed: bool) -> bytes:
        return bytes(length)


FIELDS = {
    "timestamp": (-1, None),
    "observed_timestamp": ("now", None),
    "trace_id": (2**128, ZeroBytes()),
    "span_id": (None, ZeroBytes()),
    "trace_flags": (None, 0),
    "severity_text": ("W\ud800", "W\ufffd"),
    "severity_number": (duck(value=2**31), None),
    "event_name": (b"e\xff", "e\ufffd"),
}


@pytest.mark.parametrize(("body", "kept"), BODIES.values(), ids=BODIES)
def test_a_bad_body_is_repaired_where_it_is_bad(body, kept):
    made = _replaced([log(), log(body=body), log()])
    assert made.data == serialize_logs([log(), log(body=kept), log()])
    (record,) = made.records
    assert (record.name, record.levelname) == ("opentelemetry.proto_native", "WARNING")
    assert "logs[1].body" in record.getMessage()


@pytest.mark.parametrize(("name", "bad", "kept"), [(name, *row) for name, row in FIELDS.items()], ids=FIELDS)
def test_a_bad_field_is_repaired_or_left_out_alone(name, bad, kept):
    made = _replaced([log(**EVERYTHING), log(**{**EVERYTHING, name: bad})])
    assert made.data == serialize_logs([log(**EVERYTHING), log(**{**EVERYTHING, name: kept})])
    assert [record.args for record in made.records] == [(1, 0, f"logs[1].{name}")]


@pytest.mark.parametrize("bad", [None, "1", 1.5, -1, 2**128, object(), b""], ids=lambda bad: str(type(bad)))
def test_a_bad_id_is_zero_bytes(bad):
    made = _replaced([log(trace_id=bad, span_id=bad)])
    assert made.data == serialize_logs([log(trace_id=ZeroBytes(), span_id=ZeroBytes())])
    assert one_of(made.data, 1, 2, 2, 9) == bytes(16)
    assert one_of(made.data, 1, 2, 2, 10) == bytes(8)


@pytest.mark.parametrize("bad", ["x", "hunter2", [], float("nan"), -1, 2**32], ids=str)
def test_bad_flags_are_none(bad):
    assert _replaced([log(trace_flags=bad, body="b")]).data == serialize_logs([log()])


@pytest.mark.parametrize("make", [log, duck_log, duck_log_data])
def test_all_bad_fields_of_one_record_are_repaired_together(make):
    bad = {name: row[0] for name, row in FIELDS.items()}
    kept = {name: row[1] for name, row in FIELDS.items()}
    made = _replaced([make(**bad, body=2**70)])
    assert made.data == serialize_logs([make(**kept, body=str(2**70))])
    assert [record.args[:2] for record in made.records] == [(len(FIELDS) + 1, 0)]


def test_attributes_are_repaired_like_bodies():
    made = _replaced([log(attributes={"a": "\ud800", "b": 2**70, "c": [Told()], "d": 1})])
    assert made.data == serialize_logs([log(attributes={"a": "\ufffd", "b": str(2**70), "c": ["told"], "d": 1})])


def test_a_bad_dropped_count_is_left_out():
    assert _replaced([duck_log(dropped_attributes=-1)]).data == serialize_logs([log()])


def _unreadable(member):
    def get(self):
        raise LookupError(member)

    record = type("Unreadable", (), {member: property(get)})()
    item = duck_log()
    vars(record).update({name: value for name, value in vars(item.log_record).items() if name != member})
    item.log_record = record
    return item


@pytest.mark.parametrize("member", ["body", "trace_id", "severity_text", "severity_number", "attributes", "event_name"])
def test_a_record_whose_member_raises_is_left_out_alone(member):
    made = _replaced([log(body="a"), _unreadable(member), log(body="b")])
    assert made.data == serialize_logs([log(body="a"), log(body="b")])
    assert [record.args[:2] for record in made.records] == [(0, 1)]


def test_what_is_no_record_is_left_out_alone():
    made = _replaced([log(body="a"), None, 5, "text", log(body="b")])
    assert made.data == serialize_logs([log(body="a"), log(body="b")])
    assert [record.args for record in made.records] == [(0, 3, "logs[1].log_record")]


def test_a_bad_resource_or_scope_costs_no_record():
    made = _replaced([log(resource=DuckResource({"a": 1}, 5)), log(instrumentation_scope=DuckScope("s\ud800"))])
    first = duck_log(resource=DuckResource({"a": 1}, "5"))
    assert made.data == serialize_logs([first, log(instrumentation_scope=DuckScope("s\ufffd"))])


def test_the_warning_names_the_place_and_not_the_value():
    (record,) = _replaced([log(), log(body={"k": "hunter2\ud800"}, severity_text=5)]).records
    assert "logs[1]" in record.getMessage()
    assert "hunter2" not in record.getMessage()


def test_nothing_changes_where_nothing_is_bad():
    logs = [
        log(),
        log(**EVERYTHING, resource=Resource({"a": 1})),
        log(body=[None, {"a": _deep(40, 1)}], attributes=full(("a", 1), ("b", 2))),
    ]
    made = _replaced(logs)
    assert made.data == serialize_logs(logs)
    assert made.records == []


@pytest.mark.parametrize("errors", ["ignore", "", None, 5, "STRICT"], ids=repr)
def test_errors_is_strict_or_replace(errors):
    with pytest.raises(ValueError, match="strict"):
        serialize_logs([], errors=errors)
