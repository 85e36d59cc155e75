"""Metrics over gRPC."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import grpc
from opentelemetry.metrics import MeterProvider
from opentelemetry.proto_native.exporter._compression import Compression
from opentelemetry.proto_native.exporter._metrics import ExportsMetrics
from opentelemetry.proto_native.exporter._preference import AggregationMap, TemporalityMap

from ._exporter import GrpcExporter


class OTLPMetricExporter(GrpcExporter, ExportsMetrics):
    """Exports metrics as OTLP over gRPC."""

    def __init__(
        self,
        endpoint: str | None = None,
        insecure: bool | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        headers: Sequence[tuple[str, str]] | Mapping[str, str] | str | None = None,
        timeout: float | None = None,
        compression: grpc.Compression | Compression | str | None = None,
        preferred_temporality: TemporalityMap | None = None,
        preferred_aggregation: AggregationMap | None = None,
        max_export_batch_size: int | None = None,
        channel_options: Sequence[tuple[str, Any]] | None = None,
        retryable_error_codes: Iterable[grpc.StatusCode] | None = None,
        *,
        max_request_size: int | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        """Takes the arguments of the other gRPC exporters, and:

        Args:
            preferred_temporality: Temporality by instrument class, over that of the environment.
            preferred_aggregation: Aggregation by instrument class, over that of the environment.
            max_export_batch_size: Data points in one request; no limit where not given, or 0 or less.

        Raises:
            RuntimeError: as for the other exporters.
        """
        GrpcExporter.__init__(
            self,
            endpoint,
            insecure,
            credentials,
            headers,
            timeout,
            compression,
            channel_options,
            retryable_error_codes,
            max_request_size=max_request_size,
            meter_provider=meter_provider,
        )
        self._prefer(preferred_temporality, preferred_aggregation, max_export_batch_size)
