"""A channel that opens when it is first needed and can be replaced while calls are under way."""

from __future__ import annotations

import threading
from typing import Any

import grpc
from opentelemetry.proto_native.exporter._retry import Deadline


class _Line:
    """One open channel, its method, and how many calls are on it."""

    def __init__(self, channel: grpc.Channel, method: str) -> None:
        self.channel = channel
        # Without serializers grpcio hands bytes through: requests are encoded already.
        self.call: Any = channel.unary_unary(method)
        self.calls = 0
        self.retired = False


class Channel:
    """Calls one method with bytes and returns bytes.

    A process that only forks children never opens it, so that grpcio starts in each child afresh.
    """

    def __init__(
        self,
        method: str,
        target: str,
        credentials: grpc.ChannelCredentials | None,
        compression: grpc.Compression,
        options: tuple[tuple[str, Any], ...],
    ) -> None:
        self._method = method
        self.target = target
        self._credentials = credentials
        self._compression = compression
        self._options = options
        self._line: _Line | None = None
        self._retired: list[_Line] = []
        self._parents: list[_Line] = []
        self._set_up_locks()

    def _set_up_locks(self) -> None:
        self._changed = threading.Condition()
        self._calls = 0
        self._paused = False

    def _opened(self) -> _Line:
        settings: dict[str, Any] = {"options": self._options, "compression": self._compression}
        if self._credentials is None:
            channel = grpc.insecure_channel(self.target, **settings)
        else:
            channel = grpc.secure_channel(self.target, self._credentials, **settings)
        return _Line(channel, self._method)

    def call(self, request: bytes, timeout: float | None, metadata: tuple[tuple[str, str], ...]) -> bytes:
        """One call; raises `grpc.RpcError`. After UNAVAILABLE the next call goes over a new channel.

        A channel that lost its server waits longer and longer, up to two minutes, before it looks for it again.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._paused)
            line = self._line = self._line or self._opened()
            line.calls += 1
            self._calls += 1
        unavailable = False
        try:
            answer: bytes = line.call(request, timeout=timeout, metadata=metadata)
            return answer
        except grpc.RpcError as error:
            unavailable = error.code() is grpc.StatusCode.UNAVAILABLE
            raise
        finally:
            with self._changed:
                line.calls -= 1
                self._calls -= 1
                self._changed.notify_all()
                if unavailable:
                    self._retire(line)
                if line.retired and line.calls == 0:
                    line.channel.close()
                    if line in self._retired:
                        self._retired.remove(line)

    def _retire(self, line: _Line) -> None:
        if not line.retired:
            line.retired = True
            self._retired.append(line)
        if self._line is line:
            self._line = None

    def close(self) -> None:
        """Closes the channel, and those before it on which calls are still under way, which ends these calls."""
        with self._changed:
            if self._line is not None:
                self._retire(self._line)
            lines, self._retired = self._retired, []
        for line in lines:
            line.channel.close()

    def pause(self, deadline: Deadline) -> None:
        """Holds new calls back, and waits a little for those under way: grpcio does not survive a fork in a call."""
        with self._changed:
            self._paused = True
            self._changed.wait_for(lambda: self._calls == 0, deadline.left())

    def resume(self) -> None:
        """Lets calls go on."""
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def renew(self) -> None:
        """In the child of a fork: locks of its own, and a channel at the next call."""
        # Kept out of the hands of the garbage collector, which would close the parent's channels.
        self._parents += [line for line in (self._line, *self._retired) if line is not None]
        self._line, self._retired = None, []
        self._set_up_locks()
