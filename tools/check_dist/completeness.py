"""completeness: the wheels are the declared ones (tools/platforms.toml), each once, and there is one sdist"""

from __future__ import annotations

from collections.abc import Iterator

from tools.check_dist.artifacts import Release, Wheel
from tools.platforms import declared


def problems(release: Release) -> Iterator[str]:
    known = {tag for platform in declared() for tag in platform.wheel_tags}
    wanted = set(release.expect) or known
    for tag in sorted(wanted - known):
        yield f"{tag} is expected here, but tools/platforms.toml does not declare it"
    served: dict[str, Wheel] = {}
    for wheel in release.wheels:
        serves = wanted & _spelled_in_full(wheel)
        if not serves:
            yield f"{wheel.name}: no declared platform has this tag"
        for tag in sorted(serves):
            if tag in served:
                yield f"{tag}: both {served[tag].name} and {wheel.name}"
            served[tag] = wheel
    for tag in sorted(wanted - set(served)):
        yield f"{tag}: no wheel"
    if len(release.sdists) != 1:
        yield f"{len(release.sdists)} sdists, one is expected"


def _spelled_in_full(wheel: Wheel) -> set[str]:
    """A name may carry the old alias of its tag alone; the other way round the tag list holds both."""
    tags = set(wheel.tags)
    if any(tag.split("-")[1] == "abi3t" for tag in tags):
        # Tagged abi3 as well it would be chosen on a Python with the GIL (tools/finish_wheel.py).
        return set() if any(tag.split("-")[1] == "abi3" for tag in tags) else tags
    return tags | {tag.replace("manylinux2014", "manylinux_2_17") for tag in tags}
