"""The declared platforms (platforms.toml): the wheels a release must hold, their table, the workflow's cross builds.

python -m tools.platforms write      put the tables into README.md and docs/support.md, between their marks
python -m tools.platforms cross      print the matrix of the workflow's job `cross`, as JSON
"""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- platforms: made by `python -m tools.platforms write` -->"
END = "<!-- platforms end -->"


@dataclass(frozen=True)
class Platform:
    system: str
    machine: str
    tag: str
    wheels: tuple[str, ...]
    """The tags before the platform's, such as `cp39-abi3`."""
    tested: tuple[str, ...]
    """The interpreters that run the suite on it, as cibuildwheel names them."""
    identifier: str | None
    """The platform part of cibuildwheel's build identifiers; None where it does not build."""
    cross: dict[str, str] | None

    @property
    def wheel_tags(self) -> tuple[str, ...]:
        return tuple(f"{wheel}-{self.tag}" for wheel in self.wheels)

    @property
    def identifiers(self) -> frozenset[str]:
        return frozenset(f"{python}-{self.identifier}" for python in self.tested) if self.identifier else frozenset()


def declared() -> tuple[Platform, ...]:
    text = tomllib.loads((Path(__file__).parent / "platforms.toml").read_text(encoding="utf-8"))
    kinds = tuple(text["kinds"].values())
    return tuple(_platform(entry, kinds, text["tested"]) for entry in text["platform"])


def _platform(entry: dict[str, Any], kinds: tuple[str, ...], tested: dict[str, list[str]]) -> Platform:
    own = tuple(entry.get("wheels", kinds))
    pythons = tuple(entry.get("tested", tested["cross" if "cross" in entry else "cibuildwheel"]))
    return Platform(
        entry["system"], entry["machine"], entry["tag"], own, pythons, entry.get("identifier"), entry.get("cross")
    )


def systems() -> str:
    """The short table: a row a system, its processors, and the Pythons that a wheel serves there."""
    rows: dict[tuple[str, str], list[str]] = {}
    for platform in declared():
        serves = "CPython 3.9 or later, free-threaded 3.14 or later" if len(platform.wheels) > 1 else "CPython 3.14"
        rows.setdefault((platform.system, serves), []).append(platform.machine)
    lines = ["| system | processors | Python |", "| --- | --- | --- |"]
    return "\n".join(
        lines + [f"| {system} | {', '.join(rows[system, serves])} | {serves} |" for system, serves in rows]
    )


def wheels() -> str:
    """The long table: a row a platform, its wheels, and what ran the suite."""
    lines = ["| platform | wheels | the suite runs on |", "| --- | --- | --- |"]
    for platform in declared():
        tags = ", ".join(f"`{wheel}`" for wheel in platform.wheels)
        where = "under emulation" if platform.cross else "natively" if len(platform.wheels) > 1 else "in Pyodide"
        lines.append(f"| {platform.system}, {platform.machine} | {tags} | {_pythons(platform.tested)}, {where} |")
    return "\n".join(lines)


PAGES = {ROOT / "README.md": systems, ROOT / "docs" / "support.md": wheels}


def _pythons(interpreters: tuple[str, ...]) -> str:
    said = [f"{each[2]}.{each[3:]}" for each in interpreters]
    plain = [each for each in said if each[-1] != "t"]
    span = [f"{plain[0]} to {plain[-1]}"] if len(plain) > 2 else plain
    return ", ".join(span + [each for each in said if each not in plain])


def with_table(text: str, table: str) -> str:
    """A page's text with this table between its marks; ValueError where the marks are missing."""
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"no {BEGIN} ... {END} on the page")
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


def cross_matrix() -> list[dict[str, str]]:
    return [{"tag": platform.tag, **platform.cross} for platform in declared() if platform.cross]


def main(arguments: list[str]) -> int:
    if arguments == ["write"]:
        for page, table in PAGES.items():
            page.write_text(with_table(page.read_text(encoding="utf-8"), table()), encoding="utf-8")
    elif arguments == ["cross"]:
        print(json.dumps(cross_matrix()))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
