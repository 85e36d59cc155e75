"""What is not about the data passes through; log records are few, hold no value, and may be handled by anyone."""

from __future__ import annotations

import logging
import signal
from typing import Any

import pytest
from opentelemetry.proto_native import serialize_logs, serialize_spans
from opentelemetry.sdk.trace import ReadableSpan

from tests import reference
from tests.cases import makers
from tests.objects.spans import CONTEXT, span
from tests.robustness.hostile import SECRET
from tests.robustness.places import SERIALIZE, in_both_modes, in_every_place, log_record, usual
from tests.threads import another_thread_runs_during

LOGGER = logging.getLogger("opentelemetry.proto_native")
PASSING = (KeyboardInterrupt, SystemExit, MemoryError, GeneratorExit)


def _raiser(exception: type) -> Any:
    class Raiser:
        @property
        def __class__(self) -> Any:
            raise exception

        def __str__(self) -> str:
            raise exception

    return Raiser()


@in_both_modes
@in_every_place
@pytest.mark.parametrize("exception", PASSING)
def test_what_ends_a_program_is_no_bad_value(place, exception, errors):
    for value in (_raiser(exception), [1, {"k": _raiser(exception)}], {_raiser(exception): 1}):
        with pytest.raises(exception):
            place.serialize({"bad": value}, errors=errors)
    with pytest.raises(exception):
        place.serialize({_raiser(exception): 1 << 70}, errors=errors)


@in_both_modes
@pytest.mark.parametrize("exception", PASSING)
@pytest.mark.parametrize("member", ["name", "attributes", "events", "resource", "kind", "_name", "_attributes"])
def test_what_ends_a_program_passes_through_every_member_even_a_private_one(member, exception, errors):
    def leave(_: Any) -> Any:
        raise exception

    cls = type("Leaving", (ReadableSpan,), {member: property(leave, lambda *_: None)})
    with pytest.raises(exception):
        serialize_spans([cls(name="n", context=CONTEXT, resource=makers.RESOURCE)], errors=errors)


def _endless(signal: str) -> Any:
    record = usual(signal)[0]
    while True:
        yield record


def _interrupted(call: Any, exception: type) -> None:
    """Call until a signal handler raises."""

    def handle(*_: Any) -> None:
        raise exception("from the handler")

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(exception, match="from the handler"):
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


needs_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of this kind here")


@in_both_modes
@needs_timers
@pytest.mark.parametrize("kind", ["traces", "logs"])
def test_a_keyboard_interrupt_ends_a_batch_without_end(kind, errors):
    _interrupted(lambda: SERIALIZE[kind](_endless(kind), errors=errors), KeyboardInterrupt)


@in_both_modes
@needs_timers
@in_every_place
@pytest.mark.parametrize("exception", [KeyboardInterrupt, TimeoutError])
def test_what_a_signal_handler_raises_within_one_value_passes_through_unchanged(place, exception, errors):
    _interrupted(lambda: place.serialize({"k": range(10**12)}, errors=errors), exception)


@in_both_modes
def test_other_threads_run_while_a_large_batch_is_written(errors):
    batch = [span()] * 50_000
    assert another_thread_runs_during(serialize_spans, batch, errors=errors)


BAD_VALUES = (1 << 70, SECRET + "\ud800", {SECRET}, [SECRET, object()], {"k": SECRET.encode(), "b": {1}})


@in_every_place
def test_strict_mode_logs_each_dropped_attribute_as_the_reference_does_but_without_its_value(place):
    ours = place.outcome({str(number): value for number, value in enumerate(BAD_VALUES)})
    assert [(record.levelname, record.msg) for record in ours.records] == [
        ("ERROR", "Failed to encode key %s: %s")
    ] * len(BAD_VALUES)
    for record in ours.records:
        shown = logging.Formatter("%(message)s").format(record)
        assert record.exc_info is not None
        assert SECRET not in shown


@in_every_place
def test_replace_mode_logs_one_warning_a_call_and_no_value(place):
    ours = place.outcome({str(number): value for number, value in enumerate(BAD_VALUES)}, errors="replace")
    (record,) = ours.records
    assert record.levelname == "WARNING"
    assert SECRET not in logging.Formatter("%(message)s").format(record)


class _Exporting(logging.Handler):
    """Serializes what it is given, and logs about it, as the SDK's own log pipeline does."""

    def __init__(self, bad: bool, errors: str) -> None:
        super().__init__()
        self.count, self.bad, self.errors = 0, bad, errors

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        attributes = {"bad": 1 << 70} if self.bad else {}
        serialize_logs([log_record(body=record.getMessage(), after={"attributes": attributes})], errors=self.errors)


@in_both_modes
@pytest.mark.parametrize("bad", [False, True], ids=["clean", "with a bad attribute of its own"])
def test_a_handler_that_itself_serializes_neither_recurses_nor_waits(bad, errors):
    handler = _Exporting(bad, errors)
    LOGGER.addHandler(handler)
    try:
        data = serialize_spans([span(attributes={"bad": 1 << 70})], errors=errors)
    finally:
        LOGGER.removeHandler(handler)
    # A call that a handler makes about our record does not log in turn.
    assert handler.count == 1
    assert '"n"' in reference.as_text(data)
