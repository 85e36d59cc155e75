"""A program that ends spans at a steady rate through a batch processor, and says how much memory it needed.

Usage: python -m tests.exporters.load TRANSPORT ENDPOINT SECONDS RATE
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from tests.exporters.classes import CLASSES

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TICK = 0.05


def resident_bytes() -> int:
    """Of this process, where the system tells."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text(encoding="ascii").split()[1]) * PAGE if statm.exists() else 0


def main(transport: str, endpoint: str, seconds: float, rate: int) -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    exporter = CLASSES[transport, "traces"](endpoint=endpoint, timeout=60)
    # The queue holds what comes in while the server is away, so that it drops nothing and each span can be asked for.
    processor = BatchSpanProcessor(exporter, max_queue_size=200_000, schedule_delay_millis=100)
    provider.add_span_processor(processor)
    tracer = provider.get_tracer("load")
    begin = time.monotonic()
    ended = 0
    resident: list[int] = []
    while (elapsed := time.monotonic() - begin) < seconds:
        while ended < elapsed * rate:
            attributes = {"http.request.method": "GET", "url.path": "/orders", "number": ended}
            tracer.start_span(str(ended), attributes=attributes).end()
            ended += 1
        if len(resident) < elapsed:
            resident.append(resident_bytes())
        time.sleep(TICK)
    flushed = provider.force_flush(60_000)
    provider.shutdown()
    print(json.dumps({"ended": ended, "flushed": flushed, "resident": resident}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))
