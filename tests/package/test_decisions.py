"""docs/adr: every decision is in the index, short, and says what was measured."""

from __future__ import annotations

import re

import pytest

from tests.package.pages import ROOT

FOLDER = ROOT / "docs" / "adr"
DECISIONS = sorted(FOLDER.glob("[0-9]*.md"))
WORDS_ON_A_PAGE = 450


def test_the_index_lists_every_decision_by_its_title():
    listed = re.findall(
        r"^\| \[(\d{4})\]\((.*?)\) \| (.*) \|$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE
    )
    titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in DECISIONS]
    assert [(path.name, title) for path, title in zip(DECISIONS, titles)] == [
        (name, f"# {number}: {title}") for number, name, title in listed
    ]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_is_under_a_page_and_has_four_sections(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        "Context",
        "Decision",
        "What was measured",
        "Consequences",
    ]
    assert len(text.split()) < WORDS_ON_A_PAGE


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_every_file_that_a_decision_names_exists(path):
    named = re.findall(r"`((?:src|tests|proto)/[\w/.*]*)`", path.read_text(encoding="utf-8"))
    assert [name for name in named if not list(ROOT.glob(name.rstrip("/")))] == []
