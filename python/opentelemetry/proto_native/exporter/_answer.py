"""What a server says in the body or details of its answer; decoded natively, worded for the log."""

from __future__ import annotations

import logging

from opentelemetry.proto_native import _native

from ._signal import Signal

# The specification's default limit for an answer, before and after decompression.
MAX_ANSWER_BYTES = 4 * 1024 * 1024
MAX_TEXT = 1000


def one_line(text: str) -> str:
    """A server's text on one line of bearable length, since it goes into the log."""
    shown = "".join(character if character.isprintable() else " " for character in text[:MAX_TEXT])
    return " ".join(shown.split()) + ("..." if len(text) > MAX_TEXT else "")


def rejected_records(signal: Signal, answer: bytes, log: logging.Logger) -> int:
    """How many records of a delivered request the server refused; what it says about them goes into the log."""
    try:
        partial = _native.decode_partial_success(signal.name, answer)
    except ValueError:
        log.warning("The request with %s was accepted, but the answer cannot be read", signal.records)
        return 0
    if partial is None:
        return 0
    rejected, message = partial
    if rejected > 0:
        log.error(
            "The server rejected %d records of a request with %s: %s", rejected, signal.records, one_line(message)
        )
    else:
        log.warning("The server accepted a request with %s, and says: %s", signal.records, one_line(message))
    return max(rejected, 0)


def status(body: bytes) -> tuple[str, float | None]:
    """Text and requested delay of a `google.rpc.Status`; nothing where the body is none."""
    try:
        code, message, delay = _native.decode_status(body)
    except ValueError:
        return "", None
    text = one_line(message)
    return (f"{text} (status {code})" if code else text), delay
