"""Fuzzes the Python surface with the reference encoder as oracle: `python fuzz/surface SECONDS [CORPUS...]`.

Engine: atheris where it is installed, guided by the coverage of the extension module that FUZZ_MODULE names, which
fuzz/run builds; else inputs at random, each printed as hex where it fails.
"""

from __future__ import annotations

import logging
import os
import random
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from bench import compiled  # noqa: E402

if "FUZZ_MODULE" in os.environ:
    compiled.load(Path(os.environ["FUZZ_MODULE"]), "opentelemetry.proto_native._native")

import objects  # noqa: E402
import records  # noqa: E402
from choices import Choices  # noqa: E402
from opentelemetry import proto_native  # noqa: E402

from tests import reference  # noqa: E402

SIGNALS = (
    ("traces", proto_native.serialize_spans, reference.reference_spans, objects.spans),
    ("logs", proto_native.serialize_logs, reference.reference_logs, records.logs),
    ("metrics", proto_native.serialize_metrics, reference.reference_metrics, records.metrics),
)
SECRET = "secret-value"


def check(data: bytes) -> None:
    """One input: strict mode against the reference, replace mode against what it promises."""
    signal, ours, theirs, make = SIGNALS[data[0] % len(SIGNALS) if data else 0]
    try:
        make(Choices(data[1:]))
    except Exception:  # The SDK's own constructors do not take all that is hostile.
        return
    strict = reference.outcome(ours, make(Choices(data[1:])))
    expected = reference.outcome(theirs, make(Choices(data[1:])))
    reference.assert_same_outcome(strict, expected, signal)
    for record in strict.records:
        assert SECRET not in record.getMessage()
    assert SECRET not in str(strict.error)
    replaced = reference.outcome(lambda x: ours(x, errors="replace"), make(Choices(data[1:])))
    assert replaced.error is None, repr(replaced.error)
    reference.as_text(replaced.data, signal)
    assert len(replaced.records) <= 1 + sum(record.msg.startswith("unsupported") for record in replaced.records)
    if strict.error is None and not strict.records:
        assert replaced.data == strict.data


def run_at_random(seconds: float) -> None:
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = random.randbytes(random.choice((1, 10, 40, 200, 800)))
        try:
            check(data)
        except BaseException:
            print(f"failed after {count} inputs: {data.hex()}")
            raise
        count += 1
    print(f"{count} inputs, none failed")


def main() -> None:
    logging.getLogger("opentelemetry.attributes").disabled = True
    logging.getLogger("opentelemetry.sdk").disabled = True
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    try:
        import atheris
    except ImportError:
        return run_at_random(seconds)
    corpus = sys.argv[2:] or [str(Path(__file__).parents[1] / "corpus" / "surface")]
    os.makedirs(corpus[0], exist_ok=True)
    atheris.Setup(
        [sys.argv[0], f"-max_total_time={int(seconds)}", "-max_len=2000", "-rss_limit_mb=4096", *corpus], check
    )
    return atheris.Fuzz()


if __name__ == "__main__":
    main()
