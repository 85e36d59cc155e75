"""Debian root folders: made by debootstrap from the mirror that this machine's apt uses, entered without a trace.

Every command runs in a mount namespace of its own, so nothing stays mounted, whatever happens to it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.platforms import ROOT

# $0 is the root folder; the command's first word is the folder inside to start in.
ENTER = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
exec chroot "$0" sh -c 'cd "$0" && exec "$@"' "$@"
"""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


@dataclass(frozen=True)
class Debian:
    suite: str
    folder: Path
    machine: str = "amd64"
    packages: tuple[str, ...] = ("python3", "python3-venv", "ca-certificates")

    def make(self) -> None:
        """Fetches and unpacks it, unless an earlier run has."""
        if not (self.folder / "complete").exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            include = f"--include={','.join(self.packages)}"
            _quietly(
                "debootstrap", f"--arch={self.machine}", "--variant=minbase", include, self.suite, self.folder, mirror()
            )
            (self.folder / "complete").touch()
        for name in (Path("/etc/resolv.conf"), CERTIFICATES):
            shutil.copyfile(name, self.folder / name.relative_to("/"))
        self._copy_project()

    def install(self, *packages: str) -> None:
        """Adds packages; a mirror that is a snapshot may be past the date in its index."""
        self.run("apt-get", "-qq", "-o", "Acquire::Check-Valid-Until=false", "update")
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages)

    def run(self, *command: str | Path, where: str = "/src", **variables: str) -> None:
        subprocess.run(self._inside(where, *command), check=True, env=self._variables(variables))

    def says(self, *command: str | Path, where: str = "/src") -> str:
        inside = self._inside(where, *command)
        return subprocess.run(
            inside, check=True, env=self._variables({}), capture_output=True, text=True
        ).stdout.strip()

    def _inside(self, where: str, *command: str | Path) -> list[str]:
        return ["unshare", "--mount", "sh", "-c", ENTER, str(self.folder), where, *map(str, command)]

    def _variables(self, extra: dict[str, str]) -> dict[str, str]:
        """pip's settings go along, but for folders that are not there; the rest of this machine stays outside."""
        pip = {name: text for name, text in os.environ.items() if name.startswith("PIP_") and name != "PIP_FIND_LINKS"}
        fixed = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        return {**pip, **fixed, **extra}

    def _copy_project(self) -> None:
        """The files that git knows, as they are now."""
        target = self.folder / "src"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target / name)


def mirror() -> str:
    """The address of the archive that this machine takes its own Debian packages from."""
    wanted = ("Created-By: Packages", "Origin: Debian", "Label: Debian")
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)", *wanted], capture_output=True, text=True, check=True
    )
    if not listed.stdout.split():
        raise SystemExit("apt knows no Debian archive here: run apt-get update")
    return listed.stdout.split()[0]


def _quietly(*command: str | Path) -> None:
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"{command[0]} failed:\n{ran.stdout[-3000:]}")
