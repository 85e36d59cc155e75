"""One batch that the demonstration serializes."""

from __future__ import annotations

from typing import Any, NamedTuple

from opentelemetry.sdk.resources import Resource

SCOPE_NAME = "opentelemetry.proto_native.demo"
SCOPE_VERSION = "1.0"


class Case(NamedTuple):
    """What the SDK would hand to an exporter, and how to speak of it."""

    signal: str
    name: str
    records: int
    data: Any


def resource() -> Resource:
    """A service as it describes itself; made directly, so that no resource detector runs."""
    return Resource(
        {"service.name": "checkout", "service.version": "2.4.1", "process.pid": 4711, "host.ip": ["10.0.0.7", "::1"]},
        schema_url="https://opentelemetry.io/schemas/1.28.0",
    )
