"""Scripts in an interpreter of their own: for what ends, limits or forks a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

#: What every script may use.
PRELUDE = """
import logging, os, signal, sys, threading, time
sys.path.insert(0, {root!r})
from opentelemetry import proto_native
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

RESOURCE = Resource({{}})

def span(cls=ReadableSpan, **fields):
    base = dict(name="n", context=SpanContext(1, 2, False), resource=RESOURCE, attributes={{"k": "v"}})
    return cls(**{{**base, **fields}})
"""


def run(script: str, *options: str, timeout: float = 120, **environment: Any) -> subprocess.CompletedProcess:
    """Run the script; output as text."""
    code = PRELUDE.format(root=str(ROOT)) + script
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **environment},
        check=False,
    )


def output_of(script: str, *options: str, timeout: float = 120, **environment: Any) -> str:
    """What the script prints; it must end well and print no error."""
    done = run(script, *options, timeout=timeout, **environment)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-4000:]
    return done.stdout
