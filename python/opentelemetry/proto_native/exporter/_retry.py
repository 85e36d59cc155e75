"""The retry policy of both transports: six attempts, delays of 1, 2, 4, 8 and 16 seconds give or take a fifth.

An export may take several requests. They share its time, and once the server could not take one, the rest is not sent.
"""

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
# What the self-metrics call the end of an export before its last request was sent.
SHUTDOWN = "Shutdown"
TIME_IS_OVER = TimeoutError.__qualname__


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


class Delivery:
    """The sending of one export, be it in several requests."""

    def __init__(self, seconds: float, stop: threading.Event, log: logging.Logger) -> None:
        self._seconds = seconds
        self._deadline = Deadline(seconds)
        self._stop = stop
        self._log = log
        self._given_up: Outcome | None = None

    def deliver(self, send: Callable[[Deadline], Outcome], what: str) -> Outcome:
        """Sends a request until it succeeds, fails for good, or attempts, time or patience (a shutdown) end."""
        if self._given_up is not None:
            self._log.error("Did not export further %s: %s", what, self._given_up.reason)
            return self._given_up
        outcome = self._attempts(send, what)
        if not outcome.delivered and outcome.retryable:
            self._given_up = outcome
        elif self._stop.is_set():
            self._given_up = Outcome(delivered=False, reason="shutdown", error_type=SHUTDOWN)
        elif self._deadline.left() <= 0:
            self._given_up = Outcome(delivered=False, reason=f"{self._seconds:g} s are over", error_type=TIME_IS_OVER)
        return outcome

    def _attempts(self, send: Callable[[Deadline], Outcome], what: str) -> Outcome:
        for attempt in range(ATTEMPTS):
            outcome = send(self._deadline)
            if outcome.delivered:
                return outcome
            if not outcome.retryable:
                self._log.error("Could not export %s: %s", what, outcome.reason)
                break
            if attempt + 1 == ATTEMPTS or self._stop.is_set():
                self._log.error("Could not export %s in %d attempts: %s", what, attempt + 1, outcome.reason)
                break
            delay = delay_before_retry(attempt) if outcome.delay is None else outcome.delay
            if delay > self._deadline.left():
                self._log.error("Could not export %s within %g s: %s", what, self._seconds, outcome.reason)
                break
            self._log.warning("Could not export %s yet, next attempt in %.2f s: %s", what, delay, outcome.reason)
            if self._stop.wait(min(delay, LONGEST_WAIT)):
                self._log.warning("Shutdown while waiting to export %s again: given up", what)
                break
        return outcome
