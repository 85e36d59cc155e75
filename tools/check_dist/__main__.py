"""Runs the release checks over a folder: `python -m tools.check_dist dist`. Exit code 1 if something is wrong."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import ModuleType

from tools.check_dist import (
    auditors,
    completeness,
    contents,
    hardening,
    reproducible,
    side_by_side,
    source,
    versions,
    windows_runtime,
)
from tools.check_dist.artifacts import NotHere, Release

CHECKS: tuple[ModuleType, ...] = (
    auditors,
    contents,
    completeness,
    source,
    side_by_side,
    versions,
    windows_runtime,
    hardening,
    reproducible,
)


def run(release: Release, checks: tuple[ModuleType, ...] = CHECKS) -> list[str]:
    """All problems found, each printed as it is found under its check's name."""
    everything: list[str] = []
    for check in checks:
        title = (check.__doc__ or "").splitlines()[0]
        print(title, flush=True)
        try:
            found = list(check.problems(release))
        except NotHere as absent:
            print(f"   not applied: {absent}")
            continue
        print("\n".join(f"   PROBLEM {problem}" for problem in found) if found else "   ok", flush=True)
        everything += found
    return everything


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.check_dist", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="a second build of the same commit")
    parser.add_argument(
        "--expect", action="append", default=[], metavar="TAG", help="this wheel tag, not all declared ones"
    )
    parser.add_argument("--tag", help="the git tag of the release, such as v1.2.3")
    parser.add_argument("--build-sdist", action="store_true", help="build the sdist and run its tests without network")
    parser.add_argument("--rust", metavar="TOOLCHAIN", help="... with this Rust")
    parser.add_argument("--only", action="append", metavar="CHECK", choices=[name_of(check) for check in CHECKS])
    given = vars(parser.parse_args())
    only = given.pop("only")
    found = run(Release(**given), tuple(check for check in CHECKS if not only or name_of(check) in only))
    print(f"{len(found)} problems" if found else "all that was applied is well")
    return 1 if found else 0


def name_of(check: ModuleType) -> str:
    return check.__name__.rpartition(".")[2]


if __name__ == "__main__":
    sys.exit(main())
