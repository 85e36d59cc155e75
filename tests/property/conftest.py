"""Generated values make the SDK warn on every other line; its warnings are kept out of the reports."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _without_warnings_of_the_sdk() -> Iterator[None]:
    loggers = [
        logging.getLogger(name) for name in ("opentelemetry.attributes", "opentelemetry.sdk", "opentelemetry.trace")
    ]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    yield
    for logger, level in zip(loggers, before):
        logger.setLevel(level)
