"""A small gRPC server that answers as a test tells it to, and keeps what it was sent, all in bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent import futures
from dataclasses import dataclass
from typing import Any

import grpc


@dataclass
class Received:
    """One request."""

    method: str
    metadata: dict[str, Any]
    body: bytes
    peer: str
    when: float


Step = Callable[[grpc.ServicerContext], bytes]


def ok(answer: bytes = b"") -> Step:
    """Accepts."""
    return lambda context: answer


def refuse(code: grpc.StatusCode, details: str = "refused", status: bytes | None = None) -> Step:
    """Ends the call with a code, and status details where given."""

    def step(context: grpc.ServicerContext) -> bytes:
        if status is not None:
            context.set_trailing_metadata((("grpc-status-details-bin", status),))
        context.abort(code, details)
        raise AssertionError("abort returned")

    return step


def slow(seconds: float) -> Step:
    """Accepts late."""

    def step(context: grpc.ServicerContext) -> bytes:
        time.sleep(seconds)
        return b""

    return step


class GrpcServer(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Listens on loopback; answers the scripted things in turn, then accepts."""

    def __init__(
        self, *script: Step, port: int = 0, credentials: grpc.ServerCredentials | None = None, address: str = ""
    ) -> None:
        self.script = list(script)
        self.received: list[Received] = []
        self._lock = threading.Lock()
        self._server = grpc.server(futures.ThreadPoolExecutor(8), options=(("grpc.so_reuseport", 0),))
        self._server.add_generic_rpc_handlers((self,))
        address = address or f"127.0.0.1:{port}"
        if credentials is None:
            self.port = self._server.add_insecure_port(address)
        else:
            self.port = self._server.add_secure_port(address, credentials)
        self.target = f"127.0.0.1:{self.port}"
        self._server.start()

    def service(self, details: Any) -> Any:
        def answer(body: bytes, context: grpc.ServicerContext) -> bytes:
            with self._lock:
                self.received.append(
                    Received(
                        details.method, dict(context.invocation_metadata()), body, context.peer(), time.monotonic()
                    )
                )
                step = self.script.pop(0) if self.script else ok()
            return step(context)

        return grpc.unary_unary_rpc_method_handler(answer)

    def close(self) -> None:
        self._server.stop(0).wait()

    def __enter__(self) -> GrpcServer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
