"""Metrics over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from opentelemetry.metrics import MeterProvider
from opentelemetry.proto_native.exporter._compression import Compression
from opentelemetry.proto_native.exporter._metrics import ExportsMetrics
from opentelemetry.proto_native.exporter._preference import AggregationMap, TemporalityMap

from ._exporter import HttpExporter

if TYPE_CHECKING:
    import requests


class OTLPMetricExporter(HttpExporter, ExportsMetrics):
    """Exports metrics as OTLP over HTTP."""

    def __init__(
        self,
        endpoint: str | None = None,
        certificate_file: str | None = None,
        client_key_file: str | None = None,
        client_certificate_file: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        compression: Compression | str | None = None,
        session: requests.Session | None = None,
        preferred_temporality: TemporalityMap | None = None,
        preferred_aggregation: AggregationMap | None = None,
        max_export_batch_size: int | None = None,
        *,
        max_request_size: int | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        """Takes the arguments of the other HTTP exporters, and:

        Args:
            preferred_temporality: Temporality by instrument class, over that of the environment.
            preferred_aggregation: Aggregation by instrument class, over that of the environment.
            max_export_batch_size: Data points in one request; no limit where not given, or 0 or less.

        Raises:
            RuntimeError: as for the other exporters.
        """
        HttpExporter.__init__(
            self,
            endpoint,
            certificate_file,
            client_key_file,
            client_certificate_file,
            headers,
            timeout,
            compression,
            session,
            max_request_size=max_request_size,
            meter_provider=meter_provider,
        )
        self._prefer(preferred_temporality, preferred_aggregation, max_export_batch_size)
