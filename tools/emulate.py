"""Runs the suite on wheels of a foreign processor, in the image that cibuildwheel pins for it: needs docker and qemu.

    python -m tools.emulate IMAGE DOCKER_PLATFORM FOLDER        such as: s390x:manylinux2014 linux/s390x dist

IMAGE is the section and the name in cibuildwheel's list of pinned images; its Pythons are those of `tested.cross` in
tools/platforms.toml. Each is given the one wheel of FOLDER that pip would choose for it.
"""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

from packaging.utils import parse_wheel_filename

from tools.platforms import ROOT

MOUNTED = "/src"


def image(name: str) -> str:
    """The pinned address of an image, `section:name`."""
    pinned = configparser.ConfigParser()
    pinned.read_string(files("cibuildwheel").joinpath("resources/pinned_docker_images.cfg").read_text(encoding="utf-8"))
    section, _, key = name.partition(":")
    return pinned[section][key].split()[0]


def wheel_for(python: str, wheels: list[Path]) -> Path:
    """The wheel that serves an interpreter such as `cp314t`."""
    free_threaded = python.endswith("t")
    for wheel in wheels:
        for tag in parse_wheel_filename(wheel.name)[3]:
            if tag.abi == ("abi3t" if free_threaded else "abi3") and _minor(tag.interpreter) <= _minor(python):
                return wheel
            if (tag.interpreter, tag.abi) == (python.rstrip("t"), python):
                return wheel
    raise SystemExit(f"no wheel here is for {python}")


def _minor(interpreter: str) -> int:
    return int(interpreter[3:].rstrip("t"))


def commands(address: str, platform: str, wheels: list[Path], pythons: list[str]) -> list[list[str]]:
    """One docker command an interpreter: .ci/suite does the rest, with the tests that need nothing compiled."""
    made = []
    for python in pythons:
        inside = f"{MOUNTED}/{wheel_for(python, wheels).resolve().relative_to(ROOT)}"
        suite = [f"{MOUNTED}/.ci/suite", inside, f"{python[2]}.{python[3:]}", "newest", "plain"]
        mount = ["--volume", f"{ROOT}:{MOUNTED}", "--env", "SUITE_PURE=1", "--workdir", MOUNTED]
        made.append(["docker", "run", "--rm", "--platform", platform, *mount, address, *suite])
    return made


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    name, platform, folder = arguments
    declared = tomllib.loads((ROOT / "tools" / "platforms.toml").read_text(encoding="utf-8"))
    for command in commands(image(name), platform, sorted(Path(folder).glob("*.whl")), declared["tested"]["cross"]):
        print(*command, flush=True)
        subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
