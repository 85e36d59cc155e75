"""The check `reproducible`, and the program that makes it hold: what finish_wheel.py changes in a wheel."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from tests.package.dist.making import METADATA, RELEASE_TOOLS, wheel
from tools.finish_wheel import finish

reproducible = pytest.importorskip("tools.check_dist.reproducible", reason=RELEASE_TOOLS)
artifacts = pytest.importorskip("tools.check_dist.artifacts", reason=RELEASE_TOOLS)
BILL = f"{METADATA}/sboms/opentelemetry-proto-native.cyclonedx.json"


def problems(folder: Path) -> str:
    return "\n".join(reproducible.problems(artifacts.Release(folder / "one", again=folder / "two")))


def test_two_equal_builds_pass(tmp_path: Path) -> None:
    wheel(tmp_path / "one", native=b"same")
    wheel(tmp_path / "two", native=b"same")
    assert problems(tmp_path) == ""


def test_a_library_that_differs_is_found_and_named(tmp_path: Path) -> None:
    wheel(tmp_path / "one", native=b"one")
    made = wheel(tmp_path / "two", native=b"two")
    record = f"{METADATA}/RECORD"
    inside = f"{record}, opentelemetry/proto_native/_native.abi3.so"
    assert (
        problems(tmp_path) == f"{made.name}: the two builds differ in {inside.split(', ')[1]}, {inside.split(', ')[0]}"
    )


def test_an_archive_that_differs_only_in_its_times_is_found(tmp_path: Path) -> None:
    made = wheel(tmp_path / "one", native=b"same")
    (tmp_path / "two").mkdir()
    with zipfile.ZipFile(made) as first, zipfile.ZipFile(tmp_path / "two" / made.name, "w") as second:
        for name in first.namelist():
            second.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), first.read(name))
    assert problems(tmp_path).endswith("differ in the archive alone (order, times or compression)")


def test_a_wheel_that_only_the_second_build_made_is_found(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    made = wheel(tmp_path / "two", native=b"same")
    assert problems(tmp_path) == f"{made.name}: only the second build made it"


def test_a_second_build_that_made_nothing_is_found(tmp_path: Path) -> None:
    wheel(tmp_path / "one", native=b"same")
    (tmp_path / "two").mkdir()
    assert problems(tmp_path).endswith("holds no wheel and no sdist")


def test_without_a_second_build_the_check_has_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(artifacts.NotHere):
        list(reproducible.problems(artifacts.Release(tmp_path)))


def bill(folder: str) -> bytes:
    return json.dumps({"bom-ref": f"path+file://{folder}#opentelemetry-proto-native@0.1.0"}, indent=2).encode()


def test_finished_wheels_of_two_build_folders_are_the_same_file(tmp_path: Path) -> None:
    one = wheel(tmp_path / "raw1", native=b"same", extra={BILL: bill("/home/a/x")})
    two = wheel(tmp_path / "raw2", native=b"same", extra={BILL: bill("/srv/b")})
    assert finish(one, tmp_path / "one").read_bytes() == finish(two, tmp_path / "two").read_bytes()
    assert problems(tmp_path) == ""


def test_a_finished_wheel_keeps_its_contents_and_lists_them_truly(tmp_path: Path) -> None:
    raw = wheel(tmp_path / "raw", native=b"library", extra={BILL: bill("/home/a/x")})
    made = finish(raw, tmp_path / "made")
    before, after = artifacts.Wheel(raw).files, artifacts.Wheel(made).files
    assert {name for name in before if before[name] != after.get(name)} <= {BILL, f"{METADATA}/RECORD"}
    assert json.loads(after[BILL]) == {"bom-ref": "path+file:///src#opentelemetry-proto-native@0.1.0"}
    for line in after[f"{METADATA}/RECORD"].decode().splitlines():
        name, said, size = line.split(",")
        if not name.endswith("RECORD"):
            digest = base64.urlsafe_b64encode(hashlib.sha256(after[name]).digest()).rstrip(b"=").decode()
            assert (said, int(size)) == (f"sha256={digest}", len(after[name]))


def test_the_bill_of_a_finished_wheel_names_what_is_in_it_and_not_what_only_built_it(tmp_path: Path) -> None:
    components = [{"bom-ref": "pyo3", "scope": "required"}, {"bom-ref": "protox", "scope": "excluded"}]
    dependencies = [{"ref": "ours", "dependsOn": ["pyo3", "protox"]}, {"ref": "protox", "dependsOn": ["pyo3"]}, {"ref": "pyo3"}]
    raw = json.dumps({"components": components, "dependencies": dependencies}).encode()
    made = finish(wheel(tmp_path / "raw", native=b"", extra={BILL: raw}), tmp_path / "made")
    assert json.loads(artifacts.Wheel(made).files[BILL]) == {
        "components": [{"bom-ref": "pyo3", "scope": "required"}],
        "dependencies": [{"ref": "ours", "dependsOn": ["pyo3"]}, {"ref": "pyo3", "dependsOn": []}],
    }


def test_a_finished_free_threaded_wheel_is_not_for_pythons_with_a_gil(tmp_path: Path) -> None:
    made = finish(wheel(tmp_path / "raw", "cp315-abi3.abi3t-win_amd64", native=b""), tmp_path / "made")
    assert made.name == "opentelemetry_proto_native-0.1.0-cp315-abi3t-win_amd64.whl"
    said = artifacts.Wheel(made).files[f"{METADATA}/WHEEL"].decode()
    assert [line for line in said.splitlines() if line.startswith("Tag")] == ["Tag: cp315-abi3t-win_amd64"]
