"""Generated log items: of the SDK, of subclasses, of no SDK class, in both shapes; good ones and bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from opentelemetry._logs import SeverityNumber
from opentelemetry.trace import TraceFlags

from tests.objects.logs import ON_ITEM, LogItem, duck_log, duck_log_data, log
from tests.objects.spans import duck
from tests.objects.values import FloatOnly, Index, Level, Text, Whole
from tests.property.groups import bad_batches_of, batches_of
from tests.property.strategies import (
    TAKES_NONE,
    attributes,
    count,
    good_values,
    messages_of,
    odd_text,
    refused_values,
    text,
    too_deep_values,
)
from tests.reference import REFERENCE

RECORD_BUDGET, BODY_BUDGET = 96, 97
WRITES_EVENT_NAMES = REFERENCE >= (1, 35) or not REFERENCE
TAKES_MISSING_SEVERITIES = REFERENCE >= (1, 37) or not REFERENCE

_times = st.one_of(
    st.none(), st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**64 - 1, True, False, Index(5), Whole(7)])
)
_counts = st.one_of(st.just(0), st.integers(0, 2**32 - 1), st.sampled_from([None, True, Level.HIGH]))
_zeros = st.sampled_from([0, 0, False, 0.0, -0.0])
_span_ids = st.one_of(_zeros, st.integers(0, 2**64 - 1), st.sampled_from([1, 2**63, 2**64 - 1, True, Whole(7)]))
_trace_ids = st.one_of(_zeros, st.integers(0, 2**128 - 1), st.sampled_from([1, 2**64, 2**128 - 1, Level.HIGH]))
_flags = st.one_of(
    st.integers(0, 255).map(TraceFlags),
    st.integers(0, 2**32 - 1),
    st.floats(-0.9, 2**32 - 1),
    st.integers(0, 999).map(str),
    st.sampled_from([True, "7 ", b"1", Whole(7), FloatOnly(), Index(3), Level.HIGH, TraceFlags(2**32 - 1)]),
)
_labels = ["SEVERITY_NUMBER_INFO", "SEVERITY_NUMBER_UNSPECIFIED", "SEVERITY_NUMBER_FATAL4"]
_severity_values = st.integers(-(2**31), 2**31 - 1) | st.sampled_from([*_labels, None, True, False, Index(4)])
_severities = st.one_of(
    st.sampled_from(SeverityNumber), st.sampled_from(SeverityNumber), _severity_values.map(lambda own: duck(value=own))
)
if TAKES_MISSING_SEVERITIES:
    _severities = _severities | st.sampled_from([None, 9, "INFO", 1.5, object()])
_texts = text | st.sampled_from([None, "INFO", b"raw", Text("own")])
_event_names = _texts if WRITES_EVENT_NAMES else st.none()
_bodies = good_values.filter(lambda body: messages_of(body) <= BODY_BUDGET)
if not TAKES_NONE:
    _bodies = _bodies.filter(lambda body: body is not None)
_bad_numbers = st.sampled_from([-1, 2**64, 1.0, "1", b"", object()])
_bad_ids = st.sampled_from([None, -1, 2**128, 1.5, "0", b"", object(), Index(1)])
_bad_flags = st.sampled_from([None, -1, 2**32, "x", "", "1.5", 1j, float("nan"), float("inf"), [], object()])
_bad_texts = odd_text | st.sampled_from([5, 0, 1.5, b"\xff", ["a"]])
# No lone surrogates: a label that has one ends the process in protobuf 6.
_bad_severities = st.sampled_from(["INFO", "", 2**31, -(2**31) - 1, 1.5, b"9", [9]]).map(lambda own: duck(value=own))
# A body just over the budget fails in the reference when it is put into its record, scope or resource: after attributes
# that come later have been dropped and logged. Those are covered one record at a time, by
# `test_a_body_is_written_or_refused_as_by_the_reference`.
_bad_bodies = refused_values | too_deep_values.filter(lambda body: messages_of(body) > BODY_BUDGET + 4)


class OwnItem(LogItem):
    """A subclass without a thought of its own."""


class MaskingItem(LogItem):
    """A subclass that hides bodies and the dropped count."""

    dropped_attributes = 3

    @property
    def log_record(self) -> Any:
        inner = vars(self)["inner"]
        shown = {**vars(inner), "body": "masked", "dropped_attributes": 3}
        return duck(**shown)


def _masking_log(**fields: Any) -> Any:
    plain = log(**fields)
    made = MaskingItem.__new__(MaskingItem)
    members = dict(vars(plain))
    members["inner"] = members.pop("log_record")
    vars(made).update(members)
    return made


def _own_log(**fields: Any) -> Any:
    return log(OwnItem, **fields)


_DUCKS = (duck_log, duck_log_data)


@dataclass(frozen=True)
class LogRecipe:
    maker: Any
    fields: dict
    bad: dict
    resource: int
    scope: int

    def build(self, resources: list, scopes: list, twin: bool) -> Any:
        fields = dict(self.fields)
        fields["attributes"] = fields["attributes"].build(RECORD_BUDGET, twin)
        for name in ("timestamp", "observed_timestamp", "dropped_attributes"):
            fields[name] = count(fields[name], twin)
        if type(fields["severity_number"]) is type(duck()):
            fields["severity_number"] = duck(value=count(fields["severity_number"].value, twin))
        fields["resource"] = resources[self.resource % len(resources)]
        fields["instrumentation_scope"] = scopes[self.scope % len(scopes)]
        fields.update(self.bad)
        if self.maker not in _DUCKS:
            fields.pop("dropped_attributes")
        # A reference that reads items finds no resource on the older shape.
        maker = duck_log if twin and ON_ITEM and self.maker is duck_log_data else self.maker
        return maker(**fields)


_fields = st.fixed_dictionaries(
    {
        "timestamp": _times,
        "observed_timestamp": _times,
        "trace_id": _trace_ids,
        "span_id": _span_ids,
        "trace_flags": _flags,
        "severity_text": _texts,
        "severity_number": _severities,
        "body": _bodies,
        "attributes": attributes,
        "dropped_attributes": _counts,
        "event_name": _event_names,
    }
)
_faults = st.one_of(
    st.fixed_dictionaries({"timestamp": _bad_numbers}),
    st.fixed_dictionaries({"observed_timestamp": _bad_numbers, "event_name": _event_names}),
    st.fixed_dictionaries({"trace_id": _bad_ids}),
    st.fixed_dictionaries({"span_id": _bad_ids, "severity_text": _bad_texts}),
    st.fixed_dictionaries({"trace_flags": _bad_flags}),
    st.fixed_dictionaries({"severity_text": _bad_texts}),
    st.fixed_dictionaries({"severity_number": _bad_severities}),
    st.fixed_dictionaries({"body": _bad_bodies}),
    st.fixed_dictionaries({"body": _bad_bodies, "timestamp": _bad_numbers}),
    st.fixed_dictionaries({"attributes": st.sampled_from([5, "ab", [1]])}),
    st.fixed_dictionaries({"resource": st.sampled_from([5, "resource"])}),
)
if WRITES_EVENT_NAMES:
    _faults = _faults | st.fixed_dictionaries({"event_name": _bad_texts})
_where = st.integers(0, 11)
_makers = st.sampled_from([log, log, log, _own_log, _masking_log, *_DUCKS])
log_recipes = st.builds(LogRecipe, _makers, _fields, st.just({}), _where, _where)
# A class that hides bodies hides bad ones too.
_showing = _makers.filter(lambda maker: maker is not _masking_log)
bad_log_recipes = st.builds(LogRecipe, _showing, _fields, _faults, _where, _where)
batches = batches_of(log_recipes)
bad_batches = bad_batches_of(log_recipes, bad_log_recipes)
