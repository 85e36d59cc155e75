"""A web application for gunicorn's --preload: the exporter is made, and used, in the master before it forks workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from tests.exporters.classes import CLASSES

provider = TracerProvider()
exporter = CLASSES[os.environ["TRANSPORT"], "traces"]()
provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=20))
tracer = provider.get_tracer("preloaded")
tracer.start_span("master").end()
provider.force_flush()


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answers with the number of the worker, and ends a span named after the path."""
    tracer.start_span(environ["PATH_INFO"], attributes={"worker": os.getpid()}).end()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
