"""Keeps an exporter of logs from feeding on the log records of its own failures."""

from __future__ import annotations

import logging
import time

# Longer than an export takes by default, short enough for a lasting failure to stay visible.
WINDOW_SECONDS = 20


class RepetitionFilter(logging.Filter):
    """Lets a record pass unless one with its module, level and text pattern has passed in the same window."""

    def __init__(self) -> None:
        super().__init__()
        self._window = 0.0
        self._passed: set[tuple[object, ...]] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        window = time.time() // WINDOW_SECONDS
        if window != self._window:
            self._window = window
            self._passed = set()
        present = (record.module, record.levelno, record.msg)
        if present in self._passed:
            return False
        self._passed.add(present)
        return True


def logger_without_repetitions(name: str) -> logging.Logger:
    """The logger of that name with the filter, once however often this is called."""
    log = logging.getLogger(name)
    if not any(isinstance(known, RepetitionFilter) for known in log.filters):
        log.addFilter(RepetitionFilter())
    return log
