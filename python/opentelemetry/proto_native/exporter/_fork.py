"""Forks: exporters pause for the moment, and start anew in the child."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Renewable(Protocol):
    """Something with connections and locks that a child must not share."""

    def _pause(self) -> None: ...

    def _resume(self) -> None: ...

    def _renew(self) -> None: ...


_living: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_in_children(exporter: Renewable) -> None:
    """From now on the exporter is renewed in every child that is forked."""
    _living.add(exporter)


def _pause_all() -> None:
    for exporter in list(_living):
        exporter._pause()


def _resume_all() -> None:
    for exporter in list(_living):
        exporter._resume()


def _renew_all() -> None:
    for exporter in list(_living):
        exporter._renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_pause_all, after_in_parent=_resume_all, after_in_child=_renew_all)
