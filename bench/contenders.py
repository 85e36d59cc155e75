"""Who is held against whom: our serializers, the reference's, and the yardstick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from bench.compiled import HERE, NotAvailable, compiled, load

SIGNALS = ("spans", "metrics", "logs")

OURS, REFERENCE, FLOOR = "ours", "reference", "floor"

Serialize = Callable[[Any], object]

_REFERENCE = {
    "spans": ("trace_encoder", "encode_spans"),
    "metrics": ("metrics_encoder", "encode_metrics"),
    "logs": ("_log_encoder", "encode_logs"),
}


@dataclass(frozen=True)
class Contender:
    """`start` gives the function that is timed in one sample; a serializer answers the same one each time."""

    name: str
    start: Callable[[], Serialize]


def ours(signal: str, module: Path | None = None) -> Serialize:
    """The public function, or the one of the extension module in the file `module`."""
    if module is not None:
        load(module, "opentelemetry.proto_native._native")
        return _function("opentelemetry.proto_native._native", f"serialize_{signal}")
    return _function("opentelemetry.proto_native", f"serialize_{signal}")


def _function(module: str, name: str) -> Serialize:
    return cast(Serialize, getattr(import_module(module), name))


def reference(signal: str) -> Serialize:
    """What the reference's exporters do with a batch: build the messages, then serialize them."""
    module, function = _REFERENCE[signal]
    encode = getattr(import_module(f"opentelemetry.exporter.otlp.proto.common.{module}"), function)
    return lambda batch: encode(batch).SerializeToString()


def floor(signal: str) -> Serialize:
    """The unchecked yardstick of bench/floor. It knows only the log items of SDK 1.39 and later."""
    if signal == "logs" and not hasattr(import_module("opentelemetry.sdk._logs"), "ReadableLogRecord"):
        raise NotAvailable("it does not know the log items of this SDK")
    return cast(Serialize, getattr(compiled(HERE / "floor" / "floor_probe.c"), signal))


def dataset(signal: str) -> Any:
    """The module of tests/datasets that makes this signal's batches."""
    return import_module(f"tests.datasets.{signal}")


def serializers(signal: str, module: Path | None = None) -> tuple[list[Contender], dict[str, str]]:
    """Those that can be had here, ours and the reference first; and why the yardstick is not among them, if so."""
    found = {OURS: ours(signal, module), REFERENCE: reference(signal)}
    missing = {}
    try:
        found[FLOOR] = floor(signal)
    except NotAvailable as reason:
        missing[FLOOR] = str(reason)
    return [Contender(name, partial(_as_it_is, serialize)) for name, serialize in found.items()], missing


def _as_it_is(serialize: Serialize) -> Serialize:
    return serialize
