"""Reading an answer's body without trusting it: bounded before and after decompression."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from http.client import HTTPException
from typing import Any

from opentelemetry.proto_native.exporter._answer import MAX_ANSWER_BYTES
from opentelemetry.proto_native.exporter._retry import Deadline
from urllib3.exceptions import HTTPError

CHUNK = 64 * 1024
# zlib's window size for "gzip or zlib, whichever the data begins with".
GZIP_OR_ZLIB = 47


class AnswerTooLargeError(Exception):
    """An answer exceeds the specification's 4 MiB; the name appears in the self-metrics."""

    def __init__(self) -> None:
        super().__init__(f"the answer is larger than {MAX_ANSWER_BYTES} bytes")


class AnswerBrokenError(Exception):
    """An answer's body broke off, or cannot be decompressed; what its status says holds all the same."""


def read_body(response: Any, deadline: Deadline) -> bytes:
    """The body of a urllib3 response, decompressed; its connection is kept for the next request if all was read.

    Raises:
        AnswerTooLargeError: it is larger than we read.
        AnswerBrokenError: whatever else is wrong with it.
    """
    complete = False
    try:
        raw = _read_raw(response, deadline)
        complete = True
    # urllib3 1.26 lets the errors of http.client through.
    except (HTTPError, HTTPException, OSError) as error:
        raise AnswerBrokenError(str(error) or type(error).__qualname__) from error
    finally:
        if complete:
            response.release_conn()
        else:
            response.close()
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        return raw
    try:
        return _decompressed(raw)
    except zlib.error as error:
        raise AnswerBrokenError(str(error)) from error


def _read_raw(response: Any, deadline: Deadline) -> bytes:
    raw = _read_to_the_end(response, deadline)
    promised = response.headers.get("content-length", "")
    # urllib3 before 2.2 does not hold one against the other.
    if promised.isdecimal() and "transfer-encoding" not in response.headers and len(raw) < int(promised):
        raise ConnectionError(f"{len(raw)} of {promised} bytes came")
    return raw


def _read_to_the_end(response: Any, deadline: Deadline) -> bytes:
    read = _arrived_bytes(response)
    chunks: list[bytes] = []
    size = 0
    while True:
        chunk = read(CHUNK)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_ANSWER_BYTES:
            raise AnswerTooLargeError
        if deadline.left() <= 0:
            raise TimeoutError("the answer did not end in time")


def _arrived_bytes(response: Any) -> Callable[[int], bytes]:
    """Reads what has arrived, so that a server which drips byte by byte can't hold us past the deadline."""
    if hasattr(response, "read1"):
        return partial(response.read1, decode_content=False)
    # urllib3 1.26 has it only on the response of http.client below.
    below: Callable[[int], bytes] = response._fp.read1
    return below


def _decompressed(raw: bytes) -> bytes:
    inflater = zlib.decompressobj(GZIP_OR_ZLIB)
    body = inflater.decompress(raw, MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES:
        raise AnswerTooLargeError
    return body
