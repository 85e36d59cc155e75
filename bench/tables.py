"""The tables of a run, as text for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from bench.contenders import FLOOR, OURS, REFERENCE
from bench.figures import Case, Run, geometric_mean

Row = list[str]

NOTHING = "-"


def number(value: float | None) -> str:
    """Three digits that count."""
    if value is None:
        return NOTHING
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def turned(value: float | None) -> float | None:
    """The yardstick's share turned round: our time in units of its."""
    return None if value is None else 1 / value


def records(run: Run) -> list[tuple[str, list[Row]]]:
    """For each signal and size a title and the rows, the names of the columns first."""
    tables = []
    for (signal, size), cases in _grouped(run):
        peers = _peers(cases)
        head = ["shape", "batch, µs", "record, ns", "MB/s", "reference / ours", "ours / floor"]
        head += [f"{peer} / ours" for peer in peers]
        head += ["fresh: batch, µs", "record, ns", "reference / ours", "ours / floor"]
        rows = [head]
        by_shape = {(case.shape, case.mode): case for case in cases}
        for shape in dict.fromkeys(case.shape for case in cases):
            row = [shape]
            for mode in ("warm", "fresh"):
                row += _cells(by_shape.get((shape, mode)), mode, peers)
            rows.append(row)
        rows += _means(cases, peers)
        tables.append((f"{signal.capitalize()}, batch of {size:,}", rows))
    return tables


def _cells(case: Case | None, mode: str, peers: Sequence[str]) -> Row:
    if case is None:
        return [NOTHING] * (5 + len(peers) if mode == "warm" else 4)
    ours = case.seconds[OURS]
    row = [number(ours * 1e6), number(ours * 1e9 / case.size)]
    row += [number(case.length / ours / 1e6)] if mode == "warm" else []
    row += [number(case.times(REFERENCE)), number(turned(case.times(FLOOR)))]
    return row + ([number(case.times(peer)) for peer in peers] if mode == "warm" else [])


def _means(cases: Sequence[Case], peers: Sequence[str]) -> list[Row]:
    def over(mode: str, contender: str, take: Callable[[list[float]], float]) -> float | None:
        values = [case.times(contender) for case in cases if case.mode == mode]
        known = [value for value in values if value is not None]
        return take(known) if known else None

    rows = []
    for name, take in (("geometric mean", geometric_mean), ("worst", min)):
        row = [name, "", "", "", number(over("warm", REFERENCE, take)), number(turned(over("warm", FLOOR, take)))]
        row += [number(over("warm", peer, take)) for peer in peers]
        row += ["", "", number(over("fresh", REFERENCE, take)), number(turned(over("fresh", FLOOR, take)))]
        rows.append(row)
    return rows


def summary(run: Run) -> list[Row]:
    """Geometric mean and minimum of the ratios, for each signal and size."""
    rows = [
        ["signal", "batch"]
        + [f"{mode}: {what}" for mode in ("warm", "fresh") for what in ("reference / ours", "minimum", "ours / floor")]
    ]
    for (signal, size), cases in _grouped(run):
        row = [signal, f"{size:,}"]
        for mode in ("warm", "fresh"):
            reference = [case.times(REFERENCE) for case in cases if case.mode == mode]
            floor = [case.times(FLOOR) for case in cases if case.mode == mode]
            known = [value for value in reference if value is not None]
            row += [number(geometric_mean(known)), number(min(known))] if known else [NOTHING, NOTHING]
            held = [value for value in floor if value is not None]
            row.append(number(1 / geometric_mean(held)) if held else NOTHING)
        rows.append(row)
    return rows


def means(run: Run, size: int) -> list[Row]:
    """For each shape in one size, fresh: what a batch takes us and the reference on the average, and the ratio."""
    ratios: dict[str, list[float]] = {}
    rows = [["dataset", "batch", "this package (Rust), mean", "reference (Python), mean", "speed-up"]]
    for case in run.cases:
        if case.size == size and case.mode == "fresh" and {OURS, REFERENCE} <= case.means.keys():
            ours, reference = case.means[OURS], case.means[REFERENCE]
            row = [f"{case.signal}: {case.shape}", f"{size:,}"]
            rows.append([*row, _microseconds(ours), _microseconds(reference), f"{number(reference / ours)} times"])
            ratios.setdefault(case.signal, []).append(reference / ours)
    for signal, values in ratios.items():
        mean = f"{number(geometric_mean(values))} times"
        rows.append([f"**{signal}**, geometric mean", f"{size:,}", "", "", f"**{mean}**"])
    return rows


def _microseconds(seconds: float) -> str:
    return f"{number(seconds * 1e6)} µs"


def _grouped(run: Run) -> list[tuple[tuple[str, int], list[Case]]]:
    def group(case: Case) -> tuple[str, int]:
        return case.signal, case.size

    order = {signal: place for place, signal in enumerate(dict.fromkeys(case.signal for case in run.cases))}
    cases = sorted(run.cases, key=lambda case: (order[case.signal], case.size))
    return [(key, list(members)) for key, members in groupby(cases, group)]


def _peers(cases: Sequence[Case]) -> list[str]:
    names = dict.fromkeys(name for case in cases for name in case.over_ours)
    return [name for name in names if name not in (REFERENCE, FLOOR)]


def text(rows: Sequence[Row]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(rows: Sequence[Row]) -> str:
    head, *body = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
