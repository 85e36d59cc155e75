"""``python -m opentelemetry.proto_native``: serialize real SDK data and hold bytes and speed against the reference."""

from __future__ import annotations

import argparse
import os
import sys


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m opentelemetry.proto_native",
        description="Serialize real spans, metrics and logs, and compare with the reference encoder where installed.",
        epilog="Exit status 1 when any bytes differ.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--records", type=int, default=512, metavar="N", help="records in a large batch (default 512)")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="rounds of timing, best one counts (15)")
    arguments = parser.parse_args()
    if arguments.records < 1 or arguments.rounds < 1:
        parser.error("--records and --rounds must be at least 1")
    return arguments


def main() -> int:
    """Run the demonstration and return its exit status."""
    arguments = _arguments()
    # The SDK reads samplers, limits and resources from OTEL_ variables; this data is the same everywhere.
    for name in [name for name in os.environ if name.startswith("OTEL_") and "PROTO_NATIVE" not in name]:
        del os.environ[name]

    from opentelemetry.proto_native._demo import check, report

    results = check.run(arguments.records, arguments.rounds)
    print(report.as_json(results) if arguments.json else report.as_text(results))
    return 1 if any(result.identical is False for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
