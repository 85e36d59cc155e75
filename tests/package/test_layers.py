"""The rooms under src/ use each other only in the directions that ARCHITECTURE.md draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"

SIGNAL = {"common", "sdk", "python", "wire", "error"}
MAY_USE = {
    "error": set[str](),
    "wire": set[str](),
    "python": {"error"},
    "sdk": {"python", "error"},
    "common": {"sdk", "python", "wire", "error"},
    "traces": SIGNAL,
    "metrics": SIGNAL,
    "logs": SIGNAL,
    "responses": {"wire"},
    "lib": {"traces", "metrics", "logs", "responses", *SIGNAL},
}

# Comments, and text in quotes, are not code.
NOT_CODE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | r(?P<hashes>\#*)".*?"(?P=hashes) | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])'""",
    re.DOTALL | re.VERBOSE,
)


def code_of(text: str) -> str:
    return NOT_CODE.sub(" ", text)


def room_of(path: Path) -> str:
    first = path.relative_to(SRC).parts[0]
    return first.removesuffix(".rs")


def rooms_named(code: str) -> set[str]:
    """The first names after `crate::`, also inside braces, in `use` lines and in paths."""
    named = set(re.findall(r"\bcrate\s*::\s*(\w+)", code))
    for group in re.finditer(r"\bcrate\s*::\s*\{", code):
        depth, name_due = 1, True
        for token in re.findall(r"[{},]|\w+", code[group.end() :]):
            if token == "{":
                depth += 1
            elif token == "}":
                depth -= 1
            elif token == ",":
                name_due = depth == 1
            elif name_due:
                named.add(token)
                name_due = False
            if depth == 0:
                break
    return named - {"self"}


def rooms_reached_by_super(path: Path, code: str) -> set[str]:
    """Rooms that a chain of `super::` climbs to: as many steps as the file lies deep lead to the crate's root."""
    parts = path.relative_to(SRC).parts
    depth = len(parts) - (parts[-1] in {"mod.rs", "lib.rs"})
    chains = re.findall(r"\b((?:super\s*::\s*)+)(\w+)", code)
    return {name for chain, name in chains if chain.count("super") >= depth and name in MAY_USE}


def sources() -> Iterator[tuple[Path, str]]:
    for path in sorted(SRC.rglob("*.rs")):
        yield path, code_of(path.read_text(encoding="utf-8"))


def test_every_room_is_in_the_table():
    rooms = {room_of(path) for path, _ in sources()}
    assert rooms <= MAY_USE.keys()
    assert {"lib", "error", "wire", "python", "sdk", "common", "traces"} <= rooms


def test_rooms_use_only_the_rooms_below_them():
    rooms = {room_of(path) for path, _ in sources()}
    offences = [
        f"{path.relative_to(SRC)} uses {used}"
        for path, code in sources()
        for used in sorted((rooms_named(code) & rooms) | rooms_reached_by_super(path, code))
        if used != room_of(path) and used not in MAY_USE[room_of(path)]
    ]
    assert offences == []


def test_only_the_ffi_room_holds_unsafe_code():
    homes = {path.relative_to(SRC).as_posix() for path, code in sources() if re.search(r"\bunsafe\b", code)}
    assert homes
    assert {home for home in homes if not re.match(r"python/ffi[./]", home)} == set()


@pytest.mark.parametrize(
    ("room", "crate"), [("wire", "pyo3"), ("sdk", "prost"), ("traces", "prost"), ("error", "prost")]
)
def test_a_room_does_not_know_the_crate_of_the_other_side(room, crate):
    assert [path for path, code in sources() if room_of(path) == room and re.search(rf"\b{crate}\b", code)] == []


@pytest.mark.parametrize(
    ("code", "rooms"),
    [
        ("use crate::wire::Field;", {"wire"}),
        ("pub(crate) use crate::{sdk::{Span, Link}, error::Error, wire};", {"sdk", "error", "wire"}),
        ("fn f() { crate::common::attributes::write() }", {"common"}),
        ("// use crate::logs::LogRecord;\nuse std::fmt;", set()),
        ('let text = "crate::logs"; /* crate::metrics */', set()),
    ],
)
def test_the_reader_of_paths_sees_each_way_to_name_a_room(code, rooms):
    assert rooms_named(code_of(code)) == rooms


@pytest.mark.parametrize(
    ("file", "code", "rooms"),
    [
        ("wire/mod.rs", "use super::python::kind;", {"python"}),
        ("wire/varint.rs", "use super::super::sdk;", {"sdk"}),
        ("sdk/span.rs", "use super::common::attributes;", set()),
    ],
)
def test_the_reader_of_paths_sees_where_super_leaves_a_room(file, code, rooms):
    assert rooms_reached_by_super(SRC / file, code) == rooms
