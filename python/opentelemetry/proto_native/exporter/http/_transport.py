"""One attempt over HTTP, and what its answer means."""

from __future__ import annotations

import logging
from typing import Any, Protocol

import urllib3
from opentelemetry.proto_native.exporter._answer import one_line, rejected_records, status
from opentelemetry.proto_native.exporter._compression import Compression, compressed
from opentelemetry.proto_native.exporter._retry import Deadline, Outcome
from opentelemetry.proto_native.exporter._signal import Signal
from urllib3.exceptions import HTTPError, InvalidHeader, LocationValueError

from ._body import AnswerBrokenError, AnswerTooLargeError, read_body
from ._endpoint import for_log, without_credentials
from ._retry_after import seconds_to_wait

RETRYABLE_STATUS = frozenset({429, 502, 503, 504})
# By name; `timeout` is what Python 3.9 calls that of a socket.
NETWORK_ERRORS = frozenset(
    {"ConnectionError", "Timeout", "TimeoutError", "timeout", "ChunkedEncodingError", "HTTPException"}
)
PROTOBUF = "application/x-protobuf"


class Connections(Protocol):
    """Where requests are sent through: our own pool, or a session of the user's."""

    def post(self, url: str, body: bytes, headers: dict[str, str], timeout: float | None) -> Any: ...

    def body_of(self, response: Any) -> Any: ...

    def close(self) -> None: ...

    def renew(self) -> None: ...


class HttpTransport:
    """Posts requests to one URL."""

    def __init__(
        self,
        signal: Signal,
        url: str,
        headers: dict[str, str],
        compression: Compression,
        connections: Connections,
        log: logging.Logger,
    ) -> None:
        self._signal = signal
        self._url = url
        self.destination = for_log(url)
        self._headers = {"accept-encoding": "gzip", **headers}
        if compression is not Compression.NoCompression:
            self._headers.setdefault("content-encoding", compression.value)
        self._compression = compression
        self._connections = connections
        self._log = log

    def prepared(self, request: bytes) -> bytes:
        """The request, compressed once for all attempts."""
        return compressed(request, self._compression)

    def send(self, request: bytes, deadline: Deadline) -> Outcome:
        """One attempt. A lost connection is tried again at once: it is mostly one that the server closed while idle."""
        try:
            return self._post(request, deadline)
        except Exception as error:
            if not lost_connection(error) or deadline.left() <= 0:
                return failure(error)
        try:
            return self._post(request, deadline)
        except Exception as error:
            return failure(error)

    def _post(self, request: bytes, deadline: Deadline) -> Outcome:
        url, credentials = without_credentials(self._url)
        headers = self._headers
        if credentials and "authorization" not in headers:
            headers = {**headers, **urllib3.make_headers(basic_auth=credentials)}
        response = self._connections.post(url, request, headers, deadline.left_or_none())
        answer = self._connections.body_of(response)
        if 200 <= answer.status < 300:
            return Outcome(delivered=True, rejected=self._rejected(answer, deadline))
        return self._refused(answer, deadline)

    def _refused(self, answer: Any, deadline: Deadline) -> Outcome:
        """The status decides, whatever is wrong with the body."""
        said, asked_delay = "", None
        try:
            body = read_body(answer, deadline)
        except AnswerTooLargeError as error:
            return Outcome(delivered=False, **_refusal(answer.status, str(error)))
        except AnswerBrokenError as error:
            said = one_line(f"the answer broke off: {error}")
        else:
            if PROTOBUF in _content_type(answer):
                said, asked_delay = status(body)
        retryable = answer.status in RETRYABLE_STATUS
        delay = seconds_to_wait(answer.headers.get("retry-after")) if retryable else None
        return Outcome(
            delivered=False,
            retryable=retryable,
            # A RetryInfo of nothing leaves the pace to us.
            delay=(asked_delay or None) if delay is None and retryable else delay,
            **_refusal(answer.status, said or one_line(answer.reason or "")),
        )

    def _rejected(self, answer: Any, deadline: Deadline) -> int:
        """The server has accepted the request: whatever is wrong with the answer's body must not send it again."""
        try:
            body = read_body(answer, deadline)
        except AnswerBrokenError as error:
            self._log.warning(
                "The request with %s was accepted, but the answer broke off: %s", self._signal.records, error
            )
            return 0
        if not body or PROTOBUF not in _content_type(answer):
            return 0
        return rejected_records(self._signal, body, self._log)

    def close(self) -> None:
        """Closes the connections."""
        self._connections.close()

    def pause(self, deadline: Deadline) -> None:
        """Sockets have no need of it."""

    def resume(self) -> None:
        """Sockets have no need of it."""

    def renew(self) -> None:
        """In the child of a fork: connections of its own."""
        self._connections.renew()


def _content_type(answer: Any) -> str:
    return str(answer.headers.get("content-type", PROTOBUF)).lower()


def _refusal(code: int, text: str) -> dict[str, Any]:
    reason = f"HTTP status {code}" + (f": {text}" if text else "")
    return {"reason": reason, "error_type": str(code), "attributes": {"http.response.status_code": code}}


def lost_connection(error: Exception) -> bool:
    """Whether the network failed, as opposed to our request being impossible to send."""
    if isinstance(error, (LocationValueError, InvalidHeader)):
        return False
    if isinstance(error, HTTPError):
        return True
    # A session raises the errors of `requests`, which is not imported here; some bear the names of Python's own.
    names = {base.__name__ for base in type(error).__mro__}
    return not names.isdisjoint(NETWORK_ERRORS)


def reason_of(error: Exception) -> str:
    """What goes into the log: not a URL that may hold a password, nor the value of a header."""
    name = type(error).__qualname__
    if isinstance(error, LocationValueError):
        return f"{name}: the endpoint's or proxy's URL makes no sense"
    if "header value" in str(error):
        return f"{name}: a header's value can't be sent"
    return one_line(f"{name}: {error}")


def failure(error: Exception) -> Outcome:
    """The outcome of an attempt that ended in an exception."""
    return Outcome(
        delivered=False,
        retryable=lost_connection(error),
        reason=reason_of(error),
        error=error,
        error_type=type(error).__qualname__,
    )
