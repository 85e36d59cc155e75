"""docs/performance.md and README.md: what is generated stands between markers, the rest is by people and stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import tables
from bench.compiled import HERE
from bench.figures import Run

DOCS = HERE.parent / "docs"
PAGE = DOCS / "performance.md"
README = HERE.parent / "README.md"
SHOWN = 512
"""The size of batch that the SDK's processors hand to an exporter."""


class MarkersMissing(Exception):
    """The page has no place for a block."""


def replaced(page: str, block: str, content: str) -> str:
    """The page with new content between the markers of `block`, and everything else as it was."""
    begin, end = f"<!-- begin {block} -->", f"<!-- end {block} -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise MarkersMissing(f"the page needs `{begin}` and `{end}`, once each and in this order")
    before, rest = page.split(begin)
    after = rest.split(end)[1]
    return f"{before}{begin}\n\n{content.strip()}\n\n{end}{after}"


def write(block: str, content: str, path: Path = PAGE) -> None:
    path.write_text(replaced(path.read_text(encoding="utf-8"), block, content), encoding="utf-8")


def dated(rows: Sequence[list[str]], machine: Mapping[str, str]) -> str:
    """A table, and under it when and on what it was measured."""
    named = ("opentelemetry-sdk", "protobuf", "fastotel", "commit")
    facts = [machine[name] for name in ("date", "processor", "Python") if name in machine]
    facts += [f"{name} {machine[name]}" for name in named if name in machine]
    return f"{tables.markdown(rows)}\n\n<sub>{', '.join(facts)}</sub>"


def means(run: Run) -> str:
    """The block `means`, which both pages have."""
    return dated(tables.means(run, SHOWN), run.machine)


def timings(run: Run) -> str:
    """The block `timings`."""
    parts = [
        "### Machine and versions",
        tables.markdown([["", ""], *([name, value] for name, value in run.machine.items())]),
    ]
    parts += ["### In one view", tables.markdown(tables.summary(run))]
    others = []
    for title, rows in tables.records(run):
        if title.endswith(f" {SHOWN}"):
            parts += [f"### {title}", tables.markdown(rows)]
        else:
            others += [f"#### {title}", tables.markdown(rows)]
    if others:
        parts += ["<details>", "<summary>The other batch sizes</summary>", *others, "</details>"]
    return "\n\n".join(parts)
