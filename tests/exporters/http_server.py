"""A small HTTP server that answers as a test tells it to, and keeps what it was sent."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes
    peer: tuple[str, int]
    when: float


@dataclass
class Answer:
    """What to answer with."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    delay: float = 0.0

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        time.sleep(self.delay)
        handler.send_response(self.status)
        for name, value in {"Content-Length": str(len(self.body)), **self.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(self.body)


def protobuf(status: int, body: bytes, **headers: str) -> Answer:
    """An answer with a protobuf body."""
    return Answer(status, {"Content-Type": "application/x-protobuf", **headers}, body)


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Breaks the connection off without an answer."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    # The socket lives until the last file made of it is closed.
    handler.wfile.close()
    handler.rfile.close()
    handler.connection.close()


def reset_within_body(handler: BaseHTTPRequestHandler) -> None:
    """Promises a body of 100 bytes and breaks off after 10."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b"0123456789")
    handler.wfile.flush()
    reset(handler)


def raw(answer: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answers with these bytes as they are, and ends the connection."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(answer)
        handler.wfile.flush()
        handler.close_connection = True

    return write


def dripping(begin: bytes, drop: bytes, pause: float) -> Callable[[BaseHTTPRequestHandler], None]:
    """Begins an answer, and goes on with one drop after the other without end."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        with contextlib.suppress(OSError):
            handler.wfile.write(begin)
            for _ in range(100):
                handler.wfile.flush()
                time.sleep(pause)
                handler.wfile.write(drop)

    return write


def endless(handler: BaseHTTPRequestHandler) -> None:
    """A body that does not end, in chunks."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
    try:
        while True:
            handler.wfile.write(chunk)
    except OSError:
        pass


def drip(handler: BaseHTTPRequestHandler) -> None:
    """A body that comes byte by byte, slowly."""
    handler.send_response(503)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    try:
        for _ in range(1000):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Broken connections are what these tests are about."""


class HttpServer:
    """Listens on loopback; answers the scripted things in turn, then 200."""

    def __init__(
        self,
        *script: Callable[[BaseHTTPRequestHandler], None],
        context: ssl.SSLContext | None = None,
        port: int = 0,
    ) -> None:
        self.script = list(script)
        self.received: list[Received] = []
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                owner._answer(self)

            def log_message(self, *args: Any) -> None:
                """Not on the tests' output."""

        self._server = _Server(("127.0.0.1", port), Handler)
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            received = Received(handler.path, headers, body, handler.client_address, time.monotonic())
            self.received.append(received)
            self._connections.add(handler.connection)
            answer = self.script.pop(0) if self.script else Answer()
        answer(handler)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        for connection in self._connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> HttpServer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
