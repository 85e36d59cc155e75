"""The check `source`: the sdist is what git holds, and stands on its own without network."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.package.dist.making import RELEASE_TOOLS, project

source = pytest.importorskip("tools.check_dist.source", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
TRACKED = (*source.NEEDED, "src/lib.rs", "proto/trace.proto", "tests/test_x.py")


def repository(folder: Path) -> Path:
    root = project(folder / "project")
    for name in set(TRACKED) - {"PKG-INFO"}:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    subprocess.run(["git", "add", "."], cwd=root, check=True)
    return root


def problems(folder: Path, *, without: str | None = None, extra: str | None = None) -> str:
    root = repository(folder)
    tracked = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    (folder / "dist").mkdir()
    with tarfile.open(folder / "dist" / "opentelemetry_proto_native-0.1.0.tar.gz", "w:gz") as archive:
        for name in sorted({"PKG-INFO", *tracked, *([extra] if extra else [])} - {without}):
            archive.addfile(tarfile.TarInfo(f"opentelemetry_proto_native-0.1.0/{name}"), io.BytesIO())
    return "\n".join(source.problems(artifacts.Release(folder / "dist", root=root)))


def test_an_sdist_of_what_git_holds_passes(tmp_path: Path) -> None:
    assert problems(tmp_path) == ""


@pytest.mark.parametrize("lost", ["Cargo.lock", "proto/trace.proto", "tests/test_x.py", "src/lib.rs", "LICENSE"])
def test_a_file_that_the_sdist_lacks_is_found(tmp_path: Path, lost: str) -> None:
    assert problems(tmp_path, without=lost) == f"opentelemetry_proto_native-0.1.0.tar.gz: {lost} is missing"


@pytest.mark.parametrize("stranger", ["dist/old.whl", ".venv/pyvenv.cfg", "notes.txt"])
def test_a_file_that_git_does_not_hold_is_found(tmp_path: Path, stranger: str) -> None:
    assert problems(tmp_path, extra=stranger) == f"opentelemetry_proto_native-0.1.0.tar.gz: {stranger} is not in git"


def test_a_folder_without_an_sdist_gives_the_check_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(artifacts.NotHere):
        list(source.problems(artifacts.Release(tmp_path)))


def test_a_command_that_is_cut_off_reaches_its_own_loopback_and_nothing_else() -> None:
    words = source.cut_off()
    if not words:
        pytest.skip("this system does not let a process leave its network")
    listed = subprocess.run([*words, "cat", "/proc/net/dev"], capture_output=True, text=True, check=True).stdout
    assert [line.split(":")[0].strip() for line in listed.splitlines()[2:]] == ["lo"]
