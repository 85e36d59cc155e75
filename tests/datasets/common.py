"""What the batches of all signals share: the resource, ids and times, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace.id_generator import IdGenerator

# A moment of 2025, in nanoseconds. Integers of this size are what the clock gives.
START = 1_750_000_000_000_000_000
MILLISECOND = 1_000_000

SCOPE = ("shop.instrumentation", "1.4.2")


def resource(service: int = 0) -> Resource:
    """As `Resource.create` fills it in a container, without asking this machine."""
    return Resource(
        {
            "telemetry.sdk.language": "python",
            "telemetry.sdk.name": "opentelemetry",
            "telemetry.sdk.version": "1.45.2",
            "service.name": f"shop-{service}",
            "service.version": "2025.6.1",
            "service.instance.id": f"627cc493-f310-47de-96bd-{service:012d}",
            "host.name": "web-7f9c",
            "process.pid": 4711,
        }
    )


class Ids(IdGenerator):
    """Ids as random in their bits as the SDK's, and the same in every run."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)

    def generate_span_id(self) -> int:
        return self._random.getrandbits(64) or 1

    def generate_trace_id(self) -> int:
        return self._random.getrandbits(128) or 1


def moments(step: int = MILLISECOND) -> Iterator[int]:
    """Times that go on by about `step`; each is an integer object of its own."""
    random = Random(2)
    now = START
    while True:
        now += random.randrange(1, 2 * step)
        yield now


def five_attributes(number: int) -> dict[str, Any]:
    """Two texts, an integer, a float and a bool."""
    return {
        "http.request.method": "GET",
        "http.route": f"/orders/{number}",
        "http.response.status_code": 200,
        "app.duration": number * 1.5,
        "app.cached": number % 2 == 0,
    }


_PROSE = {
    "latin": "Die Größe der Lieferung für Zoë — naïve façade, à 1 200 €: später. ",
    "wide": "注文の価格は 1,200 円です — danke 🌍, 世界. ",
}


def prose(number: int, script: str, size: int) -> str:
    """Text of about `size` bytes of UTF-8, never ASCII alone; a new string object in each call."""
    words = _PROSE[script]
    return f"{number}: {words * (size // len(words.encode()))}"
