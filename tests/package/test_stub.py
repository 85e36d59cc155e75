"""The hand-written stub says what the native module is."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("mypy", reason="mypy is not installed here; its stubtest holds _native.pyi against the module")


def test_stub_and_native_module_agree():
    command = [sys.executable, "-m", "mypy.stubtest", "opentelemetry.proto_native._native"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
