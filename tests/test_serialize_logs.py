"""serialize_logs, the front page: every SDK field, every vector, every reported case."""

from __future__ import annotations

import pytest
from opentelemetry._logs import SeverityNumber
from opentelemetry.proto_native import EncodeError, serialize_logs
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import TraceFlags

from tests.cases import CASES, cases_of
from tests.datasets import logs as datasets
from tests.logs.vectors import VECTORS
from tests.objects.logs import duck_log, duck_log_data, full, log
from tests.objects.spans import T0, T1
from tests.reference import (
    NONE_SINCE,
    REFERENCE,
    SCOPE_ATTRIBUTES_SINCE,
    assert_same_bytes,
    assert_same_outcome,
    compare,
    needs_none,
    needs_reference,
    outcome,
    reference_logs,
    reference_since,
)
from tests.wire import all_of

# The way to the records of a request.
RECORD = (1, 2, 2)
SHAPES = {"of the SDK": log, "like ReadableLogRecord": duck_log, "like LogData": duck_log_data}

FIELDS = {
    "timestamp": {"timestamp": T0},
    "observed_timestamp": {"observed_timestamp": T1},
    "severity_number": {"severity_number": SeverityNumber.ERROR2},
    "severity_text": {"severity_text": "WARN"},
    "body, text": {"body": "caf\u00e9"},
    "body, structured": {"body": {"event": "paid", "lines": [{"sku": "a", "price": 1.5}, 2, True, b"\x00"], "e": {}}},
    "attributes": {"attributes": {"text": "a", "int": 1, "float": 0.5, "bool": True, "list": ["b", 1], "raw": b"\x00"}},
    "dropped_attributes": {"attributes": full(("a", 1), ("b", 2))},
    "trace_flags": {"trace_flags": TraceFlags(1)},
    "trace_id": {"trace_id": 2**128 - 1},
    "span_id": {"span_id": 2**64 - 1},
    "resource": {"resource": Resource({"service.name": "shop", "ports": [80, 443]}, "https://example.com/r")},
    "instrumentation_scope": {"instrumentation_scope": InstrumentationScope("lib", "1.2")},
    "event_name": {"event_name": "gen_ai.choice"},
}
SINCE = {"event_name": reference_since(35, "event_name is written")}
TOGETHER = {
    **{name: value for fields in FIELDS.values() for name, value in fields.items()},
    "instrumentation_scope": InstrumentationScope("lib", "1.2", "https://example.com/s", {"a": 1}),
}

# Where conformance.md section 13 accepts what the reference raises for.
KEPT = ["log-data-of-older-sdks"]
# Cases in which an older reference writes other bytes (section 13).
NEEDS = {
    "none-attribute-values": NONE_SINCE,
    "log-attributes-none-and-empty": NONE_SINCE,
    "log-event-name": NONE_SINCE,
    "non-string-keys-nested": NONE_SINCE,
    "log-severity-none": (1, 37),
    "schema-urls": SCOPE_ATTRIBUTES_SINCE,
}


@pytest.mark.parametrize(
    "fields", [pytest.param(fields, id=name, marks=SINCE.get(name, ())) for name, fields in FIELDS.items()]
)
@needs_reference
def test_each_field_alone_gives_the_reference_bytes(fields):
    logs = [log(**fields)]
    assert_same_bytes(serialize_logs(logs), reference_logs(logs), "logs")
    assert serialize_logs(logs) != serialize_logs([log()])


@SINCE["event_name"]
def test_all_fields_together_give_the_reference_bytes():
    logs = [log(**TOGETHER)]
    assert_same_bytes(serialize_logs(logs), reference_logs(logs), "logs")


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_every_vector_gives_its_bytes(vector, shape):
    assert_same_bytes(serialize_logs(vector.make(shape)), bytes.fromhex(vector.hex), "logs")


@needs_none
@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_every_vector_gives_the_reference_bytes(vector):
    assert_same_bytes(bytes.fromhex(vector.hex), reference_logs(vector.make(log)), "logs")


def test_the_front_page_holds_every_logs_case():
    chosen = [*cases_of("logs", "identical", "better"), *cases_of("logs", "raises")]
    assert len(chosen) == len([item for item in CASES if item.signal == "logs"]) == 28


@needs_reference
@pytest.mark.parametrize("case", cases_of("logs", "identical", "better"))
def test_a_reported_case_that_the_reference_encodes_gives_the_same_bytes(case):
    if NEEDS.get(case.id, ()) > REFERENCE:
        pytest.skip(f"the reference changed its bytes for this case in {NEEDS[case.id]}, found {REFERENCE}")
    argument = case.make()
    reference = outcome(reference_logs, case.make() if case.one_shot else argument)
    assert reference.error is None
    assert_same_outcome(outcome(serialize_logs, argument), reference, "logs")


@pytest.mark.parametrize("case", [item for item in cases_of("logs", "raises") if item.id not in KEPT])
def test_a_reported_case_that_the_reference_refuses_raises_encode_error(case):
    with pytest.raises(EncodeError) as caught:
        serialize_logs(case.make())
    assert caught.value.signal == "logs"


@pytest.mark.parametrize("case", [item for item in cases_of("logs", "raises") if item.id not in KEPT])
def test_a_reported_case_that_the_reference_refuses_costs_no_record_in_replace_mode(case):
    argument = case.make()
    made = outcome(lambda logs: serialize_logs(logs, errors="replace"), argument)
    assert len(all_of(made.data, *RECORD)) == len(argument)
    assert [record.levelname for record in made.records] == ["WARNING"]


def test_log_data_of_older_sdks_is_written_as_what_it_is():
    (case,) = [item for item in CASES if item.id == "log-data-of-older-sdks"]
    (old,) = case.make()
    members = {name: value for name, value in vars(old.log_record).items() if name not in ("resource", "context")}
    members.pop("exception", None)
    new = duck_log(**members, resource=old.log_record.resource, instrumentation_scope=old.instrumentation_scope)
    assert_same_bytes(serialize_logs([old]), serialize_logs([new]), "logs")


@needs_reference
@pytest.mark.parametrize("name", datasets.NAMES)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_records_of_the_logging_module_give_the_reference_bytes(name):
    records = datasets.batch(name, 9)
    assert len(records) == 9
    assert compare(records, "logs").data.count(b"orders") >= 1
