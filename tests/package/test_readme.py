"""Every Python block of the README runs as printed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SDK = tuple(int(part) for part in metadata.version("opentelemetry-sdk").split(".")[:2])

TEXT = README.read_text(encoding="utf-8")


def heading_of(position: int) -> str:
    return re.findall(r"^## (.*)$", TEXT[:position], re.MULTILINE)[-1]


BLOCKS = [pytest.param(match.group(1), id=heading_of(match.start())) for match in BLOCK.finditer(TEXT)]


@pytest.mark.parametrize("block", BLOCKS)
def test_block_runs_as_printed_and_shows_something(block, tmp_path):
    if "InMemoryLogRecordExporter" in block and SDK < (1, 39):
        pytest.skip("the README uses the name that SDK 1.39 gave to this exporter")
    script = tmp_path / "example.py"
    script.write_text(block, encoding="utf-8")
    result = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout


def test_every_signal_has_a_block():
    assert {"Spans", "Metrics", "Logs"} <= {block.id for block in BLOCKS}


def test_every_linked_file_exists():
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", TEXT) if not target.startswith("https://")]
    assert targets
    assert [target for target in targets if not (README.parent / target.split("#")[0]).exists()] == []


def test_every_make_command_exists():
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"`make ([a-z-]+)`|^    make ([a-z-]+)", TEXT, re.MULTILINE))
    names = {name for pair in commands for name in pair if name}
    assert {"demo", "test"} <= names
    assert {name for name in names if not re.search(rf"^{name}:.*## ", makefile, re.MULTILINE)} == set()
