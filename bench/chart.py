"""docs/performance.svg: how many times faster than the reference, a pair of bars for each shape.

The background is left to the page. All colours are of middling lightness, so that they stand out from white and from
the near-black of dark pages alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil

from bench.contenders import REFERENCE
from bench.figures import Case, Run, geometric_mean

TEXT = "#78818b"
LINE = "#8a939d"
WARM = {"spans": "#3f7fd9", "metrics": "#2e9460", "logs": "#c2682c"}
FRESH_OPACITY = 0.5

WIDTH, LEFT, RIGHT, BAR, GAP, TOP = 820, 190, 64, 11, 9, 66
STEP = 2 * BAR + GAP
FONT = "font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\""


def svg(run: Run, size: int) -> str:
    cases = [case for case in run.cases if case.size == size and case.times(REFERENCE)]
    longest = max(case.times(REFERENCE) or 0 for case in cases)
    scale = (WIDTH - LEFT - RIGHT) / longest
    body: list[str] = []
    y = TOP
    for signal in dict.fromkeys(case.signal for case in cases):
        of_signal = [case for case in cases if case.signal == signal]
        body.append(_text(LEFT, y + 4, _title(signal, of_signal), 13, weight=600))
        y += 16
        for shape in dict.fromkeys(case.shape for case in of_signal):
            body.append(_text(LEFT - 8, y + BAR + 4, shape.replace("_", " "), 12, anchor="end"))
            body += _bars([case for case in of_signal if case.shape == shape], y, scale)
            y += STEP
        y += 18
    height = y - 4
    grid = list(_grid(longest, scale, height))
    head = [
        _text(16, 26, f"Times faster than the reference encoder, batches of {size}", 16, weight=600),
        _text(16, 46, "solid: the same batch again and again · faint: each batch fresh, serialized once", 12),
    ]
    inner = "\n".join([*head, *grid, *body])
    label = escape(f"Bar chart: times faster than the reference encoder, batches of {size}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{label}" {FONT}>\n{inner}\n</svg>\n'
    )


def _title(signal: str, cases: list[Case]) -> str:
    means = []
    for mode in ("warm", "fresh"):
        values = [case.times(REFERENCE) or 1.0 for case in cases if case.mode == mode]
        means += [f"{geometric_mean(values):.0f} {mode}"] if values else []
    return f"{signal} — geometric mean {', '.join(means)}"


def _bars(cases: list[Case], y: float, scale: float) -> Iterator[str]:
    for case in cases:
        warm = case.mode == "warm"
        length = (case.times(REFERENCE) or 0) * scale
        top = y if warm else y + BAR
        opacity = "" if warm else f' fill-opacity="{FRESH_OPACITY}"'
        yield (
            f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR - 1}" rx="1.5" '
            f'fill="{WARM[case.signal]}"{opacity}/>'
        )
        yield _text(LEFT + length + 5, top + BAR - 1.5, f"{case.times(REFERENCE):.0f}\N{MULTIPLICATION SIGN}", 9.5)


def _grid(longest: float, scale: float, height: float) -> Iterator[str]:
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000) if longest / step <= 8)
    for value in range(0, ceil(longest) + 1, step):
        x = LEFT + value * scale
        if x <= WIDTH - RIGHT:
            yield (
                f'<line x1="{x:.1f}" y1="{TOP + 10}" x2="{x:.1f}" y2="{height - 14}" '
                f'stroke="{LINE}" stroke-opacity="0.25"/>'
            )


def _text(x: float, y: float, content: str, size: float, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{TEXT}">{escape(content)}</text>'
    )
