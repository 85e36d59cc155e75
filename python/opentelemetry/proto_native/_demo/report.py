"""What the demonstration prints, for people and for machines."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from typing import Any

from opentelemetry.proto_native import __version__, _native
from opentelemetry.proto_native._demo import reference
from opentelemetry.proto_native._demo.check import Result
from opentelemetry.sdk.version import __version__ as sdk_version

_ROW = "{:<8} {:<34} {:>7} {:>13} {:>10} {:>13} {:>9}  {}"


def as_json(results: list[Result]) -> str:
    """The facts, as one JSON object."""
    facts: dict[str, Any] = {
        "version": __version__,
        "python": _python(),
        "sdk": sdk_version,
        "reference": reference.versions(),
        "fast_paths": _native.fast_paths(),
        "cases": [result._asdict() for result in results],
        "identical": None if reference.versions() is None else all(result.identical for result in results),
    }
    return json.dumps(facts, indent=2)


def as_text(results: list[Result]) -> str:
    """The facts, as a page of text."""
    return "\n".join([*_heading(), "", *_table(results), "", _verdict(results)])


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def _heading() -> Iterator[str]:
    yield f"opentelemetry-proto-native {__version__}"
    yield f"  running on   {_python()}, opentelemetry-sdk {sdk_version}"
    packages = reference.versions()
    yield "  reference    " + (
        ", ".join(f"{name} {version}" for name, version in packages.items())
        if packages
        else f"not installed (pip install {reference.PACKAGE}): nothing to compare with"
    )
    paths = _native.fast_paths()
    yield "  fast paths   " + "; ".join(f"{name}: {'yes' if active else 'NO'}" for name, active in paths.items())


def _table(results: list[Result]) -> Iterator[str]:
    yield _ROW.format("signal", "batch", "records", "bytes/record", "us/record", "reference us", "speed-up", "bytes")
    for result in results:
        yield _ROW.format(
            result.signal,
            result.name,
            result.records,
            f"{result.bytes / result.records:.1f}",
            f"{result.microseconds:.2f}",
            "-" if result.reference_microseconds is None else f"{result.reference_microseconds:.2f}",
            "-" if result.speedup is None else f"{result.speedup:.1f}x",
            {True: "identical", False: "DIFFERENT", None: "-"}[result.identical],
        )


def _verdict(results: list[Result]) -> str:
    if any(result.identical is None for result in results):
        return f"{len(results)} batches serialized."
    different = sum(not result.identical for result in results)
    if different:
        return f"{different} of {len(results)} batches DIFFER from the reference's bytes."
    return f"All {len(results)} batches are the reference's bytes, to the last one."
