"""Builds the sdist and the manylinux2014 wheel the way a release is built, so that equal sources make equal files.

    python -m tools.build wheel [--python 3.14t] [--target TRIPLE --compatibility musllinux_1_2] [--out FOLDER]
    python -m tools.build sdist [--out FOLDER]

Without options the wheel is the stable-ABI one for x86_64 and glibc 2.17. It is linked by zig, finished by
tools/finish_wheel.py, and holds no path of this machine.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.finish_wheel import finish
from tools.platforms import ROOT

X86_64, OLDEST = "x86_64-unknown-linux-gnu", "manylinux_2_17"


def environment(target_dir: Path, source: Path = ROOT) -> dict[str, str]:
    """This process's environment with what makes a build the same in every folder and at every time."""
    cargo_home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    # The last prefix that fits wins: the target folder may lie in the source folder.
    moved = [(cargo_home / "registry" / "src", "/cargo"), (source, "/src"), (target_dir, "/target")]
    flags = [*ordinary_flags(), *(f"--remap-path-prefix={there}={here}" for there, here in moved)]
    return {
        **{name: value for name, value in os.environ.items() if name not in ("RUSTFLAGS", "CARGO_BUILD_TARGET")},
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags),
        "CARGO_TARGET_DIR": str(target_dir),
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or commit_time(),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }


def ordinary_flags() -> list[str]:
    """What rustc is given in every build; cargo itself forgets it once the environment names flags."""
    configured = tomllib.loads((ROOT / ".cargo" / "config.toml").read_text(encoding="utf-8"))
    return list(configured["build"]["rustflags"])


def commit_time() -> str:
    """The time of the last commit, in seconds; where there is no git, that of the lock file."""
    git = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return git.stdout.strip() or str(int((ROOT / "Cargo.lock").stat().st_mtime))


def wheel(out: Path, target_dir: Path, python: str = "3.9", target: str = X86_64, compatibility: str = OLDEST) -> Path:
    """The finished wheel for this Python (which maturin knows without its being here), processor and libc."""
    options = ["--zig", "--target", target, "--compatibility", compatibility, "--interpreter", f"python{python}"]
    with tempfile.TemporaryDirectory() as raw:
        _maturin("build", "--release", "--locked", *options, "--out", raw, env=environment(target_dir))
        return finish(next(Path(raw).glob("*.whl")), out)


def sdist(out: Path) -> Path:
    _maturin("sdist", "--out", str(out), env=environment(ROOT / "target"))
    return max(out.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)


def _maturin(*arguments: str, env: dict[str, str]) -> None:
    maturin = shutil.which("maturin", path=env["PATH"])
    if not maturin:
        raise SystemExit("maturin is not installed: pip install --group release")
    subprocess.run([maturin, *arguments], check=True, cwd=ROOT, env=env)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["wheel", "sdist"])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--target-dir", type=Path, default=ROOT / "target" / "dist")
    parser.add_argument("--python", default="3.9", help="3.9 for the stable ABI; 3.14t; 3.15t")
    parser.add_argument("--target", default=X86_64, help="Rust's name for the processor and the system")
    parser.add_argument("--compatibility", default=OLDEST, help="the platform tag without the processor")
    given = vars(parser.parse_args())
    given["out"].mkdir(parents=True, exist_ok=True)
    if given.pop("what") == "sdist":
        print(sdist(given["out"]))
    else:
        print(wheel(**{**given, "target_dir": given["target_dir"].resolve()}))


if __name__ == "__main__":
    main()
