"""versions: Cargo.toml, the lock file, the changelog, the git tag and every file name say the same version"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from packaging.version import Version

from tools.check_dist.artifacts import Release, Sdist, Wheel


def problems(release: Release) -> Iterator[str]:
    manifest = tomllib.loads((release.root / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    version = Version(manifest["version"])
    project = tomllib.loads((release.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if "version" not in project.get("dynamic", ()):
        yield "pyproject.toml states a version of its own; Cargo.toml is the place"
    lock = tomllib.loads((release.root / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    locked = next((each["version"] for each in lock if each["name"] == manifest["name"]), None)
    if locked != manifest["version"]:
        yield f"Cargo.lock says {locked}, Cargo.toml {manifest['version']}"
    changelog = release.root / "CHANGELOG.md"
    headings = (
        re.findall(r"^## \[?([^\]\s]+)", changelog.read_text(encoding="utf-8"), re.M) if changelog.exists() else []
    )
    # Between releases the newest entry is the one being written.
    if not headings or (headings[0] != "Unreleased" and Version(headings[0]) != version):
        yield f"CHANGELOG.md's newest entry is {headings[0] if headings else 'missing'}, Cargo.toml says {version}"
    elif release.tag is not None and headings[0] == "Unreleased":
        yield f"CHANGELOG.md still says Unreleased, the tag is {release.tag}"
    if release.tag is not None and release.tag != f"v{version}":
        yield f"the tag is {release.tag}, Cargo.toml says {version}"
    artifacts: list[Wheel | Sdist] = [*release.wheels, *release.sdists]
    for artifact in artifacts:
        if Version(artifact.version) != version:
            yield f"{artifact.path.name}: Cargo.toml says {version}"
