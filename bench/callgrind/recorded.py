"""The recorded instruction counts, in docs/instructions.json, and what a new count says beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench import tables
from bench.document import DOCS

FILE = DOCS / "instructions.json"
ALLOWED = 1.10

# signal -> "shape warm" or "shape fresh" -> contender -> instructions a record
Counts = dict[str, dict[str, dict[str, float]]]


@dataclass(frozen=True)
class Record:
    machine: dict[str, str]
    size: int
    counts: Counts

    def save(self, path: Path = FILE) -> None:
        content = {"machine": self.machine, "size": self.size, "counts": self.counts}
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def loaded(path: Path = FILE) -> Record:
    return Record(**json.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Excess:
    signal: str
    label: str
    now: float
    limit: float

    def __str__(self) -> str:
        return (
            f"{self.signal}/{self.label}: {self.now:,.0f} instructions a record, at most {self.limit:,.0f} are allowed"
        )


def excesses(recorded: Counts, now: Counts) -> list[Excess]:
    """What needs over 10 % more than recorded.

    Another Python or SDK can make the very reads dearer. The yardstick, counted with us, says by how much, and the
    limit grows by that share; it never shrinks.
    """
    found = []
    for signal, labels in now.items():
        for label, counts in labels.items():
            before = recorded.get(signal, {}).get(label)
            if before is None:
                continue
            dearer = counts["floor"] / before["floor"] if "floor" in counts and "floor" in before else 1.0
            limit = before["ours"] * max(1.0, dearer) * ALLOWED
            if counts["ours"] > limit:
                found.append(Excess(signal, label, counts["ours"], limit))
    return found


def unrecorded(recorded: Counts, wanted: Mapping[str, Iterable[str]]) -> list[str]:
    """Shapes of the datasets that have no record yet."""
    return [
        f"{signal}/{shape}"
        for signal, shapes in wanted.items()
        for shape in shapes
        if f"{shape} warm" not in recorded.get(signal, {})
    ]


def markdown(record: Record) -> str:
    """The block `instructions` of docs/performance.md."""
    rows = [["shape", "ours", "floor", "ours / floor", "ours, fresh", "floor, fresh", "ours / floor, fresh"]]
    for signal, labels in record.counts.items():
        for shape in dict.fromkeys(label.rsplit(" ", 1)[0] for label in labels):
            row = [f"{signal}: {shape}"]
            for mode in ("warm", "fresh"):
                counts = labels[f"{shape} {mode}"]
                floor = counts.get("floor")
                row += [f"{counts['ours']:,.0f}", f"{floor:,.0f}" if floor else tables.NOTHING]
                row += [tables.number(counts["ours"] / floor) if floor else tables.NOTHING]
            rows.append(row)
    versions = ", ".join(f"{name} {value}" for name, value in record.machine.items())
    return f"Instructions a record, batches of {record.size} ({versions}).\n\n{tables.markdown(rows)}"
