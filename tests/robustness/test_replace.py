"""errors="replace": every repair of the table in docs/parity.md wherever it can occur, and all reported cases."""

from __future__ import annotations

import pickle

import pytest
from opentelemetry.proto_native import EncodeError
from opentelemetry.sdk.metrics._internal.exemplar import Exemplar

from tests import reference
from tests.cases import CASES, makers
from tests.objects.spans import context, event, link, span, status
from tests.robustness.places import SERIALIZE, in_every_place, in_every_signal, log_record, usual

SERVED = "\ufffd"


class Shown:
    def __str__(self) -> str:
        return "shown"


class Silent:
    """Defines no text of its own."""


#: A bad value, and the clean one that stands for it.
REPAIRS: dict = {
    "a lone surrogate": ("a\ud800b", f"a{SERVED}b"),
    "two halves of a pair": ("\ud83d\ude00", SERVED * 2),
    "a lone surrogate in long text": ("é" * 500 + "\udfff", "é" * 500 + SERVED),
    "a lone surrogate in a list": (["x", "\udfff"], ["x", SERVED]),
    "a lone surrogate in a key inside": ({"\ud800": 1}, {SERVED: 1}),
    "an int beyond 64 bits": (1 << 64, "18446744073709551616"),
    "a negative int beyond 64 bits": (-(1 << 63) - 1, "-9223372036854775809"),
    "a huge int in a list": ([1 << 70], ["1180591620717411303424"]),
    "an int of more digits than Python prints": (1 << 20_000, hex(1 << 20_000)),
    "an object with text": (Shown(), "shown"),
    "an object with text in a dict": ({"k": Shown()}, {"k": "shown"}),
    "an object without text in a list": ([1, Silent()], [1, None]),
    "a complex number": (1j, "1j"),
    "a set": ({1}, "{1}"),
}


@in_every_place
@pytest.mark.parametrize(("bad", "good"), REPAIRS.values(), ids=REPAIRS)
def test_a_value_is_repaired_in_every_place(place, bad, good):
    ours = place.outcome({"bad": bad, "good": "kept"}, errors="replace")
    assert ours.error is None
    assert ours.data == place.serialize({"bad": good, "good": "kept"})
    assert [record.levelname for record in ours.records] == ["WARNING"]


@pytest.mark.parametrize(("bad", "good"), REPAIRS.values(), ids=REPAIRS)
def test_a_log_body_is_repaired(bad, good):
    data = SERIALIZE["logs"]([log_record(after={"body": bad})], errors="replace")
    assert data == SERIALIZE["logs"]([log_record(after={"body": good})])


@in_every_place
def test_an_object_without_text_becomes_an_empty_value_under_its_key(place):
    assert place.serialize({"k": Silent()}, errors="replace") == place.serialize({"k": None})


@in_every_place
@pytest.mark.parametrize(
    ("key", "shown"),
    [("a\ud800", "a" + SERVED), (b"\xff", SERVED), (5, "5"), (Shown(), "shown")],
    ids=lambda value: type(value).__name__,
)
def test_a_key_is_repaired_in_every_place(place, key, shown):
    assert place.serialize({key: 1}, errors="replace") == place.serialize({shown: 1})


@in_every_signal
@pytest.mark.parametrize(
    ("bad", "good"),
    [("a\ud800", "a" + SERVED), (b"a\xff", "a" + SERVED), (5, "5"), (Shown(), "shown")],
    ids=lambda value: type(value).__name__,
)
def test_texts_are_repaired(signal, bad, good):
    make = {
        "traces": lambda text: [span(name=text, events=[event(text)], status=status(description=text))],
        "metrics": lambda text: makers.metrics(makers.metric(makers.Gauge([makers.number(1)]), text, text, text)),
        "logs": lambda text: [log_record(after={"severity_text": text, "event_name": text})],
    }[signal]
    assert SERIALIZE[signal](make(bad), errors="replace") == SERIALIZE[signal](make(good))


BAD_NUMBERS = [-1, 1 << 64, "1", 1.5, [1], Silent()]


@in_every_signal
@pytest.mark.parametrize("bad", BAD_NUMBERS, ids=lambda value: type(value).__name__)
def test_times_and_counts_that_do_not_fit_are_left_out(signal, bad):
    make = {
        "traces": lambda time: [span(start_time=time, end_time=time, events=[event(timestamp=time)])],
        "metrics": lambda time: makers.gauge(1, time_unix_nano=time),
        "logs": lambda time: [log_record(after={"timestamp": time, "observed_timestamp": time})],
    }[signal]
    assert SERIALIZE[signal](make(bad), errors="replace") == SERIALIZE[signal](make(0))


@pytest.mark.parametrize("bad", [-1, 1 << 128, None, "1", 1.5, Silent()], ids=lambda value: type(value).__name__)
def test_bad_ids_become_zero_bytes(bad):
    make = lambda number: [span(context=context(number, number), links=[link(trace_id=number, span_id=number)])]  # noqa: E731
    assert SERIALIZE["traces"](make(bad), errors="replace") == SERIALIZE["traces"](make(0))


@pytest.mark.parametrize(("bad", "nearest"), [(1 << 63, float(1 << 63)), (-(1 << 70), -float(1 << 70))])
def test_an_int_beyond_64_bits_as_a_measured_value_becomes_the_nearest_double(bad, nearest):
    serialize = SERIALIZE["metrics"]
    assert serialize(makers.gauge(bad), errors="replace") == serialize(makers.gauge(nearest))
    make = lambda value: makers.gauge(1, exemplars=[Exemplar({}, value, 5, 3, 4)])  # noqa: E731
    assert serialize(make(bad), errors="replace") == serialize(make(nearest))


def test_elements_that_cannot_be_repaired_are_left_out_alone_and_counted():
    made = [span(events=[event("one"), None, event("two")], links=[5, link()])]
    text = reference.as_text(SERIALIZE["traces"](made, errors="replace"))
    assert (text.count("events {"), text.count("links {")) == (2, 1)
    assert "dropped_events_count: 1" in text
    assert "dropped_links_count: 1" in text


def test_points_and_exemplars_that_cannot_be_repaired_are_left_out_alone():
    points = [
        makers.number(1),
        makers.number("no number"),
        makers.number(3, exemplars=[None, Exemplar({}, 1, 5, 3, 4)]),
    ]
    made = makers.metrics(makers.metric(makers.Gauge(points)))
    text = reference.as_text(SERIALIZE["metrics"](made, errors="replace"), "metrics")
    assert (text.count("data_points {"), text.count("exemplars {")) == (2, 1)


def test_records_that_cannot_be_repaired_are_left_out_alone():
    for signal, bad in (("traces", [None]), ("logs", [5])):
        data = SERIALIZE[signal]([*usual(signal, 2), *bad], errors="replace")
        assert data == SERIALIZE[signal](usual(signal, 2))


@in_every_signal
def test_an_unknown_mode_is_refused(signal):
    for word in ("ignore", "", "STRICT", None, 1):
        with pytest.raises(ValueError, match="errors must be 'strict' or 'replace'"):
            SERIALIZE[signal](usual(signal), errors=word)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
def test_each_reported_case_gives_bytes_that_the_official_classes_read(case):
    serialize = SERIALIZE[case.signal]
    made = case.make()
    strict = reference.outcome(serialize, made)
    replaced = reference.outcome(lambda x: serialize(x, errors="replace"), case.make() if case.one_shot else made)
    if replaced.error is not None:
        # Only what is no batch of records at all raises.
        assert replaced.error.index is None or not hasattr(case.make(), "__len__")
        return
    reference.as_text(replaced.data, case.signal)
    if strict.error is None:
        if not strict.records:
            assert replaced.data == strict.data
        # What strict mode could carry is still there.
        assert len(replaced.data) >= len(strict.data)
    warnings = [record for record in replaced.records if "repaired" in record.msg]
    assert len(warnings) <= 1
    if warnings:
        assert strict.error is not None or any(record.levelname == "ERROR" for record in strict.records)


def _faults() -> list:
    return [
        ("traces", [span(name=5)]),
        ("logs", [log_record(after={"body": {1}})]),
        ("metrics", makers.gauge("x")),
    ]


def test_an_error_survives_pickling_with_all_that_it_says():
    for signal, bad in _faults():
        with pytest.raises(EncodeError) as caught:
            SERIALIZE[signal](bad)
        again = pickle.loads(pickle.dumps(caught.value))
        for name in ("signal", "index", "path", "reason", "args"):
            assert getattr(again, name) == getattr(caught.value, name)
