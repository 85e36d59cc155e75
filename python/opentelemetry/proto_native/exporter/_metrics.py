"""The metrics' side of an exporter, whatever its transport: splitting by data points."""

from __future__ import annotations

from typing import Any

from opentelemetry.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricExporter, MetricExportResult, MetricsData

from ._data_points import parts_of
from ._exporter import Exporter
from ._preference import AggregationMap, TemporalityMap, preferred_aggregation, preferred_temporality
from ._signal import METRICS, count_data_points


class ExportsMetrics(Exporter, MetricExporter):
    """Exports what a metric reader collected."""

    _signal = METRICS

    def _prefer(
        self, temporality: TemporalityMap | None, aggregation: AggregationMap | None, max_export_batch_size: int | None
    ) -> None:
        MetricExporter.__init__(
            self,
            preferred_temporality=preferred_temporality(temporality, self._log),
            preferred_aggregation=preferred_aggregation(aggregation, self._log),
        )
        self._max_export_batch_size = max_export_batch_size

    def export(
        self, metrics_data: MetricsData, timeout_millis: float | None = 10_000, **kwargs: Any
    ) -> MetricExportResult:
        """Sends the metrics, with retries; failures are logged and returned, not raised.

        With `max_export_batch_size` each request holds that many data points at most. One that the server refuses does
        not keep the others from being sent; one that it can't take in time does.

        Args:
            metrics_data: What a metric reader collected.
            timeout_millis: Not used; the constructor's `timeout` holds.
            kwargs: Ignored.

        Returns:
            SUCCESS where the server took every request, or there was nothing to send; FAILURE where points were lost.
        """
        try:
            parts = parts_of(metrics_data, self._max_export_batch_size)
            counted = [(part, count_data_points(part)) for part in parts]
        except Exception as error:
            self._log.error("Could not read the metrics to export: %s", error, exc_info=True)
            return MetricExportResult.FAILURE
        delivery = self._delivery()
        delivered = [self._export(part, count, delivery) for part, count in counted]
        return MetricExportResult.SUCCESS if all(delivered) else MetricExportResult.FAILURE

    def set_meter_provider(self, meter_provider: MeterProvider) -> None:
        """From now on the exporter measures itself with that provider, where it is told to measure at all.

        Args:
            meter_provider: Receives the exporter's metrics about itself.
        """
        self._set_meter_provider(meter_provider)
