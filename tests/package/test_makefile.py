"""`make help` lists every command that the Makefile has."""

from __future__ import annotations

import re
from pathlib import Path

MAKEFILE = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")


def test_every_command_has_a_line_of_help():
    commands = set(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split())
    helped = set(re.findall(r"^([a-z-]+):.*## \w", MAKEFILE, re.MULTILINE))
    assert {"demo", "test", "lint", "clean"} <= commands
    assert commands == helped
