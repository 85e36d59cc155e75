"""Forks: exporters pause for the moment, and start anew in the child."""

from __future__ import annotations

import logging
import os
import weakref
from collections.abc import Callable
from typing import Any, Protocol

from ._retry import Deadline

# Seconds; a fork must not hang on servers that do not answer, however many exporters there are.
LONGEST_PAUSE = 1.0

_log = logging.getLogger(__name__)


class Renewable(Protocol):
    """Something with connections and locks that a child must not share."""

    def _pause(self, deadline: Deadline) -> None: ...

    def _resume(self) -> None: ...

    def _renew(self) -> None: ...


_living: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_in_children(exporter: Renewable) -> None:
    """From now on the exporter is renewed in every child that is forked."""
    _living.add(exporter)


def _each(do: Callable[[Any], None]) -> None:
    for exporter in list(_living):
        _guarded(do, exporter)


def _guarded(do: Callable[[Any], None], exporter: Renewable) -> None:
    try:
        do(exporter)
    except Exception:
        # The others must not suffer for it.
        _log.warning("An exporter could not follow a fork", exc_info=True)


def _pause_all() -> None:
    deadline = Deadline(LONGEST_PAUSE)
    _each(lambda exporter: exporter._pause(deadline))


def _resume_all() -> None:
    _each(lambda exporter: exporter._resume())


def _renew_all() -> None:
    _each(lambda exporter: exporter._renew())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_pause_all, after_in_parent=_resume_all, after_in_child=_renew_all)
