"""Connections on which reading an answer ends with the time for it, however slowly its bytes come."""

from __future__ import annotations

import io
import time
from typing import Any

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool


class TimedSocket:
    """A socket whose timeout is for all that is read until it is set anew, not for each piece."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._end: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        """Reading must end in so many seconds from now."""
        self._end = None if seconds is None else time.monotonic() + seconds
        self._socket.settimeout(seconds)

    def makefile(self, mode: str, *_: Any, **__: Any) -> io.BufferedReader:
        """What http.client reads answers from."""
        return io.BufferedReader(_TimedReader(self, self._socket.makefile(mode, buffering=0)))

    def leave_the_time_left(self) -> None:
        """Sets the socket's own timeout, before it is read."""
        if self._end is not None:
            left = self._end - time.monotonic()
            if left <= 0:
                raise TimeoutError("timed out")
            self._socket.settimeout(left)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class _TimedReader(io.RawIOBase):
    def __init__(self, socket: TimedSocket, raw: Any) -> None:
        super().__init__()
        self._socket = socket
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._socket.leave_the_time_left()
        read: int | None = self._raw.readinto(buffer)
        return read

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()


class TimedHTTPConnection(HTTPConnection):
    def connect(self) -> None:
        super().connect()
        self.sock: Any = TimedSocket(self.sock)


class TimedHTTPSConnection(HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        self.sock: Any = TimedSocket(self.sock)


class TimedHTTPPool(HTTPConnectionPool):
    ConnectionCls = TimedHTTPConnection


class TimedHTTPSPool(HTTPSConnectionPool):
    ConnectionCls = TimedHTTPSConnection


POOLS = {"http": TimedHTTPPool, "https": TimedHTTPSPool}
