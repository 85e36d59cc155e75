"""The resident size, and work that would let it grow if anything were kept."""

from __future__ import annotations

import sys

import pytest

from tests.robustness.places import PLACES, SERIALIZE, SIGNALS, usual

VALUES = ("kept", ["a", {"b": 1}], 1 << 70, "\ud800", {1}, b"raw", None)


def resident() -> int:
    """Bytes of memory in use by this process now."""
    if sys.platform != "linux":
        pytest.skip("reads the resident size from /proc")
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def grow_by(records: int) -> None:
    """Serialize this many records: every place and signal, good and bad, in both modes."""
    done = 0
    batches = [(signal, usual(signal, 64)) for signal in SIGNALS]
    while done < records:
        for errors in ("strict", "replace"):
            for signal, batch in batches:
                for _ in range(8):
                    SERIALIZE[signal](batch, errors=errors)
                    done += 64
            for place in PLACES:
                place.serialize({str(number): value for number, value in enumerate(VALUES)}, errors=errors)
                done += 1
