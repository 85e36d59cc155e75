"""reproducible: a second build of the same commit made the same files, byte for byte"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from tools.check_dist.artifacts import NotHere, Release, Wheel


def problems(release: Release) -> Iterator[str]:
    if release.again is None:
        raise NotHere("no second build (--again FOLDER)")
    second = {path.name: path for path in release.again.iterdir() if path.name.endswith((".whl", ".tar.gz"))}
    if not second:
        yield f"{release.again} holds no wheel and no sdist"
    first = {path.name: path for path in release.folder.iterdir() if path.name.endswith((".whl", ".tar.gz"))}
    for name, path in sorted(second.items()):
        if name not in first:
            yield f"{name}: only the second build made it"
        elif _digest(path.read_bytes()) != _digest(first[name].read_bytes()):
            yield f"{name}: the two builds differ{_where(first[name], path) if name.endswith('.whl') else ''}"


def _where(first: Path, second: Path) -> str:
    one, other = Wheel(first).files, Wheel(second).files
    differing = sorted(name for name in set(one) | set(other) if one.get(name) != other.get(name))
    return f" in {', '.join(differing)}" if differing else " in the archive alone (order, times or compression)"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
