"""The checks `hardening` and `windows runtime`: what is in the libraries themselves, on each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.dist.making import ENTRY, RELEASE_TOOLS, library, wheel, windows_library, with_executable_stack

hardening = pytest.importorskip("tools.check_dist.hardening", reason=RELEASE_TOOLS)
windows_runtime = pytest.importorskip("tools.check_dist.windows_runtime", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
EXTRA = ENTRY + '__attribute__((visibility("default"))) int leaked(void) { return 1; }\n'
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_s390x": "s390x-linux-gnu.2.17",
    "musllinux_1_2_riscv64": "riscv64-linux-musl",
}


def problems(folder: Path) -> str:
    return "\n".join(hardening.problems(artifacts.Release(folder)))


@pytest.mark.parametrize("tag", TARGETS)
def test_a_hardened_library_with_one_entry_point_passes(tmp_path: Path, tag: str) -> None:
    wheel(tmp_path, f"cp39-abi3-{tag}", native=library(target=TARGETS[tag]))
    assert problems(tmp_path) == ""


@pytest.mark.parametrize("tag", TARGETS)
def test_an_extra_exported_symbol_is_found(tmp_path: Path, tag: str) -> None:
    wheel(tmp_path, f"cp39-abi3-{tag}", native=library(EXTRA, TARGETS[tag]))
    assert problems(tmp_path).endswith("_native.abi3.so exports leaked")


def test_an_extra_symbol_exported_on_macos_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, "cp39-abi3-macosx_11_0_arm64", native=library(EXTRA, "aarch64-macos", ()))
    assert problems(tmp_path).endswith("_native.abi3.so exports _leaked")


def test_an_extra_symbol_exported_on_windows_is_found(tmp_path: Path) -> None:
    native = windows_library(EXTRA, exports=("PyInit__native", "leaked"))
    wheel(tmp_path, "cp39-abi3-win_amd64", native=native, extension="_native.pyd")
    assert problems(tmp_path).endswith("_native.pyd exports leaked")


def test_the_entry_point_of_the_free_threaded_stable_abi_passes(tmp_path: Path) -> None:
    native = library(ENTRY.replace("PyInit", "PyModExport"))
    wheel(tmp_path, "cp315-abi3t-manylinux_2_17_x86_64", native=native, extension="_native.abi3t.so")
    assert problems(tmp_path) == ""


def test_a_library_without_an_entry_point_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=library("int hidden;\n"))
    assert "exports no entry point of the module _native" in problems(tmp_path)


def test_an_executable_stack_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=with_executable_stack(library()))
    assert problems(tmp_path).endswith("asks for an executable stack")


def test_late_binding_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=library(flags=("-Wl,-z,relro", "-Wl,-z,lazy")))
    assert problems(tmp_path).endswith("binds its symbols late (no BIND_NOW)")


def test_writable_relocations_are_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=library(flags=("-Wl,-z,norelro", "-Wl,-z,now")))
    assert problems(tmp_path).endswith("has no read-only relocations (RELRO)")


def test_a_file_that_is_no_library_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=b"#!/bin/sh\n")
    assert problems(tmp_path).endswith("_native.abi3.so is no library")


@pytest.mark.parametrize("runtime", ["VCRUNTIME140.dll", "MSVCP140.dll"])
def test_a_windows_library_that_needs_the_c_runtime_is_found(tmp_path: Path, runtime: str) -> None:
    native = windows_library(ENTRY, exports=("PyInit__native",), needs=runtime)
    wheel(tmp_path, "cp39-abi3-win_amd64", native=native, extension="_native.pyd")
    found = list(windows_runtime.problems(artifacts.Release(tmp_path)))
    assert [problem.partition(": ")[2] for problem in found] == [
        f"opentelemetry/proto_native/_native.pyd needs {runtime}"
    ]


def test_a_windows_library_that_needs_only_windows_passes(tmp_path: Path) -> None:
    native = windows_library(ENTRY, exports=("PyInit__native",), needs="KERNEL32.dll")
    wheel(tmp_path, "cp39-abi3-win_amd64", native=native, extension="_native.pyd")
    assert list(windows_runtime.problems(artifacts.Release(tmp_path))) == []
    assert problems(tmp_path) == ""
