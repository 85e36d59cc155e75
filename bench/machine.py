"""What a measurement was made on and with."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path

from bench.compiled import HERE

PACKAGES = (
    "opentelemetry-sdk",
    "opentelemetry-exporter-otlp-proto-common",
    "protobuf",
    "otlp-proto",
    "fastotel",
)


def machine() -> dict[str, str]:
    """Name and value of what a reader needs to judge the figures; packages that are not installed are left out."""
    facts = {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "commit": _commit(),
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}".strip(", "),
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
    }
    installed = {each.metadata["Name"].lower(): each.version for each in metadata.distributions()}
    return facts | {package: installed[package] for package in PACKAGES if package in installed}


def _processor() -> str:
    try:
        names = re.findall(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        names = []
    return re.sub(r"\s+", " ", names[0]) if names else platform.processor() or "unknown"


def _commit() -> str:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    commit = git("rev-parse", "--short=10", "HEAD") or "unknown"
    return f"{commit}, with changes" if git("status", "--porcelain", "--", "../src") else commit
