"""Only CPython is let in: elsewhere the objects that are read in place are laid out in other ways."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["pypy", "graalpy"])
def test_another_interpreter_gets_an_import_error_that_names_it(name: str) -> None:
    code = f"import sys; sys.implementation.name = {name!r}\nimport opentelemetry.proto_native"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = ran.stderr.splitlines()[-1]
    assert last == f"ImportError: opentelemetry.proto_native reads CPython's own objects; this is {name}"
