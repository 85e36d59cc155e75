"""A program for the fork tests: exports, forks children while exporting, and lets everyone export.

Usage: python -m tests.exporters.forking TRANSPORT ENDPOINT CHILDREN SPANS
"""

from __future__ import annotations

import os
import sys
import threading
import time

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from tests.exporters.classes import CLASSES


def work(provider: TracerProvider, name: str, count: int) -> None:
    """Ends spans named after who ended them."""
    tracer = provider.get_tracer("forking")
    for number in range(count):
        tracer.start_span(f"{name}-{number}").end()
        if number % 50 == 0:
            time.sleep(0.002)


def main(transport: str, endpoint: str, children: int, spans: int) -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    exporter = CLASSES[transport, "traces"](endpoint=endpoint, timeout=20)
    provider.add_span_processor(
        BatchSpanProcessor(exporter, max_queue_size=100_000, schedule_delay_millis=20, max_export_batch_size=64)
    )
    # The parent has connections open, and exports under way, at the moment of each fork.
    work(provider, "before", spans)
    provider.force_flush()
    busy = threading.Thread(target=work, args=(provider, "parent", spans * 10))
    busy.start()
    pids = []
    for child in range(children):
        pid = os.fork()
        if pid == 0:
            work(provider, f"child{child}", spans)
            flushed = provider.force_flush(20_000)
            provider.shutdown()
            os._exit(0 if flushed else 1)
        pids.append(pid)
        time.sleep(0.02)
    busy.join()
    states = [os.waitpid(pid, 0)[1] for pid in pids]
    provider.force_flush(20_000)
    provider.shutdown()
    sys.exit(any(states))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
