"""The shortcut rule for log items: what overrides a public member is obeyed, what is held behind it stays hidden."""

from __future__ import annotations

import subprocess
import sys
import types

import pytest
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.proto_native import serialize_logs
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import TraceFlags

from tests.logs.vectors import EVERYTHING
from tests.objects.logs import RECORD, LogItem, LogRecord, duck_log, full, log
from tests.objects.masks import PATCHES, SUBCLASSES
from tests.reference import compare, needs_reference, sdk_since

A, B = Resource({"k": "secret"}), Resource({"k": "masked"})
S, T = InstrumentationScope("secret"), InstrumentationScope("masked")
since_1_39 = sdk_since(39, "the item holds the resource and the dropped count")
# What the item holds, and what its class shows instead.
ITEM = {
    "instrumentation_scope": (S, T),
    "resource": (A, B),
    "dropped_attributes": (full(("a", 1), ("b", 2)), 7),
}
EACH = [
    pytest.param(name, *row, id=name, marks=() if name == "instrumentation_scope" else since_1_39)
    for name, row in ITEM.items()
]


def _holding(cls, member, secret):
    return log(cls, **{"attributes" if member == "dropped_attributes" else member: secret})


def _showing(member, shown):
    attributes = {"b": 2} if member == "dropped_attributes" else None
    return serialize_logs([duck_log(**{"attributes": attributes, member: shown})])


@pytest.mark.parametrize(("member", "secret", "shown"), EACH)
@pytest.mark.parametrize("way", SUBCLASSES.values(), ids=SUBCLASSES)
@needs_reference
def test_a_subclass_of_the_item_is_read_through_the_member_that_it_overrides(way, member, secret, shown):
    base = LogItem
    if member != "dropped_attributes":
        # A plain attribute of the instance would hide behind the class's: give the masks something to replace.
        base = type("Base", (LogItem,), {member: property(lambda self: vars(self)[member])})
    masked = _holding(way(base, member, shown), member, secret)
    assert compare([masked], "logs").data == _showing(member, shown)


@since_1_39
@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_class_patched_after_first_use_is_read_through_the_patch_while_it_lasts(patch, monkeypatch):
    plain = log(attributes=full(("a", 1), ("b", 2)))
    before = serialize_logs([plain])
    monkeypatch.setattr(LogItem, "dropped_attributes", patch(LogItem, "dropped_attributes", 7))
    assert compare([plain], "logs").data == _showing("dropped_attributes", 7) != before
    monkeypatch.undo()
    assert serialize_logs([plain]) == before


@pytest.mark.parametrize("member", [name for name in RECORD if name != "event_name"])
@needs_reference
def test_a_record_of_a_class_that_masks_a_member_is_read_through_it(member):
    masking = type("Masking", (LogRecord,), {member: property(lambda self: EVERYTHING[member])})
    item = log()
    made = masking.__new__(masking)
    vars(made).update(vars(item.log_record))
    masked = log()
    if LogItem.__name__ == "ReadableLogRecord":
        vars(masked)["log_record"] = made
    else:
        masked.log_record = made
    if member != "attributes":
        compare([masked], "logs")
    assert serialize_logs([masked]) == serialize_logs([log(**{member: EVERYTHING[member]})])


class Wrapper:
    """Forwards what it does not know itself."""

    def __init__(self, inner, **own):
        vars(self).update(own, inner=inner)

    def __getattr__(self, name):
        return getattr(self.inner, name)


@needs_reference
def test_wrappers_around_item_and_record_are_read_through_getattr():
    plain = log(**{**EVERYTHING, "event_name": None, "body": "secret", "resource": B, "instrumentation_scope": T})
    masked = Wrapper(plain, log_record=Wrapper(plain.log_record, body="masked"))
    assert compare([masked], "logs").data == serialize_logs(
        [log(**{**EVERYTHING, "event_name": None, "body": "masked", "resource": B, "instrumentation_scope": T})]
    )


class Masked(BoundedAttributes):
    """Attributes that hide their values."""

    def items(self):
        return [(key, "masked") for key in self]


@needs_reference
def test_attributes_of_a_masking_class_are_read_through_items():
    assert compare([log(attributes=Masked(attributes={"k": "secret"}))], "logs").data == serialize_logs(
        [log(attributes={"k": "masked"})]
    )


@needs_reference
def test_attributes_behind_a_mapping_proxy_are_read_through_it():
    attributes = types.MappingProxyType({"a": 1, "b": [1, 2]})
    assert compare([log(attributes=attributes)], "logs").data == serialize_logs([log(attributes=dict(attributes))])


class Louder(TraceFlags):
    """Flags that call themselves something else."""

    def __int__(self):
        return 9


@needs_reference
def test_flags_of_several_classes_in_one_batch_are_each_read_their_own_way():
    flags = [TraceFlags(1), Louder(1), TraceFlags(2), 3, Louder(2), True, TraceFlags(4)]
    made = compare([log(trace_flags=own) for own in flags], "logs").data
    assert made == serialize_logs([log(trace_flags=own) for own in (1, 9, 2, 3, 9, 1, 4)])


def test_nothing_of_the_sdk_s_logs_is_imported_for_records_of_no_sdk_class():
    code = (
        "import sys, types; from opentelemetry.proto_native import serialize_logs as f\n"
        "new = lambda **members: types.SimpleNamespace(**members)\n"
        "r = new(timestamp=1, observed_timestamp=1, trace_id=0, span_id=0, trace_flags=1, severity_text='I',"
        " severity_number=new(value=9), body='b', attributes={'a': 1}, event_name=None)\n"
        "f([new(log_record=r, resource=new(attributes={}, schema_url=''), instrumentation_scope=None,"
        " dropped_attributes=0)])\n"
        "print([m for m in sys.modules if m.startswith(('opentelemetry.sdk', 'opentelemetry._logs'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
