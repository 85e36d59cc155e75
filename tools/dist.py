"""Builds what a release holds for this machine's platform and proves it: `make dist`.

The three wheels for x86_64 and glibc 2.17 and the sdist, the nine release checks (the stable-ABI wheel is built twice
for that, the sdist built and tested without network), then the suite on every Python by .ci/matrix.
`--quick` leaves out the second build, the sdist's build and the matrix.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tools import build
from tools.check_dist.__main__ import run
from tools.check_dist.artifacts import Release
from tools.platforms import ROOT, declared

HERE = "manylinux_2_17_x86_64"
FREE_THREADED = ("3.14t", "3.15t")
"""What maturin is told to build for beside the stable ABI of 3.9; it knows these Pythons without their being here."""
OUT, AGAIN, TARGET = ROOT / "dist", ROOT / "target" / "again", ROOT / "target" / "dist"


@contextmanager
def timed(what: str) -> Iterator[None]:
    print(f"\n==> {what}", flush=True)
    start = time.monotonic()
    yield
    print(f"<== {time.monotonic() - start:.0f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one build, no sdist build, no matrix")
    quick = parser.parse_args().quick
    for folder in (OUT, AGAIN):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    with timed("the release checks themselves, each on what it must catch"):
        subprocess.run([sys.executable, "-m", "pytest", "-q", "tests/package/dist"], cwd=ROOT, check=True)
    with timed("the stable-ABI wheel"):
        stable = build.wheel(OUT, TARGET)
    for python in FREE_THREADED:
        with timed(f"the wheel for {python}"):
            build.wheel(OUT, TARGET, python=python)
    with timed("sdist"):
        build.sdist(OUT)
    if not quick:
        with timed("the stable-ABI wheel and the sdist once more, in another folder"):
            build.wheel(AGAIN, ROOT / "target" / "dist-again")
            build.sdist(AGAIN)
    with timed("the nine release checks"):
        expect = [tag for platform in declared() if platform.tag == HERE for tag in platform.wheel_tags]
        found = run(Release(OUT, again=None if quick else AGAIN, expect=expect, build_sdist=not quick))
        if found:
            print(f"{len(found)} problems")
            return 1
    if not quick:
        with timed("the suite on every Python, from the stable-ABI wheel"):
            subprocess.run([ROOT / ".ci" / "matrix", stable], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
