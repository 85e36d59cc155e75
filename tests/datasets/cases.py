"""The cases of the bench_*.py files: every shape in every size, and the batch with the reference's bytes for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

SIZES = (1, 100, 512, 10_000)


class Cases:
    def __init__(self, dataset: Any, reference: Callable[[Any], bytes]) -> None:
        self.each = pytest.mark.parametrize(
            ("shape", "size"), [(shape, size) for shape in dataset.NAMES for size in SIZES]
        )

        # The last one only: batches of 10,000 of all shapes do not fit into every machine's memory.
        @lru_cache(maxsize=1)
        def batch(shape: str, size: int) -> tuple[Any, bytes]:
            made = dataset.batch(shape, size)
            return made, reference(made)

        self.batch = batch
