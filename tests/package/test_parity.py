"""docs/parity.md names a test for each difference, and each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and line.count(" | ") >= 2]


def test_every_difference_names_a_test() -> None:
    rows = [row for row in ROWS if not row.startswith(("| input ", "| bad input "))]
    assert len(rows) > 15
    assert [row for row in rows if "::test_" not in row] == []


def test_every_named_test_exists() -> None:
    missing = [
        f"{path}::{name}" for path, name in NAMED if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_every_file_that_the_page_points_at_exists() -> None:
    paths = re.findall(r"`((?:src|proto)/[\w/.]*)`", PAGE)
    assert [path for path in paths if not (ROOT / path).exists()] == []
