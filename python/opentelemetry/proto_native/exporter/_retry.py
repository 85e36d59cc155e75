"""The retry policy of both transports: six attempts, delays of 1, 2, 4, 8 and 16 seconds give or take a fifth."""

from __future__ import annotations

import logging
import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

ATTEMPTS = 6
JITTER = 0.2
# What Event.wait can take; a "no limit" must not overflow it.
LONGEST_WAIT = 3600.0 * 24


@dataclass(frozen=True)
class Outcome:
    """What became of one attempt to send a request."""

    delivered: bool
    retryable: bool = False
    delay: float | None = None
    """Seconds the server asked to wait before the next attempt."""
    reason: str = ""
    error: Exception | None = None
    attributes: dict[str, str | int] = field(default_factory=dict)
    """What the self-metrics say about a failure."""
    error_type: str = ""
    rejected: int = 0
    """Records of a delivered request that the server refused."""


def delay_before_retry(attempt: int) -> float:
    """Seconds to wait after the attempt with this number, counted from 0."""
    return float(2**attempt) * random.uniform(1 - JITTER, 1 + JITTER)


class Deadline:
    """The moment by which an export has to be over, retries included."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, never negative."""
        return max(self._end - time.monotonic(), 0.0)

    def left_or_none(self) -> float | None:
        """Seconds left as network libraries take them: None when there is no limit."""
        left = self.left()
        return None if math.isinf(left) else left


def deliver(
    send: Callable[[Deadline], Outcome],
    seconds: float,
    stop: threading.Event,
    log: logging.Logger,
    what: str,
) -> Outcome:
    """Sends until it succeeds, fails for good, or attempts, time or patience (a shutdown) are at an end."""
    deadline = Deadline(seconds)
    for attempt in range(ATTEMPTS):
        outcome = send(deadline)
        if outcome.delivered:
            return outcome
        if not outcome.retryable:
            log.error("Could not export %s: %s", what, outcome.reason)
            break
        if attempt + 1 == ATTEMPTS or stop.is_set():
            log.error("Could not export %s in %d attempts: %s", what, attempt + 1, outcome.reason)
            break
        delay = delay_before_retry(attempt) if outcome.delay is None else outcome.delay
        if delay > deadline.left():
            log.error("Could not export %s within %g s: %s", what, seconds, outcome.reason)
            break
        log.warning("Could not export %s yet, next attempt in %.2f s: %s", what, delay, outcome.reason)
        if stop.wait(min(delay, LONGEST_WAIT)):
            log.warning("Shutdown while waiting to export %s again: given up", what)
            break
    return outcome
