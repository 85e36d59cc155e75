"""Reading an answer's body without trusting it: bounded before and after decompression."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

from opentelemetry.proto_native.exporter._answer import MAX_ANSWER_BYTES
from opentelemetry.proto_native.exporter._retry import Deadline

CHUNK = 64 * 1024
# zlib's window size for "gzip or zlib, whichever the data begins with".
GZIP_OR_ZLIB = 47


class AnswerTooLargeError(Exception):
    """An answer exceeds the specification's 4 MiB; the name appears in the self-metrics."""

    def __init__(self) -> None:
        super().__init__(f"the answer is larger than {MAX_ANSWER_BYTES} bytes")


def read_body(response: Any, deadline: Deadline) -> bytes:
    """The body of a urllib3 response, decompressed; its connection is kept for the next request if all was read."""
    complete = False
    try:
        raw = _read_raw(response, deadline)
        complete = True
    finally:
        if complete:
            response.release_conn()
        else:
            response.close()
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return _decompressed(raw) if encoding in {"gzip", "x-gzip", "deflate"} else raw


def _read_raw(response: Any, deadline: Deadline) -> bytes:
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
