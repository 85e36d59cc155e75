"""Settings that every test shares."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, Phase, settings

pytest.register_assert_rewrite("tests.reference")

_SHARED = {
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
    # To explain a failure by varying it takes minutes for batches; shrinking shows enough.
    "phases": [phase for phase in Phase if phase is not Phase.explain],
}

settings.register_profile("quick", max_examples=50, **_SHARED)
settings.register_profile("default", max_examples=200, **_SHARED)
settings.register_profile("ci", max_examples=1_000, **_SHARED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True, scope="module")
def _collections_leave_out_what_is_older() -> None:
    """Thousands of tests and their reports are never garbage; some tests ask for many collections."""
    gc.collect()
    gc.freeze()
