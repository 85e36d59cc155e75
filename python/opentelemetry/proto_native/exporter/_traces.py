"""The spans' side of an exporter, whatever its transport."""

from __future__ import annotations

from collections.abc import Sequence

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from ._exporter import Exporter
from ._signal import TRACES


class ExportsSpans(Exporter, SpanExporter):
    """Exports batches of spans."""

    _signal = TRACES

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Sends the spans, with retries; failures are logged and returned, not raised.

        Args:
            spans: What a span processor hands over.

        Returns:
            SUCCESS where the server took the request, or there was nothing to send; FAILURE where spans were lost.
        """
        return SpanExportResult.SUCCESS if self._export_records(spans) else SpanExportResult.FAILURE
