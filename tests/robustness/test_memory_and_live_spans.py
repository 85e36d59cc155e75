"""The resident size stays flat, and spans may change while they are read: seconds of what `make soak` does longer."""

from __future__ import annotations

import gc
import logging

import pytest

from tests.reference import SDK
from tests.robustness.live import read_while_threads_write
from tests.robustness.memory import grow_by, resident
from tests.robustness.subprocesses import output_of


@pytest.mark.skipif(SDK < (1, 39), reason="its log records are made as SDK 1.39 and later make them")
def test_the_resident_size_is_flat_over_many_records():
    logger = logging.getLogger("opentelemetry.proto_native")
    logger.disabled = True
    try:
        grow_by(30_000)
        gc.collect()
        before = resident()
        grow_by(150_000)
        gc.collect()
        assert resident() - before < 4_000_000
    finally:
        logger.disabled = False


def test_live_spans_may_be_changed_by_other_threads_while_they_are_read():
    assert read_while_threads_write(1.0) > 10


def test_so_they_may_under_the_checks_of_a_debugging_interpreter():
    script = """
logging.disable()  # The SDK warns of each attribute beyond its limit.
from tests.robustness.live import read_while_threads_write
print(read_while_threads_write(2.0) > 10)
"""
    # Development mode warns of what other packages do.
    assert output_of(script, "-X", "dev", "-W", "ignore", PYTHONMALLOC="debug") == "True\n"
