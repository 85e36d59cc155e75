"""contents: each wheel holds the package's sources, one extension module and its metadata, no path of the builder"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.check_dist.artifacts import PACKAGE, NotHere, Release, Wheel

METADATA = (
    "METADATA",
    "RECORD",
    "WHEEL",
    "entry_points.txt",
    "licenses/LICENSE",
    "sboms/opentelemetry-proto-native.cyclonedx.json",
)
BUILD_FOLDERS = re.compile(
    # Rust's string literals lie side by side without a separator: only what cannot be the tail of another path is
    # looked for anywhere, the rest at the beginning of a string.
    rb"(?:/home/[\w.-]+|/root|/Users/[\w.-]+|/github/workspace)/[\w./-]+"
    rb"|(?<![\w./-])/(?:host|project|io|build|tmp)/[\w./-]+"
    rb"|[A-Za-z]:\\(?:Users|a|hostedtoolcache)\\[\w.\\-]+"
)
EXTENSION = re.compile(r"_native\.(abi3\.so|abi3t[\w-]*\.so|pyd|cpython-[\w-]+\.so|cp[\w-]+\.pyd)")


def problems(release: Release) -> Iterator[str]:
    if not release.wheels:
        raise NotHere("no wheel")
    package = {f"opentelemetry/{name}" for name in sources(release.root)}
    for wheel in release.wheels:
        yield from _files(wheel, package)
        yield from _paths(wheel, release.root)


def sources(root: Path) -> set[str]:
    """The package's files, below `python/opentelemetry`: those that git knows, or all where there is no git."""
    folder = root / "python" / "opentelemetry"
    listed = subprocess.run(["git", "ls-files", "-z", "."], cwd=folder, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return set(listed.stdout.rstrip("\0").split("\0"))
    kept = (path for path in folder.rglob("*") if path.suffix in (".py", ".pyi", ".typed") or path.name == "py.typed")
    return {path.relative_to(folder).as_posix() for path in kept}


def _files(wheel: Wheel, package: set[str]) -> Iterator[str]:
    expected = package | {f"{wheel.metadata_folder}/{name}" for name in METADATA}
    present = {name for name in wheel.files if not name.endswith("/")}
    extensions = {name for name in present if EXTENSION.fullmatch(name.removeprefix(f"{PACKAGE}/"))}
    if len(extensions) != 1:
        yield f"{wheel.name}: {len(extensions)} extension modules {sorted(extensions)}, one is expected"
    for name in sorted(present - extensions - expected):
        yield f"{wheel.name}: {name} does not belong in it"
    for name in sorted(expected - present):
        yield f"{wheel.name}: {name} is missing"


def _paths(wheel: Wheel, root: Path) -> Iterator[str]:
    own = [str(folder).encode() for folder in {root.resolve(), Path.home().resolve()} if len(folder.parts) > 1]
    for name, data in wheel.files.items():
        # Pyodide's build needs RUSTFLAGS for itself: its library names folders of the runner, a public one.
        compiled = (name in wheel.native and not wheel.runs_on("pyemscripten")) or "/sboms/" in name
        found = next((path for path in own if path + b"/" in data), None)
        generic = BUILD_FOLDERS.search(data) if compiled else None
        there = found or (generic.group() if generic else None)
        if there:
            path = there.decode(errors="replace")
            yield f"{wheel.name}: {name} holds a path of the machine that built it: {path}"
