"""Section I, first part: the members of a log record."""

from __future__ import annotations

from opentelemetry._logs import SeverityNumber
from opentelemetry.trace import TraceFlags

from tests.cases.makers import (
    log,
)
from tests.cases.registry import PY, case


@case(
    "log-severity-none",
    "logs",
    PY + "issues/2205",
    "Records without severity.",
    title="Severity None or unspecified",
    want="Left out.",
    tags=("logs", "severity", "none", "presence"),
)
def _():
    return [
        log(severity_number=None, severity_text=None),
        log(severity_number=SeverityNumber.UNSPECIFIED, severity_text=""),
    ]


@case(
    "log-severities",
    "logs",
    PY + "issues/4271",
    "All severity numbers of the enum.",
    title="Every severity number",
    want="The enum's value.",
    tags=("logs", "severity", "enum"),
    near=True,
)
def _():
    return [log(severity_number=number_) for number_ in SeverityNumber]


@case(
    "log-without-span",
    "logs",
    PY + "issues/3828",
    "Ids 0 mean no span: left out for logs (spans and exemplars write zeros).",
    title="Log outside a span",
    want="No ids on the wire.",
    tags=("logs", "ids", "presence"),
)
def _():
    return [log(after={"trace_id": 0, "span_id": 0, "trace_flags": TraceFlags(0)})]


@case(
    "log-ids-none",
    "logs",
    PY + "pull/2410",
    "Ids None (a record built by hand) lose the batch.",
    "raises",
    error="AttributeError",
    title="Log with trace_id None loses the batch",
    want="No ids, as for 0.",
    tags=("logs", "ids", "none", "batch-lost"),
)
def _():
    return [log(body="good"), log(after={"trace_id": None, "span_id": None})]


@case(
    "log-times",
    "logs",
    PY + "pull/4741",
    "Records emitted through the API alone have no timestamp; observed time may be 0 or None.",
    title="Log times None and 0",
    want="Left out.",
    tags=("logs", "time", "none"),
)
def _():
    return [
        log(timestamp=None),
        log(after={"observed_timestamp": None}),
        log(timestamp=0, after={"observed_timestamp": 0}),
    ]


@case(
    "log-event-name",
    "logs",
    PY + "issues/4750",
    "event_name, new with the end of the Events API.",
    title="Event name of a log record",
    want="Field 12; left out when None or ''.",
    tags=("logs", "event-name", "presence"),
)
def _():
    return [log(event_name="gen_ai.choice", body=None), log(event_name=""), log(event_name=None)]
