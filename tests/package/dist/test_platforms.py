"""The declared platforms are what cibuildwheel builds, what the workflow runs, and what the README says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package.dist.making import RELEASE_TOOLS

platforms = pytest.importorskip("tools.platforms", reason=RELEASE_TOOLS)
build = pytest.importorskip("tools.build", reason=RELEASE_TOOLS)
emulate = pytest.importorskip("tools.emulate", reason=RELEASE_TOOLS)
pytest.importorskip("cibuildwheel", reason=RELEASE_TOOLS)
yaml = pytest.importorskip("ruamel.yaml", reason=RELEASE_TOOLS)
WORKFLOWS = platforms.ROOT / ".github" / "workflows"
pytestmark = pytest.mark.skipif(not WORKFLOWS.exists(), reason="an sdist carries no workflows")


def identifiers(system: str, machines: str) -> set[str]:
    """What cibuildwheel would build or test there, by its own word and our pyproject.toml."""
    ran = subprocess.run(
        [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", system, "--archs", machines],
        cwd=platforms.ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("CIBW_")},
    )
    # On another system than a Mac it leaves out, with a note, what only an arm64 Mac can build.
    skipped = {line.split()[1] for line in ran.stderr.splitlines() if line.startswith("Note: ")}
    return set(ran.stdout.split()) | skipped


def runners() -> list[tuple[str, str]]:
    jobs = yaml.YAML(typ="safe").load((WORKFLOWS / "wheels.yml").read_text(encoding="utf-8"))["jobs"]
    return [(row["platform"], row["archs"]) for row in jobs["native"]["strategy"]["matrix"]["include"]]


def test_the_runners_build_and_test_the_declared_identifiers_and_no_others() -> None:
    there = set().union(*(identifiers(system, machines) for system, machines in runners()))
    assert there == set().union(*(platform.identifiers for platform in platforms.declared()))


def test_every_platform_is_built_by_exactly_one_of_the_two_jobs() -> None:
    assert [
        platform.tag for platform in platforms.declared() if bool(platform.identifier) == bool(platform.cross)
    ] == []


def test_a_wheel_of_each_declared_kind_is_built_by_an_interpreter_that_also_tests_it() -> None:
    for platform in platforms.declared():
        if platform.cross:
            continue
        for wheel in platform.wheels:
            assert wheel.split("-")[0].replace("314-cp314t", "314t") in {each.rstrip("t") for each in platform.tested}


def test_an_emulated_platform_has_an_image_pinned_by_digest() -> None:
    for row in platforms.cross_matrix():
        assert "@sha256:" in emulate.image(row["image"])


def test_each_emulated_python_is_given_the_wheel_that_pip_would_choose() -> None:
    tags = ("cp39-abi3", "cp314-cp314t", "cp315-abi3t")
    wheels = [Path(f"opentelemetry_proto_native-0.1.0-{tag}-manylinux_2_17_s390x.whl") for tag in tags]
    chosen = {python: emulate.wheel_for(python, wheels) for python in ("cp39", "cp314", "cp315", "cp314t", "cp315t")}
    assert chosen == dict(zip(chosen, (wheels[0], wheels[0], wheels[0], wheels[1], wheels[2])))


def test_a_python_that_no_wheel_serves_stops_the_emulation() -> None:
    with pytest.raises(SystemExit, match="no wheel here is for cp314t"):
        emulate.wheel_for("cp314t", [Path("opentelemetry_proto_native-0.1.0-cp39-abi3-manylinux_2_17_s390x.whl")])


def test_a_release_is_built_with_the_flags_for_rustc_of_every_other_build(tmp_path: Path) -> None:
    tomllib = pytest.importorskip("tomllib")
    usual = set(build.ordinary_flags())
    assert usual <= set(build.environment(tmp_path)["CARGO_ENCODED_RUSTFLAGS"].split("\x1f"))
    tables = tomllib.loads((platforms.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    for system in ("linux", "macos", "windows"):
        assert usual <= set(tables[system]["environment"]["RUSTFLAGS"].split())


@pytest.mark.parametrize("page", platforms.PAGES, ids=lambda page: page.name)
def test_the_page_shows_the_declared_platforms(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert platforms.with_table(text, platforms.PAGES[page]()) == text, "run `python -m tools.platforms write`"


def test_a_page_that_says_something_else_is_noticed() -> None:
    text = (platforms.ROOT / "README.md").read_text(encoding="utf-8")
    changed = text.replace("win_arm64", "toaster").replace("arm64", "toaster")
    assert changed != text
    assert platforms.with_table(changed, platforms.systems()) == text


def test_a_page_without_the_marks_is_noticed() -> None:
    with pytest.raises(ValueError, match="platforms: made by"):
        platforms.with_table("# Title\n", "")
