"""The log vectors of conformance.md section 12: what is encoded, and the whole request in hexadecimal."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

from opentelemetry._logs import SeverityNumber
from opentelemetry.trace import TraceFlags


class Vector(NamedTuple):
    """One row of the table: `make` is given the maker of one item, of whichever shape."""

    title: str
    make: Callable[[Callable], Any]
    hex: str

    def __str__(self) -> str:
        return self.title


EVERYTHING = {
    "timestamp": 1,
    "observed_timestamp": 2,
    "severity_number": SeverityNumber.INFO,
    "severity_text": "I",
    "body": "b",
    "attributes": {"a": 1},
    "trace_flags": TraceFlags(1),
    "trace_id": 3,
    "span_id": 4,
    "event_name": "ev",
}

VECTORS = [
    Vector("empty batch", lambda log: [], ""),
    Vector("the base record alone", lambda log: [log(body=None)], "0a0a0a0012060a0012022a00"),
    Vector("an empty text as body", lambda log: [log(body="")], "0a0c0a0012080a0012042a020a00"),
    Vector(
        "None in a body",
        lambda log: [log(body={"a": None})],
        "0a130a00120f0a00120b2a0932070a050a01611200",
    ),
    Vector(
        "all fields",
        lambda log: [log(**EVERYTHING)],
        "0a520a00124e0a00124a09010000000000000010091a01492a030a016232070a01611202180145010000004a10000000"
        "00000000000000000000000003520800000000000000045902000000000000006202" + b"ev".hex(),
    ),
]
