"""What samples are turned into, how runs are kept, and what the comparison of two calls a change."""

from __future__ import annotations

import pytest

from bench import compare, figures, tables
from bench.figures import Case, Run, case, geometric_mean, quartiles


def made(shape="minimal", mode="warm", size=512, reference=(48.0, 50.0, 52.0), floor=(0.99, 1.0, 1.01)) -> Case:
    over_ours = {"reference": reference, **({"floor": floor} if floor else {})}
    return Case("spans", shape, size, mode, 1000, {"ours": 1e-4, "reference": 5e-3, "floor": 1e-4}, over_ours)


def test_ratios_are_taken_within_rounds():
    # The machine is twice as slow in the second round, for both: the ratio stays.
    samples = {"ours": [1.0, 2.0, 1.0], "reference": [50.0, 100.0, 50.0]}
    assert case("spans", "minimal", 1, "warm", 10, samples).over_ours["reference"] == (50.0, 50.0, 50.0)


def test_warm_times_are_the_best_and_fresh_ones_the_median():
    samples = {"ours": [3.0, 1.0, 2.0]}
    assert case("spans", "minimal", 1, "warm", 10, samples).seconds["ours"] == 1.0
    assert case("spans", "minimal", 1, "fresh", 10, samples).seconds["ours"] == 2.0


def test_quartiles_of_one_value_are_that_value():
    assert quartiles([7.0]) == (7.0, 7.0, 7.0)
    assert quartiles([1.0, 2.0, 3.0, 4.0, 5.0]) == (2.0, 3.0, 4.0)


def test_the_geometric_mean_weighs_a_doubling_as_much_as_a_halving():
    assert geometric_mean([2.0, 0.5]) == pytest.approx(1.0)
    assert geometric_mean([10.0, 1000.0]) == pytest.approx(100.0)


def test_a_saved_run_is_read_back_unchanged(tmp_path):
    run = Run({"Python": "CPython 3.11.7"}, [made(), made(mode="fresh")])
    run.save(tmp_path / "deep" / "run.json")
    assert figures.loaded(tmp_path / "deep" / "run.json") == run


def test_a_change_is_named_when_it_is_larger_than_five_percent_and_the_spread_of_both_runs():
    [change] = compare.compared(Run({}, [made()]), Run({}, [made(floor=(0.79, 0.8, 0.81))]))
    assert change.beyond_noise
    assert change.unit == "floor"
    assert change.factor == pytest.approx(1.25)


@pytest.mark.parametrize("floor", [(0.96, 0.97, 0.98), (0.6, 0.8, 1.1)], ids=["small", "within the spread"])
def test_a_small_or_uncertain_change_is_noise(floor):
    [change] = compare.compared(Run({}, [made()]), Run({}, [made(floor=floor)]))
    assert not change.beyond_noise


def test_runs_without_the_yardstick_are_compared_in_units_of_the_reference():
    [change] = compare.compared(Run({}, [made()]), Run({}, [made(floor=None, reference=(99.0, 100.0, 101.0))]))
    assert change.unit == "reference"
    assert change.factor == pytest.approx(0.5)
    assert change.beyond_noise


def test_the_report_names_shapes_that_changed_and_counts_those_in_one_run_only():
    old = Run({}, [made(), made("genai"), made("heavy_attrs")])
    new = Run({}, [made(), made("genai", floor=(0.49, 0.5, 0.51))])
    first, last = compare.report(old, new).splitlines()
    assert first.startswith("spans/genai ")
    assert "2.00 times the time it took (slower" in first
    assert last == "1 of 2 cases changed beyond noise; 1 in one run only"


def test_tables_end_with_the_geometric_mean_and_the_worst_of_each_column():
    run = Run({}, [made("a", reference=(1, 25, 99), floor=(1, 2.0, 3)), made("b", reference=(1, 100, 999))])
    [(title, rows)] = tables.records(run)
    assert title == "Spans, batch of 512"
    by_name = {row[0]: dict(zip(rows[0][:6], row)) for row in rows[1:]}
    assert by_name["a"]["ours / floor"] == "0.50"
    assert by_name["geometric mean"]["reference / ours"] == "50.0"
    assert by_name["worst"]["reference / ours"] == "25.0"
    assert by_name["worst"]["ours / floor"] == "1.00"


def test_every_row_of_a_table_is_as_wide_as_its_head():
    run = Run({}, [made("a"), made("a", "fresh"), made("b", "fresh", floor=None), made("c", size=1)])
    for rows in [tables.summary(run), *(rows for _, rows in tables.records(run))]:
        assert {len(row) for row in rows} == {len(rows[0])}
        assert len(tables.markdown(rows).splitlines()) == len(rows) + 1
