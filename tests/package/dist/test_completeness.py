"""The check `completeness`: a release holds the declared wheels, all of them and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.dist.making import LINUX, RELEASE_TOOLS, wheel

completeness = pytest.importorskip("tools.check_dist.completeness", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
platforms = pytest.importorskip("tools.platforms", reason=RELEASE_TOOLS)


def release(folder: Path, tags: list[str], **given: object) -> str:
    for tag in tags:
        wheel(folder, tag, native=b"")
    (folder / "opentelemetry_proto_native-0.1.0.tar.gz").touch()
    return "\n".join(completeness.problems(artifacts.Release(folder, **given)))


def declared() -> list[str]:
    return [tag for platform in platforms.declared() for tag in platform.wheel_tags]


def test_the_declared_wheels_and_an_sdist_pass(tmp_path: Path) -> None:
    assert release(tmp_path, declared()) == ""


@pytest.mark.parametrize("missing", [LINUX, "cp314-cp314t-win_arm64", "cp315-abi3t-musllinux_1_2_riscv64"])
def test_a_missing_platform_is_found(tmp_path: Path, missing: str) -> None:
    assert release(tmp_path, [tag for tag in declared() if tag != missing]) == f"{missing}: no wheel"


def test_a_wheel_for_a_platform_that_nobody_declared_is_found(tmp_path: Path) -> None:
    found = release(tmp_path, [*declared(), "cp39-abi3-manylinux_2_39_x86_64"])
    assert "manylinux_2_39_x86_64.whl: no declared platform has this tag" in found


def test_a_wheel_for_one_python_where_a_stable_one_is_declared_is_found(tmp_path: Path) -> None:
    found = release(tmp_path, ["cp313-cp313-manylinux_2_17_x86_64"], expect=[LINUX])
    assert "no declared platform has this tag" in found
    assert f"{LINUX}: no wheel" in found


def test_a_free_threaded_wheel_that_gil_pythons_would_choose_is_found(tmp_path: Path) -> None:
    tag = "cp315-abi3t-manylinux_2_17_x86_64"
    assert "no declared platform" in release(tmp_path, [tag.replace("abi3t", "abi3.abi3t")], expect=[tag])


def test_two_wheels_for_one_platform_are_found(tmp_path: Path) -> None:
    both = f"{LINUX.replace('manylinux_2_17', 'manylinux2014')}"
    assert f"{LINUX}: both " in release(tmp_path, [LINUX, both], expect=[LINUX])


def test_the_old_alias_beside_the_tag_is_one_wheel(tmp_path: Path) -> None:
    assert release(tmp_path, ["cp39-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64"], expect=[LINUX]) == ""


def test_a_release_without_an_sdist_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=b"")
    found = list(completeness.problems(artifacts.Release(tmp_path, expect=[LINUX])))
    assert found == ["0 sdists, one is expected"]


def test_an_expectation_outside_the_declared_list_is_found(tmp_path: Path) -> None:
    assert "does not declare it" in release(tmp_path, [LINUX], expect=[LINUX, "cp39-abi3-linux_x86_64"])
