"""Keeps an exporter of logs from feeding on the log records of its own failures."""

from __future__ import annotations

import logging
import time

# Longer than an export takes by default, short enough for a lasting failure to stay visible.
WINDOW_SECONDS = 20


class RepetitionFilter(logging.Filter):
    """Lets a record pass unless it has the module, level and text pattern of the one before, in the same window."""

    def __init__(self) -> None:
        super().__init__()
        self._last: tuple[object, ...] = ()

    def filter(self, record: logging.LogRecord) -> bool:
        present = (record.module, record.levelno, record.msg, time.time() // WINDOW_SECONDS)
        repeated = present == self._last
        self._last = present
        return not repeated


def logger_without_repetitions(name: str) -> logging.Logger:
    """The logger of that name with the filter, once however often this is called."""
    log = logging.getLogger(name)
    if not any(isinstance(known, RepetitionFilter) for known in log.filters):
        log.addFilter(RepetitionFilter())
    return log
