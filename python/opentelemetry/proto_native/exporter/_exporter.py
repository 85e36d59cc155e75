"""The body of every exporter here: encode, split, send with retries, report; and an orderly end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sized
from typing import Any, ClassVar, Protocol

from opentelemetry.metrics import MeterProvider
from opentelemetry.proto_native import EncodeError

from . import _fork
from ._request import count_encodable, count_records, encoded
from ._retry import Deadline, Delivery, Outcome
from ._self_metrics import Report, chosen_self_metrics
from ._signal import Signal


class Transport(Protocol):
    """Carries requests to one endpoint."""

    destination: str
    """Where requests go, for the log."""

    def prepared(self, request: bytes) -> Any:
        """The request in the form that every attempt sends."""

    def send(self, request: Any, deadline: Deadline) -> Outcome:
        """One attempt; network errors come back as an outcome."""

    def close(self) -> None:
        """Ends connections, and calls that wait for an answer where the library allows."""

    def pause(self, deadline: Deadline) -> None:
        """Just before a fork: leaves nothing under way that the child could not live with, as far as time allows."""

    def resume(self) -> None:
        """After a fork, in the parent: goes on."""

    def renew(self) -> None:
        """Forgets connections and locks that a fork copied from the parent, without touching them."""


REJECTED = "rejected"
NOT_ENCODED = EncodeError.__qualname__
# Losses that leave an export successful: the server took the request, or there was nothing to send of a broken record.
TOLERATED = frozenset({REJECTED, NOT_ENCODED})


class RequestTooLargeError(Exception):
    """A record exceeds `max_request_size` by itself; the name appears in the self-metrics."""


class Exporter:
    """What the exporters of all signals and transports share."""

    _signal: ClassVar[Signal]
    _protocol: ClassVar[str]
    _log: logging.Logger

    def _set_up(
        self,
        transport: Transport,
        endpoint: str,
        timeout: float,
        max_request_size: int,
        meter_provider: MeterProvider | None,
    ) -> None:
        self._transport = transport
        self._endpoint = endpoint
        self._timeout = timeout
        self._max_request_size = max_request_size
        self._shutdown = False
        self._stop = threading.Event()
        self._set_meter_provider(meter_provider)
        _fork.renew_in_children(self)

    def _set_meter_provider(self, meter_provider: MeterProvider | None) -> None:
        self._self_metrics = chosen_self_metrics(self._signal, self._protocol, self._endpoint, meter_provider)

    def _pause(self, deadline: Deadline) -> None:
        self._transport.pause(deadline)

    def _resume(self) -> None:
        self._transport.resume()

    def _renew(self) -> None:
        """In the child of a fork: no lock, no waiting and no connection of the parent's is shared."""
        self._stop = threading.Event()
        if self._shutdown:
            self._stop.set()
        self._transport.renew()

    def _export_records(self, records: Any) -> bool:
        """Exports spans or log records; any iterable will do, the SDK's processors pass sequences."""
        try:
            batch = records if isinstance(records, Sized) else list(records)
            count = len(batch)
        except Exception as error:
            self._unexpected(error)
            return False
        return self._export(batch, count, self._delivery())

    def _delivery(self) -> Delivery:
        return Delivery(self._timeout, self._stop, self._log)

    def _export(self, batch: Any, count: int, delivery: Delivery) -> bool:
        """Whether all that the batch holds was delivered; never raises because of data, server or network."""
        if self._shutdown:
            self._log.warning("Exporter of %s is shut down: batch ignored", self._signal.records)
            return False
        if count == 0:
            return True
        with self._self_metrics.operation(count) as report:
            try:
                requests = encoded(self._signal, batch, self._max_request_size, self._log)
            except Exception as error:
                report.failed(count, self._unexpected(error).error_type)
                return False
            counts = self._counted(requests, batch, count, report)
            outcomes = [self._deliver(request, delivery) for request in requests]
            for outcome, records in zip(outcomes, counts):
                if not outcome.delivered:
                    report.failed(records, outcome.error_type, outcome.attributes)
                elif outcome.rejected:
                    report.failed(min(outcome.rejected, records), REJECTED, outcome.attributes)
            return len(requests) > 0 and all(cause in TOLERATED for cause in report.causes())

    def _counted(self, requests: list[bytes], batch: Any, count: int, report: Report) -> list[int]:
        """How many records each request carries; those that the encoder left out are reported, by their cause."""
        counts = [count_records(self._signal, request) for request in requests]
        left_out = count - sum(counts)
        if left_out <= 0:
            return counts
        encodable = count_encodable(self._signal, batch) if self._max_request_size > 0 else sum(counts)
        too_large = min(max(encodable - sum(counts), 0), left_out)
        if too_large > 0:
            self._log.error(
                "%d records of a batch of %s left out: no request can hold them", too_large, self._signal.records
            )
            report.failed(too_large, RequestTooLargeError.__qualname__)
        if left_out > too_large:
            report.failed(left_out - too_large, NOT_ENCODED)
        return counts

    def _deliver(self, request: bytes, delivery: Delivery) -> Outcome:
        what = f"{self._signal.records} to {self._transport.destination}"
        try:
            prepared = self._transport.prepared(request)
            return delivery.deliver(lambda deadline: self._transport.send(prepared, deadline), what)
        except Exception as error:
            return self._unexpected(error)
        finally:
            if self._shutdown:
                # What this attempt opened after the shutdown.
                self._transport.close()

    def _unexpected(self, error: Exception) -> Outcome:
        self._log.error("Could not export %s: %s", self._signal.records, error, exc_info=True)
        return Outcome(delivered=False, error=error, error_type=type(error).__qualname__)

    def shutdown(self, timeout_millis: float = 30_000, **kwargs: Any) -> None:
        """Wakes an export that waits for its next attempt, and closes the connections; later exports fail.

        Args:
            timeout_millis: Not needed, since nothing is waited for.
            kwargs: Ignored; the SDK's interfaces differ in what they pass.
        """
        if self._shutdown:
            self._log.warning("Exporter of %s is shut down already: call ignored", self._signal.records)
            return
        self._shutdown = True
        self._stop.set()
        self._transport.close()

    def force_flush(self, timeout_millis: float = 30_000) -> bool:
        """Nothing is kept back, so there is nothing to do.

        Args:
            timeout_millis: Not needed, since nothing is waited for.

        Returns:
            True.
        """
        return True
