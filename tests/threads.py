"""Whether another thread gets the GIL while one call goes on."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial


def another_thread_runs_during(function: Callable[..., object], *arguments: object, **options: object) -> bool:
    """In one of several calls: a busy machine may not let the thread run in each."""
    # One after the other without any bytecode between, which would let the thread run too.
    timed = [partial(time.perf_counter), partial(function, *arguments, **options), partial(time.perf_counter)]
    began, done = threading.Event(), threading.Event()
    moments: list[float] = []

    def ask() -> None:
        began.set()
        while not done.is_set():
            moments.append(time.perf_counter())
            time.sleep(0)

    thread = threading.Thread(target=ask)
    before = sys.getswitchinterval()
    # A thread that has waited this long makes the interpreter see to it that it is the next.
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        began.wait()
        for _ in range(100):
            start, _, end = map(partial.__call__, timed)
            if any(start < moment < end for moment in moments):
                return True
    finally:
        done.set()
        sys.setswitchinterval(before)
        thread.join()
    return False
