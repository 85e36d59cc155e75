"""Every Python block of the README runs as printed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.package.pages import in_a_checkout

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SDK = tuple(int(part) for part in metadata.version("opentelemetry-sdk").split(".")[:2])

TEXT = README.read_text(encoding="utf-8")


def heading_of(position: int) -> str:
    return re.findall(r"^##+ (.*)$", TEXT[:position], re.MULTILINE)[-1]


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


def installed_sizes() -> dict[str, tuple[int, int]]:
    """Bytes and number of distributions of each row in docs/support.md."""
    page = (README.parent / "docs" / "support.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \| ([\d,]+) \| [\d,]+ \| (\d+) \|$", page, re.MULTILINE)
    return {installed: (int(size.replace(",", "")), int(count)) for installed, size, count in rows}


@pytest.mark.parametrize(
    ("row", "ours", "theirs"),
    [
        ("encoder", "SDK and this package", "SDK and the reference encoder with protobuf"),
        (
            "HTTP exporter",
            "SDK and this package with its HTTP exporter (`[http]`)",
            "SDK and the reference's HTTP exporter",
        ),
        (
            "gRPC exporter",
            "SDK and this package with its gRPC exporter (`[grpc]`)",
            "SDK and the reference's gRPC exporter",
        ),
    ],
)
def test_the_sizes_are_what_an_installation_adds_to_the_sdk(row, ours, theirs):
    sizes = installed_sizes()
    [cells] = re.findall(rf"^\| {row}.*? \| (\d.*) \| (\d.*) \|$", TEXT, re.MULTILINE)
    said = [tuple(int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", cell)) for cell in cells]
    alone = sizes["the SDK alone"]
    assert said == [(sizes[each][0] - alone[0], sizes[each][1] - alone[1]) for each in (ours, theirs)]


@in_a_checkout
def test_releasing_says_the_same_size():
    releasing = (README.parent / "RELEASING.md").read_text(encoding="utf-8")
    [(installed, module)] = re.findall(r"installed ([\d,]+), of which the extension module takes ([\d,]+)\.", releasing)
    assert re.search(rf"^\| encoder.*? \| {installed} bytes, ", TEXT, re.MULTILINE)
    assert int(module.replace(",", "")) < int(installed.replace(",", ""))


def test_the_chart_is_shown_with_a_text_in_its_place():
    [text] = re.findall(r"^!\[(.+)\]\(docs/performance\.svg\)$", TEXT, re.MULTILINE)
    assert len(text) > 40


def test_every_promise_names_what_backs_it():
    table = TEXT.partition("## What is promised\n")[2].partition("\n**Not promised")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ") and "---" not in line]
    for _, promise, backing in rows[1:]:
        files = re.findall(r"\]\(([^)#]+)|`(tests/[\w/.]+)`", backing)
        assert files, promise
        assert [name for pair in files for name in pair if name and not (README.parent / name).exists()] == []


def test_every_make_command_exists():
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)", TEXT, re.MULTILINE))
    names = {name for pair in commands for name in pair if name}
    assert {"demo", "test"} <= names
    assert {name for name in names if not re.search(rf"^{name}:.*## ", makefile, re.MULTILINE)} == set()
