"""The check `side by side`: a wheel beside an SDK of our own making, with no index asked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.package.dist.making import RELEASE_TOOLS, wheel

side_by_side = pytest.importorskip("tools.check_dist.side_by_side", reason=RELEASE_TOOLS)
SDK = {"opentelemetry/sdk/trace/__init__.py": b"", "opentelemetry/sdk/version/__init__.py": b"__version__ = '1.0'\n"}
OURS = ("opentelemetry/proto_native/__init__.py", "opentelemetry/proto_native/py.typed")
USE = "import opentelemetry.sdk.trace, opentelemetry.proto_native"


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The wheel of a stand-in SDK; pip asks no index while it is in use."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    nothing = (*OURS, "opentelemetry/proto_native/_native.abi3.so")
    return wheel(tmp_path / "sdk", "py3-none-any", name="opentelemetry_sdk", extra=SDK, without=nothing, native=b"")


def problems(ours: Path, sdk: Path, use: str = USE) -> str:
    return "\n".join(side_by_side.beside(Path(sys.executable), ours, str(sdk), use))


def test_a_wheel_that_keeps_to_its_own_folder_passes(tmp_path: Path, sdk: Path) -> None:
    assert problems(wheel(tmp_path, "py3-none-any", native=b""), sdk) == ""


def test_a_wheel_that_writes_into_the_sdk_is_found(tmp_path: Path, sdk: Path) -> None:
    found = problems(
        wheel(tmp_path, "py3-none-any", native=b"", extra={"opentelemetry/sdk/version/__init__.py": b"x"}), sdk
    )
    assert "installing it changes" in found
    assert "uninstalling it harms" in found


def test_a_wheel_that_turns_the_namespace_into_a_package_is_found(tmp_path: Path, sdk: Path) -> None:
    taken = {"opentelemetry/__init__.py": b"__path__ = []\n"}
    assert "ModuleNotFoundError" in problems(wheel(tmp_path, "py3-none-any", native=b"", extra=taken), sdk)


def test_a_wheel_that_does_not_work_beside_the_sdk_is_found(tmp_path: Path, sdk: Path) -> None:
    broken = {"opentelemetry/proto_native/__init__.py": b"raise RuntimeError('no')\n"}
    assert "RuntimeError: no" in problems(wheel(tmp_path, "py3-none-any", native=b"", extra=broken), sdk)
