"""From samples to figures: what a case took, and how contenders compare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import exp, log
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

from bench.contenders import OURS
from bench.measure import Samples

Quartiles = tuple[float, float, float]


@dataclass(frozen=True)
class Case:
    """One shape in one size, warm or fresh."""

    signal: str
    shape: str
    size: int
    mode: str
    length: int
    """Bytes of the request."""
    seconds: dict[str, float]
    """A call of each contender: at its best when warm, in the median when fresh."""
    over_ours: dict[str, Quartiles]
    """How many times our time each other contender takes: quartiles of the ratios within the rounds."""
    means: dict[str, float] = field(default_factory=dict)
    """A call of each contender, on the average of all rounds."""

    @property
    def key(self) -> tuple[str, str, int, str]:
        return self.signal, self.shape, self.size, self.mode

    def times(self, contender: str) -> float | None:
        """How many times our time `contender` takes."""
        return self.over_ours[contender][1] if contender in self.over_ours else None


@dataclass(frozen=True)
class Run:
    machine: dict[str, str]
    cases: list[Case]

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def loaded(path: Path) -> Run:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    cases = []
    for case in content["cases"]:
        over_ours = {name: tuple(values) for name, values in case.pop("over_ours").items()}
        cases.append(Case(over_ours=over_ours, **case))
    return Run(content["machine"], cases)


def case(signal: str, shape: str, size: int, mode: str, length: int, samples: Samples) -> Case:
    typical = min if mode == "warm" else median
    seconds = {name: typical(taken) for name, taken in samples.items()}
    over_ours = {
        name: quartiles([theirs / ours for theirs, ours in zip(taken, samples[OURS])])
        for name, taken in samples.items()
        if name != OURS
    }
    means = {name: fmean(taken) for name, taken in samples.items()}
    return Case(signal, shape, size, mode, length, seconds, over_ours, means)


def quartiles(values: Sequence[float]) -> Quartiles:
    if len(values) == 1:
        return values[0], values[0], values[0]
    first, middle, third = quantiles(values, n=4, method="inclusive")
    return first, middle, third


def geometric_mean(values: Iterable[float]) -> float:
    logarithms = [log(value) for value in values]
    return exp(sum(logarithms) / len(logarithms))
