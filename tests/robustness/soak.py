"""Minutes of what the suite does for seconds: `python -m tests.robustness.soak [RECORDS]`, as `make soak` runs it.

Ten million records (or as many as are asked for) in a loop, clean and bad ones, in both modes, while the resident size
is held flat; then live spans that threads change while they are read, for a minute at most.
"""

from __future__ import annotations

import gc
import logging
import sys
import time

from tests.robustness.live import read_while_threads_write
from tests.robustness.memory import grow_by, resident

RECORDS = 10_000_000


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    logging.disable()
    grow_by(records // 20)
    gc.collect()
    before, begin = resident(), time.monotonic()
    for tenth in range(1, 11):
        grow_by(records // 10)
        print(f"{tenth * records // 10:>12,} records: {resident() / 1e6:.1f} MB", flush=True)
    gc.collect()
    grown = resident() - before
    print(f"{records / (time.monotonic() - begin):,.0f} records a second, {grown / 1e6:+.1f} MB")
    assert grown < 8_000_000, "the resident size grows"
    calls = read_while_threads_write(min(60.0, records / 100_000))
    print(f"{calls:,} calls while four threads changed the spans")


if __name__ == "__main__":
    main()
