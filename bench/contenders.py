"""The serializers that are held against each other: ours, the reference, and the yardstick."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.compiled import HERE, compiled, load

SIGNALS = ("spans", "metrics", "logs")

Serialize = Callable[[Any], bytes]

_REFERENCE = {
    "spans": ("trace_encoder", "encode_spans"),
    "metrics": ("metrics_encoder", "encode_metrics"),
    "logs": ("_log_encoder", "encode_logs"),
}
_FLOOR = {"spans": "ser", "metrics": "ser_metrics", "logs": "ser_logs"}


def ours(signal: str, module: Path | None = None) -> Serialize:
    """The public function, or the one of the extension module in the file `module`."""
    if module is not None:
        load(module, "opentelemetry.proto_native._native")
        package = import_module("opentelemetry.proto_native._native")
    else:
        package = import_module("opentelemetry.proto_native")
    return getattr(package, f"serialize_{signal}")


def reference(signal: str) -> Serialize:
    """What the reference's exporters do with a batch: build the messages, then serialize them."""
    module, function = _REFERENCE[signal]
    encode = getattr(import_module(f"opentelemetry.exporter.otlp.proto.common.{module}"), function)
    return lambda batch: encode(batch).SerializeToString()


def floor(signal: str) -> Serialize:
    """The unchecked yardstick of bench/floor."""
    return getattr(compiled(HERE / "floor" / "floor_probe.c"), _FLOOR[signal])


def dataset(signal: str) -> Any:
    """The module of tests/datasets that makes this signal's batches."""
    return import_module(f"tests.datasets.{signal}")
