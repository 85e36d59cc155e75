"""source: the sdist holds what git holds of the crate, the package and the tests, and builds and passes them offline"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.check_dist.artifacts import NotHere, Release, Sdist
from tools.pythons import environment, pip

NEEDED = ("Cargo.lock", "Cargo.toml", "LICENSE", "PKG-INFO", "README.md", "build.rs", "pyproject.toml")
WHOLE = ("proto/", "python/", "src/", "tests/")
MADE_BY_MATURIN = frozenset({"PKG-INFO"})
VENDORED = """
[source.crates-io]
replace-with = "vendored"

[source.vendored]
directory = "vendor"
"""


def problems(release: Release) -> Iterator[str]:
    if not release.sdists:
        raise NotHere("no sdist")
    for sdist in release.sdists:
        yield from _files(sdist, _tracked(release.root))
        if release.build_sdist:
            yield from _builds(sdist, release)


def _tracked(root: Path) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False)
    return set(listed.stdout.rstrip("\0").split("\0")) if listed.returncode == 0 else set()


def _files(sdist: Sdist, tracked: set[str]) -> Iterator[str]:
    present = set(sdist.files)
    wanted = set(NEEDED) | {name for name in tracked if name.startswith(WHOLE)}
    for name in sorted(wanted - present):
        yield f"{sdist.path.name}: {name} is missing"
    for name in sorted(present - tracked - MADE_BY_MATURIN) if tracked else ():
        yield f"{sdist.path.name}: {name} is not in git"


def _builds(sdist: Sdist, release: Release) -> Iterator[str]:
    """What a distributor does: fetch the crates once, then build and test without a network."""
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(sdist.path) as archive:
            archive.extractall(scratch, filter="data")
        source = next(path for path in Path(scratch).iterdir() if path.is_dir())
        subprocess.run(
            ["cargo", "vendor", "--locked", "--quiet", "vendor"], cwd=source, check=True, stdout=subprocess.DEVNULL
        )
        (source / ".cargo").mkdir(exist_ok=True)
        with (source / ".cargo" / "config.toml").open("a", encoding="utf-8") as config:
            config.write(VENDORED)
        python = environment(Path(sys.base_prefix) / "bin" / "python3", Path(scratch) / "env")
        needed = ["--group", "test", "--group", "test-exporters", "maturin>=1.16,<2", "opentelemetry-sdk"]
        pip(python, "install", "--quiet", *needed, cwd=source)
        offline = {
            **os.environ,
            "CARGO_NET_OFFLINE": "true",
            "HYPOTHESIS_PROFILE": "quick",
            "PIP_NO_INDEX": "1",
            "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        }
        offline |= {"RUSTUP_TOOLCHAIN": release.rust} if release.rust else {}
        build: list[str | Path] = [python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "."]
        for step in (build, [python, "-m", "pytest", "-q", "tests"]):
            if subprocess.run([*cut_off(), *step], cwd=source, env=offline, check=False).returncode:
                yield f"{sdist.path.name}: without network, `{' '.join(map(str, step[1:]))}` fails"
                return


def cut_off() -> list[str]:
    """The words before a command that take its network away, all but the loopback; none where that is forbidden."""
    words = ["unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if not shutil.which("unshare") or not shutil.which("ip"):
        return []
    return words if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0 else []
