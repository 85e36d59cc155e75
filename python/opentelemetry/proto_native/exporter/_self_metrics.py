"""The exporter's metrics about itself, by the semantic conventions; off unless the SDK's variable is set."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from opentelemetry.metrics import Meter, MeterProvider, get_meter_provider

from . import _variables as variables
from ._signal import Signal

ENABLED = "OTEL_PYTHON_SDK_INTERNAL_METRICS_ENABLED"
METER = "opentelemetry-sdk"

_made_of_type: Counter[str] = Counter()

Attributes = dict[str, "str | int"]


@dataclass
class Report:
    """What came of an operation: failures by cause, everything else was a success."""

    failures: list[tuple[int, Attributes, Attributes]] = field(default_factory=list)

    def failed(self, count: int, error_type: str, attributes: Attributes | None = None) -> None:
        """Counts records as lost, with the cause and what only the duration is told."""
        self.failures.append((count, {"error.type": error_type}, attributes or {}))

    def causes(self) -> list[str | int]:
        """The cause of each failure."""
        return [cause["error.type"] for _, cause, _ in self.failures]


class SelfMetrics:
    """Nothing is measured."""

    measures = False

    @contextmanager
    def operation(self, count: int) -> Iterator[Report]:
        """Surrounds the export of a batch; its user reports failures to what it yields."""
        del count
        yield Report()


class MeasuredSelfMetrics(SelfMetrics):
    """Counts records in flight and exported, and how long exports take."""

    measures = True

    def __init__(self, signal: Signal, transport: str, endpoint: str, meter_provider: MeterProvider | None) -> None:
        component = f"otlp_{transport}_{signal.component}_exporter"
        number = _made_of_type[component]
        _made_of_type[component] += 1
        self._common: Attributes = {
            "otel.component.type": component,
            "otel.component.name": f"{component}/{number}",
            **server_attributes(transport, endpoint),
        }
        meter = (meter_provider or get_meter_provider()).get_meter(METER)
        self._inflight = _instrument(meter, "up_down_counter", f"{signal.instrument}.inflight", signal)
        self._exported = _instrument(meter, "counter", f"{signal.instrument}.exported", signal)
        self._duration = _instrument(meter, "histogram", "operation.duration", signal)

    @contextmanager
    def operation(self, count: int) -> Iterator[Report]:
        report = Report()
        begin = time.perf_counter()
        self._inflight.add(count, self._common)
        try:
            yield report
        finally:
            seconds = time.perf_counter() - begin
            self._inflight.add(-count, self._common)
            succeeded = count - sum(lost for lost, _, _ in report.failures)
            if succeeded > 0:
                self._exported.add(succeeded, self._common)
            for lost, cause, _ in report.failures:
                self._exported.add(lost, {**self._common, **cause})
            first = {**report.failures[0][1], **report.failures[0][2]} if report.failures else {}
            self._duration.record(seconds, {**self._common, **first})


def server_attributes(transport: str, endpoint: str) -> Attributes:
    """Host and port of the endpoint, a URL or a gRPC target, where it has them."""
    attributes: Attributes = {}
    try:
        parts = urlsplit(endpoint if "//" in endpoint else f"//{endpoint}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return attributes
    if host:
        attributes["server.address"] = host
    if port is None:
        port = 443 if transport == "grpc" or parts.scheme == "https" else {"http": 80}.get(parts.scheme)
    if port is not None:
        attributes["server.port"] = port
    return attributes


def _instrument(meter: Meter, kind: str, name: str, signal: Signal) -> Any:
    """The convention's own instrument, so that another exporter's in the same process is the same one.

    Conventions released with older SDKs don't have it; there it is made from name and unit.
    """
    full_name = f"otel.sdk.exporter.{name}"
    try:
        from opentelemetry.semconv._incubating.metrics import otel_metrics

        return getattr(otel_metrics, "create_" + full_name.replace(".", "_"))(meter)
    except (ImportError, AttributeError):
        unit = "s" if kind == "histogram" else signal.unit
        return getattr(meter, f"create_{kind}")(full_name, unit=unit)


def chosen_self_metrics(
    signal: Signal, transport: str, endpoint: str, meter_provider: MeterProvider | None
) -> SelfMetrics:
    """Measured where the SDK's variable says `true`."""
    if variables.flag(ENABLED):
        return MeasuredSelfMetrics(signal, transport, endpoint, meter_provider)
    return SelfMetrics()
