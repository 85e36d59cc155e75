"""Two saved runs held against each other.

Seconds of different days can't be compared, so what is compared is our time in units of another contender's in the same
rounds: the yardstick's where both runs have it, since it is as fast and as steady as we are, else the reference's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

from bench.contenders import FLOOR, REFERENCE
from bench.figures import Case, Run

LEAST = log(1.05)
"""No smaller change is a finding: the same binary loaded twice differs by as much."""


@dataclass(frozen=True)
class Change:
    case: Case
    unit: str
    factor: float
    """Our time now, in times of what it was."""
    beyond_noise: bool


def compared(old: Run, new: Run) -> list[Change]:
    """What both runs have, the greatest change first."""
    before = {case.key: case for case in old.cases}
    changes = [_change(before[case.key], case) for case in new.cases if case.key in before]
    return sorted(changes, key=lambda change: -abs(log(change.factor)))


def _change(old: Case, new: Case) -> Change:
    unit = FLOOR if FLOOR in old.over_ours and FLOOR in new.over_ours else REFERENCE
    moved = log(old.over_ours[unit][1] / new.over_ours[unit][1])
    noise = _spread(old, unit) + _spread(new, unit)
    return Change(new, unit, exp(moved), abs(moved) > max(LEAST, noise))


def _spread(case: Case, unit: str) -> float:
    """Half of what lies between the quartiles, as a share."""
    first, _, third = case.over_ours[unit]
    return log(third / first) / 2


def report(old: Run, new: Run) -> str:
    changes = compared(old, new)
    found = [change for change in changes if change.beyond_noise]
    lines = [
        f"{'/'.join((change.case.signal, change.case.shape)):34} batch {change.case.size:>6,} {change.case.mode:5} "
        f"{change.factor:6.2f} times the time it took ({'slower' if change.factor > 1 else 'faster'}, "
        f"in units of the {change.unit})"
        for change in found
    ]
    only = {case.key for case in old.cases} ^ {case.key for case in new.cases}
    lines.append(
        f"{len(found)} of {len(changes)} cases changed beyond noise"
        + (f"; {len(only)} in one run only" if only else "")
    )
    return "\n".join(lines)
