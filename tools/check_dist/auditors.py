"""auditors: auditwheel, abi3audit, check-wheel-contents and twine agree with each wheel, and none is too large"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.check_dist.artifacts import NotHere, Release, Wheel

BASELINE = "3.9"


def problems(release: Release) -> Iterator[str]:
    if not release.wheels:
        raise NotHere("no wheel")
    for wheel in release.wheels:
        yield from _size(wheel, release)
        if wheel.runs_on("linux"):
            yield from _auditwheel(wheel)
        if wheel.is_stable_abi:
            yield from _abi3audit(wheel)
        yield from _said("check-wheel-contents", "--no-config", wheel.path)
    yield from _said("twine", "check", "--strict", *(wheel.path for wheel in release.wheels))
    yield from _said("twine", "check", "--strict", *(sdist.path for sdist in release.sdists)) if release.sdists else ()


def _size(wheel: Wheel, release: Release) -> Iterator[str]:
    packed, installed = wheel.path.stat().st_size, sum(map(len, wheel.files.values()))
    print(f"   {packed:>9,} bytes, {installed:>9,} installed  {wheel.name}")
    if packed > release.size_limit:
        yield f"{wheel.name}: {packed:,} bytes, at most {release.size_limit:,} are allowed"
    if installed > release.installed_limit:
        yield f"{wheel.name}: {installed:,} bytes installed, at most {release.installed_limit:,} are allowed"


def _auditwheel(wheel: Wheel) -> Iterator[str]:
    ran = _run("auditwheel", "show", wheel.path)
    consistent = re.search(r'following\s+platform\s+tag:\s+"(\w+)"', ran.stdout)
    if not consistent:
        yield f"{wheel.name}: auditwheel: {ran.stdout.strip() or ran.stderr.strip()}"
    elif not any(_promises(tag.split("-")[2], consistent[1]) for tag in wheel.tags):
        yield f"{wheel.name}: auditwheel finds {consistent[1]}, which is more than the file's name asks for"


def _promises(tag: str, found: str) -> bool:
    """Whether the C library that a platform tag asks for is at least the one that the library inside needs."""
    (family, asked, machine), (found_family, needed, found_machine) = _parts(tag), _parts(found)
    return (family, machine) == (found_family, found_machine) and asked >= needed


def _parts(tag: str) -> tuple[str, tuple[int, ...], str]:
    spelled = re.fullmatch(r"(manylinux|musllinux)_(\d+)_(\d+)_(\w+)", tag.replace("manylinux2014", "manylinux_2_17"))
    return (spelled[1], (int(spelled[2]), int(spelled[3])), spelled[4]) if spelled else (tag, (), "")


def _abi3audit(wheel: Wheel) -> Iterator[str]:
    ran = _run("abi3audit", "--strict", "--report", wheel.path)
    try:
        specs = json.loads(ran.stdout)["specs"]
    except (ValueError, KeyError):
        yield f"{wheel.name}: abi3audit: {ran.stdout.strip() or ran.stderr.strip()}"
        return
    for found in (found for spec in specs.values() for found in spec["wheel"]):
        result = found["result"]
        if not result["is_abi3"] or not result["is_abi3_baseline_compatible"]:
            foreign = ", ".join([*result["non_abi3_symbols"], *result["future_abi3_objects"]])
            yield f"{wheel.name}: {found['name']} uses what the stable ABI of {BASELINE} lacks: {foreign}"
        if result["baseline"] != BASELINE:
            yield f"{wheel.name}: abi3audit takes {result['baseline']} as baseline, not {BASELINE}"


def _said(tool: str, *arguments: str | Path) -> Iterator[str]:
    ran = _run(tool, *arguments)
    if ran.returncode:
        yield f"{tool}: {(ran.stdout + ran.stderr).strip()}"


def _run(tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The tool of this environment, whatever PATH says."""
    own = shutil.which(tool, path=str(Path(sys.executable).parent)) or shutil.which(tool)
    if not own:
        raise SystemExit(f"{tool} is not installed: pip install --group release")
    return subprocess.run([own, *arguments], capture_output=True, text=True, check=False)
