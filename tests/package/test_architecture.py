"""ARCHITECTURE.md lists every file under src/, and names no file that is not there."""

from __future__ import annotations

import re

from tests.package.pages import ROOT, in_a_checkout

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
# What the worked example adds.
IMAGINED = {
    "src/sdk/profile.rs",
    "src/profiles/mod.rs",
    "tests/objects/profiles.py",
    "tests/test_serialize_profiles.py",
    "tests/profiles/",
}


def listed() -> list[str]:
    """The files of the section, in its order."""
    section = TEXT.partition("### File by file\n")[2].partition("\n## ")[0]
    found, folder = [], ""
    for line in section.splitlines():
        heading = re.match(r"`(src/[\w/]*)`", line)
        entry = re.match(r"- `([\w./]+)`: \S", line)
        if heading:
            folder = heading.group(1)
        elif entry:
            found.append(folder + entry.group(1))
    return found


def test_every_source_file_has_one_line():
    sources = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.rs")]
    assert sorted(listed()) == sorted(sources)


@in_a_checkout
def test_every_other_path_that_the_page_names_exists():
    named = set(re.findall(r"`((?:src|tests|proto|bench|tools|fuzz|examples|python|\.ci)/[\w/.*-]*)`", TEXT))
    assert len(named) > 20
    assert {name for name in named - IMAGINED if not list(ROOT.glob(name.rstrip("/")))} == set()


@in_a_checkout
def test_every_folder_of_the_project_is_named():
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and any(path.rglob("*.*"))}
    ours = folders - {"target", "dist", "build", "docs"} - {name for name in folders if name.startswith(".")}
    assert {folder for folder in ours if f"`{folder}/" not in TEXT} == set()
