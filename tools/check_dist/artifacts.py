"""What the checks look at: the folder's wheels and sdist, and what is inside them."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.utils import parse_wheel_filename

from tools.platforms import ROOT

PACKAGE = "opentelemetry/proto_native"
DISTRIBUTION = "opentelemetry_proto_native"


class NotHere(Exception):
    """The check has nothing to look at; the text says what is missing."""


@dataclass(frozen=True)
class Wheel:
    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @cached_property
    def version(self) -> str:
        return str(parse_wheel_filename(self.name)[1])

    @cached_property
    def tags(self) -> frozenset[str]:
        return frozenset(str(tag) for tag in parse_wheel_filename(self.name)[3])

    @cached_property
    def files(self) -> dict[str, bytes]:
        with zipfile.ZipFile(self.path) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist()}

    @property
    def metadata_folder(self) -> str:
        return f"{DISTRIBUTION}-{self.version}.dist-info"

    @property
    def native(self) -> dict[str, bytes]:
        return {name: data for name, data in self.files.items() if name.endswith((".so", ".pyd", ".dylib", ".dll"))}

    def runs_on(self, system: str) -> bool:
        """Whether one of its tags names this system: `linux` (both libcs), `macosx`, `win` or `pyemscripten`."""
        return any(re.match(rf"(many|musl)?{system}", tag.split("-")[2]) for tag in self.tags)

    @property
    def is_stable_abi(self) -> bool:
        return any(tag.split("-")[1] == "abi3" for tag in self.tags)


@dataclass(frozen=True)
class Sdist:
    path: Path

    @cached_property
    def files(self) -> dict[str, bytes]:
        """By path below the archive's one folder."""
        with tarfile.open(self.path) as archive:
            members = [member for member in archive.getmembers() if member.isfile()]
            opened = {member.name.partition("/")[2]: archive.extractfile(member) for member in members}
            return {name: file.read() for name, file in opened.items() if file is not None}

    @property
    def version(self) -> str:
        return self.path.name.removesuffix(".tar.gz").rpartition("-")[2]


@dataclass(frozen=True)
class Release:
    folder: Path
    again: Path | None = None
    """The files of a second build of the same commit."""
    expect: Sequence[str] = ()
    """The wheel tags it must hold; every declared one where empty."""
    tag: str | None = None
    """The git tag it is released as."""
    root: Path = ROOT
    size_limit: int = 450_000
    installed_limit: int = 980_000
    """Both just above what the wheels take, and to go down with them: see "Size" in RELEASING.md."""
    build_sdist: bool = False
    rust: str | None = None
    """The toolchain that the sdist is built with, such as `1.85.1`; the default one where None."""

    @cached_property
    def wheels(self) -> list[Wheel]:
        return [Wheel(path) for path in sorted(self.folder.glob("*.whl"))]

    @cached_property
    def sdists(self) -> list[Sdist]:
        return [Sdist(path) for path in sorted(self.folder.glob("*.tar.gz"))]

    def wheels_for(self, system: str) -> list[Wheel]:
        chosen = [wheel for wheel in self.wheels if wheel.runs_on(system)]
        if not chosen:
            raise NotHere(f"no wheel for {system}")
        return chosen
