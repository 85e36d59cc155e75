"""Exporters that a fork copied start anew in the child."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Renewable(Protocol):
    """Something with connections and locks that a child must not share."""

    def _renew(self) -> None: ...


_living: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_in_children(exporter: Renewable) -> None:
    """From now on the exporter is renewed in every child that is forked."""
    _living.add(exporter)


def _renew_all() -> None:
    for exporter in list(_living):
        exporter._renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_all)
