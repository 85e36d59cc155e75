"""The oracle: what the reference encoder makes of the same objects, and how two outcomes are compared."""

from __future__ import annotations

import difflib
import importlib
import importlib.metadata
import logging
from typing import Any, Callable, NamedTuple

import pytest
from opentelemetry import proto_native

_COMMON = "opentelemetry.exporter.otlp.proto.common"
_DISTRIBUTION = "opentelemetry-exporter-otlp-proto-common"
_LOGGERS = ("opentelemetry.proto_native", _COMMON)
_REQUESTS = {
    "traces": ("opentelemetry.proto.collector.trace.v1.trace_service_pb2", "ExportTraceServiceRequest"),
    "metrics": ("opentelemetry.proto.collector.metrics.v1.metrics_service_pb2", "ExportMetricsServiceRequest"),
    "logs": ("opentelemetry.proto.collector.logs.v1.logs_service_pb2", "ExportLogsServiceRequest"),
}


def _version(distribution: str) -> tuple:
    try:
        text = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ()
    return tuple(int(part) for part in text.split(".")[:3] if part.isdigit())


REFERENCE = _version(_DISTRIBUTION)
SDK = _version("opentelemetry-sdk")
PROTOBUF = _version("protobuf")

needs_reference = pytest.mark.skipif(not REFERENCE, reason=f"{_DISTRIBUTION} is not installed")


def reference_since(minor: int, what: str) -> Any:
    """Mark a comparison that a reference older than 1.`minor` cannot serve, because `what` changed its bytes then."""
    return pytest.mark.skipif(
        (1, minor) > REFERENCE, reason=f"needs {_DISTRIBUTION} 1.{minor} or later ({what}), found {REFERENCE or 'none'}"
    )


# The releases in which the reference's bytes became those of 1.45 for these inputs.
NONE_SINCE = (1, 43)
SCOPE_ATTRIBUTES_SINCE = (1, 31)
needs_none = reference_since(43, "None is an empty AnyValue everywhere")
needs_scope_attributes = reference_since(31, "scope attributes and scope schema URLs are written")


def sdk_since(minor: int, what: str) -> Any:
    """Mark a test whose objects exist, or keep their values, only from SDK 1.`minor` on."""
    return pytest.mark.skipif((1, minor) > SDK, reason=f"needs opentelemetry-sdk 1.{minor} or later ({what})")


def _reference(module: str, name: str) -> Callable[[Any], bytes]:
    def encode(x: Any) -> bytes:
        if not REFERENCE:
            pytest.skip(f"{_DISTRIBUTION} is not installed")
        message = getattr(importlib.import_module(f"{_COMMON}.{module}"), name)(x)
        return bytes(message.SerializeToString())

    return encode


reference_spans = _reference("trace_encoder", "encode_spans")
reference_metrics = _reference("metrics_encoder", "encode_metrics")
reference_logs = _reference("_log_encoder", "encode_logs")


class Outcome(NamedTuple):
    """Bytes or an exception, and the log records that were emitted on the way."""

    data: bytes | None
    error: Exception | None
    records: list

    @property
    def dropped_keys(self) -> list:
        """The keys of the attributes that were dropped, in the order of their log records."""
        return [str(record.args[0]) for record in self.records if record.msg == "Failed to encode key %s: %s"]


class _Recorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def outcome(encode: Callable[[Any], bytes], x: Any) -> Outcome:
    """What `encode` makes of `x`. Records are kept as they are: formatting one may run a value's methods."""
    recorder = _Recorder()
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(recorder)
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
    try:
        return Outcome(encode(x), None, recorder.records)
    except Exception as error:
        return Outcome(None, error, recorder.records)
    finally:
        for logger, (propagate, level) in zip(loggers, before):
            logger.removeHandler(recorder)
            logger.propagate = propagate
            logger.setLevel(level)


def as_text(data: bytes, signal: str = "traces") -> str:
    """The request in protobuf's text format."""
    module, name = _REQUESTS[signal]
    return str(getattr(importlib.import_module(module), name).FromString(data))


def assert_same_bytes(ours: bytes, reference: bytes, signal: str = "traces") -> None:
    """Equal bytes; where they are not, fail with the difference of the parsed messages."""
    if ours == reference:
        return
    try:
        texts = [as_text(data, signal).splitlines() for data in (reference, ours)]
    except ImportError:
        difference = "(no protobuf classes installed to show the difference)"
    except Exception as error:
        difference = f"(not to be parsed: {error})"
    else:
        difference = "\n".join(difflib.unified_diff(*texts, "reference", "ours", lineterm=""))
        difference = difference or "(equal once parsed: another order or another length of varint)"
    pytest.fail(f"{difference}\nreference {reference.hex()[:2000]}\nours      {ours.hex()[:2000]}", pytrace=False)


def assert_same_outcome(ours: Outcome, reference: Outcome, signal: str = "traces") -> None:
    """The same bytes, or an exception from both; in either case the same attributes dropped, in the same order."""
    assert ours.dropped_keys == reference.dropped_keys
    if reference.error is not None:
        assert ours.error is not None, f"the reference raises {reference.error!r}, ours does not"
        assert type(ours.error) is proto_native.EncodeError
        return
    if ours.error is not None:
        raise AssertionError(f"ours raises {ours.error!r}, the reference does not") from ours.error
    assert_same_bytes(ours.data, reference.data, signal)


_ENCODERS = {
    "traces": ("serialize_spans", reference_spans),
    "metrics": ("serialize_metrics", reference_metrics),
    "logs": ("serialize_logs", reference_logs),
}


def compare(x: Any, signal: str = "traces") -> Outcome:
    """Encode `x` with both, hold the outcomes against each other, return ours. A callable makes `x` for each."""
    name, encode = _ENCODERS[signal]
    reference = outcome(encode, x() if callable(x) else x)
    ours = outcome(getattr(proto_native, name), x() if callable(x) else x)
    assert_same_outcome(ours, reference, signal)
    return ours
