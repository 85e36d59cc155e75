"""Instruction counts: reading callgrind's files, and when a count is too high."""

from __future__ import annotations

from bench.callgrind import recorded
from bench.callgrind.recorded import Record, excesses, unrecorded
from bench.callgrind.run import read

FILE = """# callgrind format
version: 1
pid: 4711
part: 3
desc: Trigger: Client Request: minimal warm
events: Ir
fn=(1) something
16 400
totals: 3115061
"""

RECORDED = {"spans": {"minimal warm": {"ours": 1000.0, "floor": 900.0}}}


def test_label_and_total_are_read_from_a_file_of_callgrind():
    label, count = read(FILE)
    assert label == "minimal warm"
    assert count.instructions == 3_115_061
    assert count.text == FILE


def test_the_file_about_the_end_of_the_process_is_no_count():
    assert read(FILE.replace("Client Request: minimal warm", "Program termination")) is None


def test_ten_percent_more_is_allowed_and_not_more():
    assert excesses(RECORDED, {"spans": {"minimal warm": {"ours": 1100.0, "floor": 900.0}}}) == []
    [excess] = excesses(RECORDED, {"spans": {"minimal warm": {"ours": 1101.0, "floor": 900.0}}})
    assert str(excess) == "spans/minimal warm: 1,101 instructions a record, at most 1,100 are allowed"


def test_reads_that_became_dearer_for_the_yardstick_too_raise_the_limit():
    assert excesses(RECORDED, {"spans": {"minimal warm": {"ours": 1300.0, "floor": 1080.0}}}) == []
    assert excesses(RECORDED, {"spans": {"minimal warm": {"ours": 1330.0, "floor": 1080.0}}})


def test_a_cheaper_yardstick_does_not_lower_the_limit():
    assert excesses(RECORDED, {"spans": {"minimal warm": {"ours": 1090.0, "floor": 500.0}}}) == []


def test_shapes_without_a_record_are_named():
    assert unrecorded(RECORDED, {"spans": ["minimal", "genai"], "logs": ["logging"]}) == ["spans/genai", "logs/logging"]


def test_a_record_is_read_back_unchanged(tmp_path):
    record = Record({"Python": "CPython 3.11.7"}, 512, RECORDED)
    record.save(tmp_path / "instructions.json")
    assert recorded.loaded(tmp_path / "instructions.json") == record


def test_the_table_has_a_line_a_shape():
    counts = {"spans": {**RECORDED["spans"], "minimal fresh": {"ours": 1234.0}}}
    table = recorded.markdown(Record({"Python": "CPython 3.11.7"}, 512, counts))
    assert "| spans: minimal | 1,000 | 900 | 1.11 | 1,234 | - | - |" in table
