"""The one exception that the serializers raise for data which OTLP cannot carry."""

from __future__ import annotations

from typing import Any


class EncodeError(ValueError):
    """A record holds something that OTLP cannot carry.

    The message reads ``PATH: REASON``. It names what was expected and the type of what was found, never the value
    itself, since telemetry may hold secrets. The original exception, where there is one, is the ``__cause__``.

    Attributes:
        signal: ``"traces"``, ``"metrics"`` or ``"logs"``.
        index: position of the faulty record in its batch, or ``None`` where no single record is to blame.
        path: where the fault is, such as ``spans[3].events[0].name``.
        reason: the message without the path.

    Example:
        >>> try:
        ...     serialize_spans(batch)
        ... except EncodeError as error:
        ...     batch.pop(error.index)
    """

    signal: str
    index: int | None
    path: str
    reason: str

    def __init__(self, signal: str, index: int | None, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.signal = signal
        self.index = index
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[type[EncodeError], tuple[str, int | None, str, str], dict[str, Any]]:
        # An exception is rebuilt from `args` unless told otherwise; ours holds the finished message alone.
        return type(self), (self.signal, self.index, self.path, self.reason), self.__dict__
