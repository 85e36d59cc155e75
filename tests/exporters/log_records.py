"""What the exporters said in the log."""

from __future__ import annotations

import pytest


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    """Level and text of the records that come from this package, in order."""
    return [
        (record.levelno, record.getMessage())
        for record in caplog.records
        if record.name.startswith("opentelemetry.proto_native")
    ]
