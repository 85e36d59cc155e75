"""Runs the suite on CPython 3.14 and 3.15 and on big-endian s390x, and builds with the oldest supported Rust.

    python -m tools.future [pythons] [oldest-rust] [s390x]       all three where none is named

Needs root, Debian's debootstrap and qemu-user-static, and the wheels of `make dist` in dist/.
The root folders are kept in target/future for the next run: about 3 GB.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.future import s390x
from tools.future.root import Debian
from tools.platforms import ROOT

FOLDER = Path(os.environ.get("DIST_FUTURE_FOLDER", ROOT / "target" / "future"))
SUITE = "/src/.ci/suite"
# As on a machine that only installs the wheel: nothing compiled beside it.
BARE = {"SUITE_PURE": "1"}


def sid() -> Debian:
    root = Debian("sid", FOLDER / "sid")
    root.make()
    root.install("python3.15", "python3.15-venv")
    shutil.rmtree(root.folder / "wheels", ignore_errors=True)
    shutil.copytree(ROOT / "dist", root.folder / "wheels")
    return root


def pythons() -> None:
    """The one wheel on the Pythons to come, with and without the fast string function; pip must choose that wheel."""
    root = sid()
    stable = next((root.folder / "wheels").glob("*-cp39-abi3-manylinux*_x86_64.whl")).name
    for python in ("3.14", "3.15"):
        root.run(f"python{python}", "-m", "venv", "--clear", "/choice")
        choose = ["download", "--quiet", "--no-index", "--no-deps", "--find-links", "/wheels", "--dest", "/chosen"]
        shutil.rmtree(root.folder / "chosen", ignore_errors=True)
        root.run("/choice/bin/pip", *choose, "opentelemetry-proto-native")
        chosen = [path.name for path in (root.folder / "chosen").iterdir()]
        if chosen != [stable]:
            raise SystemExit(f"on {python} pip chooses {chosen}, not {stable}")
        for mode in ("plain", "fallback"):
            root.run(SUITE, f"/wheels/{stable}", python, "newest", mode, **BARE)


def oldest_rust() -> None:
    """Debian's stable release carries the Rust that Cargo.toml promises to need at least."""
    print(f"   {s390x.oldest_rust(FOLDER).says('rustc', '--version')}: built {s390x.build(FOLDER).name}", flush=True)


def big_endian() -> None:
    """The suite under emulation, on a wheel that the oldest Rust has made."""
    wheel = s390x.build(FOLDER)
    with s390x.emulated():
        root = Debian("sid", FOLDER / "sid-s390x", "s390x")
        root.make()
        shutil.copyfile(wheel, root.folder / wheel.name)
        print(
            f"   {root.says('python3', '-c', 'import sys, platform; print(platform.machine(), sys.byteorder)')}",
            flush=True,
        )
        root.run(SUITE, f"/{wheel.name}", "3.14", "newest", "plain", **BARE)


STEPS = {"pythons": pythons, "oldest-rust": oldest_rust, "s390x": big_endian}


def main(names: list[str]) -> int:
    if os.geteuid() != 0 or not shutil.which("debootstrap") or set(names) - set(STEPS):
        print(__doc__, file=sys.stderr)
        return 2
    failed = []
    for name in names or STEPS:
        print(f"\n==> {name}: {(STEPS[name].__doc__ or '').splitlines()[0]}", flush=True)
        start = time.monotonic()
        try:
            STEPS[name]()
        except subprocess.CalledProcessError as error:
            failed.append(name)
            print(f"   FAILED: {' '.join(map(str, error.cmd[5:]))}", flush=True)
        print(f"<== {time.monotonic() - start:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
