"""Which CPythons this machine has, by version, and environments made of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SUPPORTED = ("3.9", "3.10", "3.11", "3.12", "3.13")
"""What `make dist` runs the suite on: the versions that exist as releases on an ordinary developer's machine."""


def found(versions: Sequence[str] = SUPPORTED) -> dict[str, Path]:
    """The interpreters of these versions, from pyenv's folder or PATH; a version that is nowhere is left out."""
    return {version: python for version in versions if (python := _find(version))}


def _find(version: str) -> Path | None:
    roots = (Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions").glob(f"{version}.*/bin/python")
    on_path = shutil.which(f"python{version}")
    for candidate in [*sorted(roots, reverse=True), *([Path(on_path)] if on_path else [])]:
        if _version(candidate) == version:
            return candidate
    return None


def _version(python: Path) -> str | None:
    """What it says of itself: pyenv's shims exist on PATH for versions that are not there."""
    said = subprocess.run(
        [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True, check=False
    )
    return said.stdout.strip() if said.returncode == 0 else None


def environment(python: Path | str, folder: Path, upgrade: bool = True) -> Path:
    """A fresh virtual environment, with a pip that knows dependency groups unless told not to; its interpreter."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if upgrade:
        pip(own, "install", "--quiet", "--upgrade", "pip>=25.1")
    return own


def pip(python: Path, *arguments: str | Path, cwd: Path | None = None) -> None:
    subprocess.run([python, "-m", "pip", "--disable-pip-version-check", *arguments], check=True, cwd=cwd)
