"""Settings that every test shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.reference")

_UNHURRIED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}

settings.register_profile("default", max_examples=200, **_UNHURRIED)
settings.register_profile("ci", max_examples=10_000, **_UNHURRIED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
