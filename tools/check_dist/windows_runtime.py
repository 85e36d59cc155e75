"""windows runtime: no Windows wheel needs a C runtime that a bare Windows lacks"""

from __future__ import annotations

import re
from collections.abc import Iterator

import lief

from tools.check_dist.artifacts import Release

NOT_ON_EVERY_WINDOWS = re.compile(r"(vcruntime|msvcp|msvcr|concrt|vcomp)\w*\.dll|libgcc\w*.*\.dll", re.I)


def problems(release: Release) -> Iterator[str]:
    for wheel in release.wheels_for("win"):
        for name, data in wheel.native.items():
            library = lief.PE.parse(data)
            if library is None:
                yield f"{wheel.name}: {name} is no Windows library"
                continue
            for needed in library.libraries:
                if NOT_ON_EVERY_WINDOWS.fullmatch(needed):
                    yield f"{wheel.name}: {name} needs {needed}"
