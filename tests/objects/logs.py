"""Log items: the base record of conformance.md section 12, records with members changed, items of both shapes."""

from __future__ import annotations

import importlib
import logging
import types
import warnings
from typing import Any

from opentelemetry._logs import SeverityNumber
from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk import _logs
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.trace import TraceFlags

from tests.objects.resources import EMPTY
from tests.reference import SDK

# From 1.39 on the item holds the resource and the count of dropped attributes, before that the record inside it does.
ON_ITEM = SDK >= (1, 39)
if ON_ITEM:
    from opentelemetry._logs import LogRecord
    from opentelemetry.sdk._logs import ReadableLogRecord as LogItem
else:
    from opentelemetry.sdk._logs import LogData as LogItem
    from opentelemetry.sdk._logs import LogRecord

RECORD = {
    "timestamp": None,
    "observed_timestamp": 0,
    "trace_id": 0,
    "span_id": 0,
    "trace_flags": TraceFlags(0),
    "severity_text": None,
    "severity_number": SeverityNumber.UNSPECIFIED,
    "body": "b",
    "attributes": None,
    "event_name": None,
}
OUTSIDE = {"resource": EMPTY, "instrumentation_scope": None}


def _split(fields: dict) -> tuple:
    """The members of the record, and those of the item around it."""
    outside = {**OUTSIDE, **{name: value for name, value in fields.items() if name not in RECORD}}
    return {**RECORD, **{name: value for name, value in fields.items() if name in RECORD}}, outside


def held(attributes: Any) -> Any:
    """Attributes as a record may hold them: before 1.39 its dropped count asks them for theirs, and a dict has none."""
    if ON_ITEM or not attributes or hasattr(attributes, "dropped") or not hasattr(attributes, "items"):
        return attributes
    made = BoundedAttributes(immutable=False)
    made._dict = attributes
    return made


def log(cls: Any = LogItem, **fields: Any) -> Any:
    """An item of the SDK that holds these very objects: no times, ids 0, flags 0, body `b`, no scope, and `fields`."""
    members, outside = _split(fields)
    members["attributes"] = held(members["attributes"])
    record = LogRecord.__new__(LogRecord)
    vars(record).update(members)
    made = cls.__new__(cls)
    if ON_ITEM:
        vars(made).update(log_record=record, **outside, limits=None)
    else:
        vars(record).update(resource=outside["resource"])
        vars(made).update(log_record=record, instrumentation_scope=outside["instrumentation_scope"])
    return made


def duck_log(**fields: Any) -> types.SimpleNamespace:
    """The same as an object of no SDK class, with what each reference looks for."""
    members, outside = _split({"dropped_attributes": 0, **fields})
    counted = {name: outside[name] for name in ("resource", "dropped_attributes")}
    return types.SimpleNamespace(log_record=types.SimpleNamespace(**members, **counted), **outside)


def duck_log_data(**fields: Any) -> types.SimpleNamespace:
    """The base record in the shape of `LogData`: the item has a record and a scope, the record has all the rest."""
    members, outside = _split({"dropped_attributes": 0, **fields})
    scope = outside.pop("instrumentation_scope")
    return types.SimpleNamespace(log_record=types.SimpleNamespace(**members, **outside), instrumentation_scope=scope)


def full(*pairs: tuple) -> BoundedAttributes:
    """A mapping of capacity 1 that has dropped all but the last pair."""
    return BoundedAttributes(1, dict(pairs), immutable=False)


class _Kept:
    """An exporter that keeps what it is given."""

    def __init__(self) -> None:
        self.items: list = []

    def export(self, batch: Any) -> None:
        self.items.extend(batch)

    def shutdown(self) -> None:
        """Nothing to close."""


def through_logging(*records: dict, **options: Any) -> list:
    """What an exporter receives of records of the logging module that have these members."""
    kept = _Kept()
    provider = _logs.LoggerProvider(shutdown_on_exit=False, **options)
    provider.add_log_record_processor(SimpleLogRecordProcessor(kept))
    home = (
        _logs
        if hasattr(_logs, "LoggingHandler")
        else importlib.import_module("opentelemetry.instrumentation.logging.handler")
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        handler = home.LoggingHandler(logger_provider=provider)
        for members in records:
            handler.emit(logging.makeLogRecord(members))
    return kept.items
