"""side by side: the wheel installs beside the oldest and the newest SDK, works, and leaves them whole when it goes"""

from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

from tools.check_dist.artifacts import NotHere, Release
from tools.pythons import environment, found, pip

SDKS = (("1.28.2", "3.9"), ("1.41.1", "3.9"), ("1.45.2", "3.13"))
"""The oldest supported SDK, the newest for Python 3.9, the newest; each with the Python it is tried on."""

USE = """
import logging, sys
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.proto_native import __version__, serialize_spans

class Keep(SpanExporter):
    def export(self, spans):
        sizes.append(len(serialize_spans(spans)))
        return SpanExportResult.SUCCESS

sizes = []
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(Keep()))
provider.get_tracer("t").start_span("s", attributes={"k": 1}).end()
assert sizes and sizes[0] > 50, sizes
assert "google.protobuf" not in sys.modules
"""
GONE = """
import opentelemetry.sdk.trace
try:
    import opentelemetry.proto_native
except ImportError:
    pass
else:
    raise SystemExit("opentelemetry.proto_native is still there")
"""


def problems(release: Release) -> Iterator[str]:
    system_tags = {str(tag) for tag in sys_tags()}
    here = [wheel for wheel in release.wheels if wheel.is_stable_abi and system_tags & wheel.tags]
    if not here:
        raise NotHere(f"no stable-ABI wheel for this machine ({platform.machine()})")
    for sdk, version in SDKS:
        python = found([version]).get(version, Path(sys.executable))
        for problem in beside(python, here[0].path, f"opentelemetry-sdk=={sdk}", use=USE):
            yield f"{here[0].name} beside SDK {sdk} on {python}: {problem}"


def beside(python: Path, wheel: Path, sdk: str, use: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as scratch:
        own = environment(python, Path(scratch) / "env", upgrade=False)
        pip(own, "install", "--quiet", sdk)
        before = _installed(Path(scratch))
        pip(own, "install", "--quiet", wheel)
        yield from _runs(own, "-m", "pip", "check")
        yield from _runs(own, "-c", use)
        beside_us = _installed(Path(scratch))
        changed = sorted(name for name, digest in before.items() if beside_us.get(name) != digest)
        if changed:
            yield f"installing it changes {', '.join(changed)}"
        pip(own, "uninstall", "--quiet", "--yes", parse_wheel_filename(wheel.name)[0])
        after = _installed(Path(scratch))
        for name in sorted(name for name in set(before) | set(after) if before.get(name) != after.get(name)):
            yield f"uninstalling it {'leaves' if name not in before else 'harms'} {name}"
        yield from _runs(own, "-c", GONE)


def _installed(folder: Path) -> dict[str, str]:
    """Every file of the environment's packages with its digest, but for what running them writes."""
    files = [path for path in folder.rglob("site-packages/**/*") if path.is_file() and path.suffix != ".pyc"]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _runs(python: Path, *arguments: str) -> Iterator[str]:
    ran = subprocess.run([python, *arguments], capture_output=True, text=True, check=False)
    if ran.returncode:
        yield (ran.stdout + ran.stderr).strip()
