"""The program that runs the nine checks, and how a release is built: names, exit codes, and a clean environment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.package.dist.making import LINUX, RELEASE_TOOLS, project, wheel

program = pytest.importorskip("tools.check_dist.__main__", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
build = pytest.importorskip("tools.build", reason=RELEASE_TOOLS)


def test_there_are_nine_checks_and_each_says_what_it_is() -> None:
    assert len(program.CHECKS) == 9
    for check in program.CHECKS:
        title = check.__doc__.splitlines()[0]
        assert title.startswith(program.name_of(check).replace("_", " ") + ": ")


def test_a_check_without_anything_to_look_at_says_so_and_is_no_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.run(artifacts.Release(tmp_path), (program.windows_runtime, program.reproducible)) == []
    assert capsys.readouterr().out.count("not applied: ") == 2


def test_every_problem_is_returned_and_printed_under_its_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel(tmp_path / "dist", extra={"opentelemetry/__init__.py": b""}, native=b"")
    release = artifacts.Release(tmp_path / "dist", root=project(tmp_path / "project"), expect=[LINUX])
    found = program.run(release, (program.contents, program.completeness))
    assert len(found) == 2
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("   PROBLEM ")] == [
        f"   PROBLEM {problem}" for problem in found
    ]


def test_the_program_s_exit_code_is_1_if_something_is_wrong(tmp_path: Path) -> None:
    wheel(tmp_path, native=b"")
    command = [sys.executable, "-m", "tools.check_dist", str(tmp_path), "--only", "completeness", "--expect", LINUX]
    ran = subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "0 sdists, one is expected" in ran.stdout


def test_the_program_s_exit_code_is_0_if_all_is_well(tmp_path: Path) -> None:
    wheel(tmp_path, native=b"")
    (tmp_path / "opentelemetry_proto_native-0.1.0.tar.gz").touch()
    command = [sys.executable, "-m", "tools.check_dist", str(tmp_path), "--only", "completeness", "--expect", LINUX]
    ran = subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_a_build_maps_every_folder_of_this_machine_to_a_neutral_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARGO_HOME", "/somewhere/cargo")
    monkeypatch.setenv("RUSTFLAGS", "-C target-cpu=native")
    environment = build.environment(tmp_path, source=Path("/somewhere/crate"))
    assert environment["CARGO_ENCODED_RUSTFLAGS"].split("\x1f") == [
        *build.ordinary_flags(),
        "--remap-path-prefix=/somewhere/cargo/registry/src=/cargo",
        "--remap-path-prefix=/somewhere/crate=/src",
        f"--remap-path-prefix={tmp_path}=/target",
    ]
    assert "RUSTFLAGS" not in environment


def test_a_build_s_time_is_the_commit_s_unless_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert build.environment(tmp_path)["SOURCE_DATE_EPOCH"] == build.commit_time()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    assert build.environment(tmp_path)["SOURCE_DATE_EPOCH"] == "7"
