"""The Retry-After header."""

from __future__ import annotations

import math
import time
from datetime import timezone
from email.utils import parsedate_to_datetime


def seconds_to_wait(value: str | None) -> float | None:
    """Seconds, given as such or as a date; nothing for what is neither."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return _seconds_until(value.strip())
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _seconds_until(date: str) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
        if moment is None:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone.utc)
        return max(moment.timestamp() - time.time(), 0.0)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
