"""The check `contents`: which files a wheel may hold, and that none of them says where it was built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.dist.making import METADATA, RELEASE_TOOLS, library, project, wheel

contents = pytest.importorskip("tools.check_dist.contents", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
BILL = f"{METADATA}/sboms/opentelemetry-proto-native.cyclonedx.json"


def problems(folder: Path) -> str:
    return "\n".join(contents.problems(artifacts.Release(folder / "dist", root=project(folder / "project"))))


def test_a_good_wheel_passes(tmp_path: Path) -> None:
    wheel(tmp_path / "dist")
    assert problems(tmp_path) == ""


@pytest.mark.parametrize(
    "stranger",
    [
        "opentelemetry/__init__.py",
        "opentelemetry/py.typed",
        "opentelemetry/proto_native/notes.txt",
        "opentelemetry/sdk/version.py",
        "tests/test_x.py",
        "opentelemetry_proto_native.libs/libgcc_s.so.1",
        f"{METADATA}/top_level.txt",
    ],
)
def test_a_file_that_does_not_belong_in_the_wheel_is_found(tmp_path: Path, stranger: str) -> None:
    wheel(tmp_path / "dist", extra={stranger: b""})
    assert f"{stranger} does not belong in it" in problems(tmp_path)


@pytest.mark.parametrize("lost", ["opentelemetry/proto_native/py.typed", f"{METADATA}/licenses/LICENSE", BILL])
def test_a_file_that_the_wheel_lacks_is_found(tmp_path: Path, lost: str) -> None:
    wheel(tmp_path / "dist", without=(lost,))
    assert f"{lost} is missing" in problems(tmp_path)


def test_a_wheel_without_its_extension_module_is_found(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", without=("opentelemetry/proto_native/_native.abi3.so",))
    assert "0 extension modules" in problems(tmp_path)


def test_a_second_extension_module_is_found(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", extra={"opentelemetry/proto_native/_native.cpython-312-x86_64-linux-gnu.so": b""})
    assert "2 extension modules" in problems(tmp_path)


@pytest.mark.parametrize("home", ["/home/someone", "/root", "/Users/someone", "/project", "C:/Users/someone", "D:/a"])
def test_a_path_of_the_builder_inside_the_library_is_found(tmp_path: Path, home: str) -> None:
    path = f"{home}/crate/src/lib.rs"
    if ":" in home:
        path = path.replace("/", "\\")
    wheel(tmp_path / "dist", native=library() + b"\0at " + path.encode() + b"\0")
    assert "_native.abi3.so holds a path of the machine that built it" in problems(tmp_path)


def test_a_path_of_the_builder_inside_the_bill_of_materials_is_found(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", extra={BILL: b'{"bom-ref": "path+file:///home/someone/crate#x@1"}'})
    assert "cyclonedx.json holds a path of the machine that built it: /home/someone/crate" in problems(tmp_path)


def test_the_folder_of_this_very_project_is_found_wherever_it_stands(tmp_path: Path) -> None:
    wheel(tmp_path / "dist", native=library() + f"\0{tmp_path / 'project'}/src\0".encode())
    assert "holds a path of the machine that built it" in problems(tmp_path)


def test_neutral_paths_of_rust_and_its_crates_pass(tmp_path: Path) -> None:
    neutral = b"\0/rustc/0000/library/std/src/io/io_slice.rs/cargo/index.crates.io-0/pyo3/src/lib.rs/src/src/lib.rs\0"
    wheel(tmp_path / "dist", native=library() + neutral)
    assert problems(tmp_path) == ""
