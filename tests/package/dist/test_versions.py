"""The check `versions`: one version, said in Cargo.toml and repeated truly everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.dist.making import RELEASE_TOOLS, project, wheel

versions = pytest.importorskip("tools.check_dist.versions", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)


def problems(folder: Path, tag: str | None = None, **said: str) -> str:
    root = project(folder / "project", **said)
    return "\n".join(versions.problems(artifacts.Release(folder / "dist", root=root, tag=tag)))


def test_agreement_passes(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", native=b"")
    assert problems(tmp_path, tag="v0.1.0") == ""


def test_a_lock_file_of_another_version_is_found(tmp_path: Path) -> None:
    assert problems(tmp_path, locked="0.0.9") == "Cargo.lock says 0.0.9, Cargo.toml 0.1.0"


def test_a_changelog_without_this_version_on_top_is_found(tmp_path: Path) -> None:
    assert "CHANGELOG.md's newest entry is 0.0.9" in problems(tmp_path, changelog="[0.0.9] - 2026-01-01\n\n## 0.1.0")


def test_no_changelog_is_found(tmp_path: Path) -> None:
    project(tmp_path / "project")
    (tmp_path / "project" / "CHANGELOG.md").unlink()
    found = list(versions.problems(artifacts.Release(tmp_path / "dist", root=tmp_path / "project")))
    assert found == ["CHANGELOG.md's newest entry is missing, Cargo.toml says 0.1.0"]


def test_a_tag_of_another_version_is_found(tmp_path: Path) -> None:
    assert problems(tmp_path, tag="v0.2.0") == "the tag is v0.2.0, Cargo.toml says 0.1.0"


def test_a_wheel_of_another_version_is_found(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", native=b"", version="0.2.0")
    assert problems(tmp_path).endswith("manylinux_2_17_x86_64.whl: Cargo.toml says 0.1.0")


def test_a_version_in_pyproject_is_found(tmp_path: Path) -> None:
    root = project(tmp_path / "project")
    (root / "pyproject.toml").write_text('[project]\nversion = "0.1.0"\n', encoding="utf-8")
    found = list(versions.problems(artifacts.Release(tmp_path / "dist", root=root)))
    assert found == ["pyproject.toml states a version of its own; Cargo.toml is the place"]


def test_a_changelog_that_is_still_being_written_passes_until_there_is_a_tag(tmp_path: Path) -> None:
    assert problems(tmp_path, changelog="[Unreleased]") == ""
    assert (
        problems(tmp_path, tag="v0.1.0", changelog="[Unreleased]")
        == "CHANGELOG.md still says Unreleased, the tag is v0.1.0"
    )
