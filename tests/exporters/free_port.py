"""A port that nothing listens on."""

from __future__ import annotations

import socket


def free_port() -> int:
    """On loopback; free at this moment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
