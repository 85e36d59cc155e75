"""Generated batches of log items: the reference's bytes, or an exception from both; the same attributes dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto_native import EncodeError, serialize_logs

from tests.objects.logs import duck_log, duck_log_data, log, through_logging
from tests.property.logs import BODY_BUDGET, RECORD_BUDGET, bad_batches, batches, log_recipes
from tests.property.parts import in_parts
from tests.property.strategies import TAKES_NONE, messages_of, text, values
from tests.reference import assert_same_outcome, compare, needs_none, needs_reference, outcome, reference_logs


@pytest.mark.comparison
@in_parts
@needs_reference
@given(batches)
def test_a_batch_gives_the_reference_bytes_and_log_records(part, batch):
    ours = outcome(serialize_logs, batch.build())
    assert ours.error is None
    assert_same_outcome(ours, outcome(reference_logs, batch.build(twin=True)), "logs")


@pytest.mark.comparison
@in_parts
@needs_reference
@given(bad_batches)
def test_a_batch_with_a_bad_record_raises_after_the_same_log_records(part, batch):
    ours = outcome(serialize_logs, batch.build())
    assert_same_outcome(ours, outcome(reference_logs, batch.build(twin=True)), "logs")
    assert type(ours.error) is EncodeError
    assert ours.error.path.startswith("logs[")


@needs_reference
@given(values)
def test_a_body_is_written_or_refused_as_by_the_reference(value):
    if value is None and not TAKES_NONE:
        value = ""
    made = compare([log(body=value)], "logs")
    if messages_of(value) > BODY_BUDGET:
        assert type(made.error) is EncodeError


@given(batches)
def test_replace_mode_gives_the_same_bytes_where_strict_mode_has_nothing_to_log(batch):
    logs = batch.build()
    strict = outcome(serialize_logs, logs)
    replaced = outcome(lambda records: serialize_logs(records, errors="replace"), logs)
    assert replaced.error is None
    if strict.dropped_keys:
        assert [record.levelname for record in replaced.records] == ["WARNING"]
    else:
        assert (replaced.data, replaced.records) == (strict.data, [])


@given(bad_batches)
def test_replace_mode_never_raises_and_says_so_once(batch):
    made = outcome(lambda records: serialize_logs(records, errors="replace"), batch.build())
    assert made.error is None
    assert [record.levelname for record in made.records] == ["WARNING"]


@given(log_recipes)
def test_both_shapes_of_an_item_give_the_same_bytes(recipe):
    fields = {**recipe.fields, "attributes": recipe.fields["attributes"].build(RECORD_BUDGET, twin=False)}
    made = [outcome(serialize_logs, [maker(**fields)]) for maker in (duck_log, duck_log_data)]
    assert made[0].data == made[1].data
    assert made[0].dropped_keys == made[1].dropped_keys


_records = st.lists(
    st.tuples(st.sampled_from([5, 10, 20, 30, 40, 50, 100]), text, st.lists(values, max_size=2)), max_size=4
)


@needs_none
@given(_records)
def test_records_of_the_logging_module_give_the_reference_bytes(records):
    members = [
        {
            "name": "tests",
            "levelno": level,
            "msg": message,
            "extra": 1,
            **{f"key{at}": value for at, value in enumerate(own) if messages_of(value) <= RECORD_BUDGET},
        }
        for level, message, own in records
    ]
    items = through_logging(*members)
    assert len(items) == len(records)
    compare(items, "logs")
