"""The check `auditors`: sizes, and what auditwheel, abi3audit, check-wheel-contents and twine say of each wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.dist.making import ENTRY, HARD, METADATA, RELEASE_TOOLS, library, wheel

auditors = pytest.importorskip("tools.check_dist.auditors", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)


def problems(folder: Path, **release: int) -> str:
    return "\n".join(auditors.problems(artifacts.Release(folder, **release)))


def test_a_good_wheel_passes(tmp_path: Path) -> None:
    wheel(tmp_path)
    assert problems(tmp_path) == ""


def test_a_wheel_over_the_limit_is_found(tmp_path: Path) -> None:
    wheel(tmp_path)
    assert "at most 100 are allowed" in problems(tmp_path, size_limit=100)
    assert "bytes installed, at most 200 are allowed" in problems(tmp_path, installed_limit=200)


def test_a_symbol_outside_the_stable_abi_is_found(tmp_path: Path) -> None:
    private = "extern int PyUnstable_Code_New(void);\nint reached(void) { return PyUnstable_Code_New(); }\n"
    wheel(tmp_path, native=library(private + ENTRY))
    assert "uses what the stable ABI of 3.9 lacks: PyUnstable_Code_New" in problems(tmp_path)


def test_a_stable_symbol_younger_than_3_9_is_found(tmp_path: Path) -> None:
    young = "extern char *PyUnicode_AsUTF8AndSize(void);\nchar *reached(void) { return PyUnicode_AsUTF8AndSize(); }\n"
    wheel(tmp_path, native=library(young + ENTRY))
    assert "uses what the stable ABI of 3.9 lacks: PyUnicode_AsUTF8AndSize" in problems(tmp_path)


def test_a_wheel_that_claims_another_baseline_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, "cp311-abi3-manylinux_2_17_x86_64")
    assert "takes 3.11 as baseline, not 3.9" in problems(tmp_path)


def test_a_library_that_needs_a_newer_glibc_than_its_tag_is_found(tmp_path: Path) -> None:
    newer = "extern int gettid(void);\nint reached(void) { return gettid(); }\n"
    native = library(newer + ENTRY, "x86_64-linux-gnu.2.34", (*HARD, "-lc"))
    wheel(tmp_path, native=native)
    assert "auditwheel finds manylinux_2_3" in problems(tmp_path)


def test_a_library_of_another_processor_than_its_tag_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, native=library(target="aarch64-linux-gnu.2.17"))
    assert "auditwheel: " in problems(tmp_path)


def test_a_compiled_file_in_the_wheel_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, extra={"opentelemetry/proto_native/__init__.pyc": b""})
    assert "check-wheel-contents: " in problems(tmp_path)


def test_metadata_that_the_index_would_refuse_is_found(tmp_path: Path) -> None:
    wheel(tmp_path, extra={f"{METADATA}/METADATA": b"Metadata-Version: 2.4\nName: x\n"})
    assert "twine: " in problems(tmp_path)
