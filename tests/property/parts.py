"""The 10,000 examples of CI in parts: what hypothesis remembers of a run makes a long one slow and large."""

from __future__ import annotations

import pytest
from hypothesis import settings

LONG = 1_000
"""Examples a part, under the profile `ci`."""

in_parts = pytest.mark.parametrize("part", range(10 if settings.default.max_examples >= LONG else 1))
