"""A wheel for a big-endian processor, built with the oldest supported Rust, and that processor's emulation."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.future.root import Debian
from tools.platforms import ROOT

TRIPLE = "s390x-unknown-linux-gnu"
BINFMT = Path("/proc/sys/fs/binfmt_misc")
FORMAT = Path("/usr/lib/binfmt.d/qemu-s390x.conf")
SYSROOT = f"usr/lib/rustlib/{TRIPLE}"


def oldest_rust(folder: Path) -> Debian:
    """Debian 13 with its Rust and that Rust's library for s390x."""
    root = Debian(
        "trixie",
        folder / "trixie",
        packages=("python3", "python3-venv", "ca-certificates", "cargo", "gcc", "libc6-dev"),
    )
    root.make()
    version = re.match(r"rustc (\d+\.\d+)", root.says("rustc", "--version"))
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    if not version or f'rust-version = "{version[1]}"' not in manifest:
        raise SystemExit(f"Cargo.toml promises another Rust than this root has: {version and version[1]}")
    if not (root.folder / SYSROOT).is_symlink():
        root.run("dpkg", "--add-architecture", "s390x")
        root.run("apt-get", "-qq", "-o", "Acquire::Check-Valid-Until=false", "update")
        root.run("apt-get", "-qq", "download", "libstd-rust-dev:s390x", where="/tmp")
        package = next((root.folder / "tmp").glob("libstd-rust-dev_*_s390x.deb"))
        root.run("dpkg", "-x", f"/tmp/{package.name}", "/foreign")
        found = next((root.folder / "foreign").rglob(f"rustlib/{TRIPLE}"))
        (root.folder / SYSROOT).symlink_to(f"/{found.relative_to(root.folder)}")
    return root


def build(folder: Path) -> Path:
    """The stable-ABI wheel for s390x."""
    root = oldest_rust(folder)
    root.run("python3", "-m", "venv", "/builder")
    root.run("/builder/bin/pip", "install", "--quiet", "maturin>=1.16,<2", "ziglang>=0.17.1", "packaging")
    made = [
        "/builder/bin/python",
        "-m",
        "tools.build",
        "wheel",
        "--out",
        "/made",
        "--target-dir",
        "/build",
        "--target",
        TRIPLE,
    ]
    root.run(*made, SOURCE_DATE_EPOCH="0", CARGO_TERM_QUIET="true")
    return next((root.folder / "made").glob("*_s390x*.whl"))


@contextmanager
def emulated() -> Iterator[None]:
    """While it lasts, the kernel hands programs of this processor to qemu."""
    if not FORMAT.exists():
        raise SystemExit("no qemu for s390x here: apt-get install qemu-user-static")
    if not (BINFMT / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT], check=True)
    name = BINFMT / "qemu-s390x"
    ours = not name.exists()
    if ours:
        (BINFMT / "register").write_text(FORMAT.read_text(encoding="utf-8"), encoding="utf-8")
    try:
        yield
    finally:
        if ours:
            name.write_text("-1", encoding="utf-8")
