"""The end-to-end row of `make bench` measures what it says, with both contenders that are always there."""

from __future__ import annotations

from bench.end_to_end import compared


def test_both_exporters_deliver_and_are_measured() -> None:
    head, *rows = compared(batches=2, rounds=1)
    by_name = {row[0]: [float(cell.replace(",", "")) for cell in row[1:]] for row in rows}
    assert {"reference", "ours"} <= by_name.keys()
    assert all(len(cells) == len(head) - 1 for cells in by_name.values())
    assert by_name["ours"][0] > 0
    assert by_name["ours"][2:] == [1.0, 1.0]
