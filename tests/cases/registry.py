"""The registry of cases: what a case is, how one is added, how its argument is made.

`expectation` says what the reference does, `want` what a user would rather have:
  identical: it encodes, and our bytes are the same;
  raises: it raises the exception named in `error`;
  better: it encodes but loses data; equal bytes unless parity.md names the difference.
`logs` is part of a message that the reference logs. `near`: the report shows this kind of fault, the very input is
ours. `protobuf`: the one major version in which the reference does this. `one_shot`: build afresh for each encoder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import pytest

GH = "https://github.com/"
PY = GH + "open-telemetry/opentelemetry-python/"


@dataclass(frozen=True)
class Case:
    """One kind of input that a public report shows, and what the reference does with it."""

    id: str
    signal: str  # 'traces' | 'metrics' | 'logs'
    source: str
    note: str
    build: Callable[[], Any]
    expectation: str = "identical"
    error: str = ""
    title: str = ""
    want: str = ""
    tags: tuple = ()
    logs: str = ""
    protobuf: str = ""
    near: bool = False
    one_shot: bool = False

    def __str__(self) -> str:
        return self.id

    def make(self) -> Any:
        """The argument for the encoder; skips where this SDK release, or numpy, is not there for it."""
        try:
            return self.build()
        except ImportError as error:
            pytest.skip(f"not to be had here: {error}")


CASES: list = []


def case(id: str, signal: str, source: str, note: str, expectation: str = "identical", **extra: Any) -> Callable:
    """Register the decorated zero-argument builder as a case."""

    def register(build: Callable[[], Any]) -> Callable[[], Any]:
        CASES.append(Case(id, signal, source, note, build, expectation, **extra))
        return build

    return register


def cases_of(signal: str, *expectations: str) -> list:
    """The cases of one signal with one of these expectations, as pytest parameters."""
    chosen = [item for item in CASES if item.signal == signal and item.expectation in expectations]
    return [pytest.param(item, id=item.id) for item in chosen]
