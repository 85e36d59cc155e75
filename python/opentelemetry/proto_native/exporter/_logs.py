"""The log records' side of an exporter, whatever its transport."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opentelemetry.sdk._logs import export as sdk

from ._exporter import Exporter
from ._signal import LOGS

# Named LogExporter and LogExportResult before SDK 1.39; a few releases have both.
LogRecordExporter: Any = getattr(sdk, "LogRecordExporter", None) or sdk.LogExporter
LogRecordExportResult: Any = getattr(sdk, "LogRecordExportResult", None) or sdk.LogExportResult


class ExportsLogs(Exporter, LogRecordExporter):  # type: ignore[misc]
    """Exports batches of log records."""

    _signal = LOGS

    def export(self, batch: Sequence[Any]) -> Any:
        """Sends the log records, with retries; failures are logged and returned, not raised.

        Args:
            batch: What a log record processor hands over.

        Returns:
            SUCCESS where the server took the request, or there was nothing to send; FAILURE where records were lost.
        """
        return LogRecordExportResult.SUCCESS if self._export_records(batch) else LogRecordExportResult.FAILURE
