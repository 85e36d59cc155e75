"""One attempt over gRPC, and what its answer means."""

from __future__ import annotations

import logging
from typing import Any

import grpc
from opentelemetry.proto_native.exporter._answer import one_line, rejected_records, status
from opentelemetry.proto_native.exporter._retry import Deadline, Outcome
from opentelemetry.proto_native.exporter._signal import Signal

from ._channel import Channel

STATUS_DETAILS = "grpc-status-details-bin"


class GrpcTransport:
    """Calls one method on one channel."""

    def __init__(
        self,
        signal: Signal,
        channel: Channel,
        metadata: tuple[tuple[str, str], ...],
        retryable: frozenset[grpc.StatusCode],
        log: logging.Logger,
    ) -> None:
        self._signal = signal
        self._channel = channel
        self.destination = channel.target
        self._metadata = metadata
        self._retryable = retryable
        self._log = log

    def prepared(self, request: bytes) -> bytes:
        """The request as it is; grpcio compresses."""
        return request

    def send(self, request: bytes, deadline: Deadline) -> Outcome:
        """One attempt."""
        try:
            answer = self._channel.call(request, deadline.left_or_none(), self._metadata)
        except grpc.RpcError as error:
            return self._failure(error)
        return Outcome(delivered=True, rejected=rejected_records(self._signal, answer, self._log))

    def _failure(self, error: grpc.RpcError) -> Outcome:
        code = error.code()
        delay = requested_delay(error)
        throttled = code is grpc.StatusCode.RESOURCE_EXHAUSTED and delay is not None
        return Outcome(
            delivered=False,
            retryable=code in self._retryable or throttled,
            # A delay of nothing leaves the pace to us.
            delay=delay or None,
            reason=f"{code.name}: {one_line(error.details() or '')}",
            error=error,
            error_type=type(error).__qualname__,
            attributes={"rpc.response.status_code": code.name},
        )

    def close(self) -> None:
        """Closes the channel."""
        self._channel.close()

    def pause(self, deadline: Deadline) -> None:
        """Before a fork: no call is under way."""
        self._channel.pause(deadline)

    def resume(self) -> None:
        """After a fork, in the parent: calls go on."""
        self._channel.resume()

    def renew(self) -> None:
        """In the child of a fork: a channel of its own."""
        self._channel.renew()


def requested_delay(error: grpc.RpcError) -> float | None:
    """Seconds to wait before the next attempt, where the server's status details hold a RetryInfo."""
    metadata: Any = error.trailing_metadata() or ()
    for name, value in metadata:
        if name == STATUS_DETAILS and isinstance(value, bytes):
            return status(value)[1]
    return None
