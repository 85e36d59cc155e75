"""The project's pages in Markdown: their headings, links and code blocks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/*.md"), *ROOT.glob(".github/**/*.md")]
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?<=\n\n)(?:    .*\n(?:\n(?=    ))?)+")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """The page's text without its code blocks."""
    return BLOCK.sub("", page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[tuple[str, str]]:
    """Language and text of each fenced block."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the page's headings."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
        if found[slug]:
            found[f"{slug}-{found[slug]}"] = 0
    return set(found)


def links(page: Path) -> list[str]:
    """The targets of links and images."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    return re.findall(r"\]\(([^)\s]+)\)", text)


in_a_checkout = pytest.mark.skipif(not (ROOT / "fuzz").exists(), reason="an sdist holds less than a checkout")
