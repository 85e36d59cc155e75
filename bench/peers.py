"""Other native encoders for spans. Those that are not installed are left out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.contenders import Contender, Serialize


def peers(signal: str) -> list[Contender]:
    if signal != "spans":
        return []
    return [Contender(name, start) for name, module, start in _KNOWN if find_spec(module)]


def _otlp_proto() -> Serialize:
    encode: Serialize = import_module("otlp_proto").encode_spans
    return encode


def _fastotel() -> Serialize:
    """It has no serializer to call: what a program waits for is `on_end`, which copies a span and leaves the rest to a
    thread. The queue takes all that a sample gives it, and nothing is sent while it is timed."""
    room = 1_000_000
    processor = import_module("fastotel").OTLPSpanProcessor(
        endpoint="http://127.0.0.1:9/v1/traces",
        max_queue_size=room,
        max_export_batch_size=room,
        schedule_delay_millis=3_600_000,
        export_timeout_millis=1,
        timeout=0.001,
    )
    on_end = processor.on_end

    def take(batch: Any) -> None:
        for span in batch:
            on_end(span)

    return take


_KNOWN: list[tuple[str, str, Callable[[], Serialize]]] = [
    ("otlp-proto", "otlp_proto", _otlp_proto),
    ("fastotel on_end", "fastotel", _fastotel),
]
