"""Live spans that other threads add to while they are serialized."""

from __future__ import annotations

import threading
import time

from opentelemetry.proto_native import serialize_spans
from opentelemetry.sdk.trace import SpanLimits, TracerProvider
from opentelemetry.trace import SpanContext

WRITERS = 4


def read_while_threads_write(seconds: float) -> int:
    """How many calls were made in that time; any of them may only return bytes."""
    limits = SpanLimits(max_attributes=64, max_events=32, max_links=32)
    tracer = TracerProvider(shutdown_on_exit=False, span_limits=limits).get_tracer("live")
    spans = [tracer.start_span(f"s{number}") for number in range(8)]
    stop = threading.Event()

    def write(writer: int) -> None:
        count = 0
        while not stop.is_set():
            count += 1
            span = spans[count % len(spans)]
            span.set_attribute(f"{writer}-{count % 100}", [str(count)] * (count % 5))
            span.add_event(str(count), {"a": count})
            span.add_link(SpanContext(count, count, False))
            if count % 50 == 0:
                span.update_name(f"renamed {count}")

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    calls, end = 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            for errors in ("strict", "replace"):
                assert serialize_spans(spans, errors=errors)
                calls += 1
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return calls
