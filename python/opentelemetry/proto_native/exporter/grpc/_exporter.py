"""What the gRPC exporters of the three signals share: the constructor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import grpc
from opentelemetry.metrics import MeterProvider
from opentelemetry.proto_native import __version__
from opentelemetry.proto_native.exporter import _variables as variables
from opentelemetry.proto_native.exporter._compression import Compression, chosen_compression
from opentelemetry.proto_native.exporter._exporter import Exporter
from opentelemetry.proto_native.exporter._log_filter import logger_without_repetitions

from ._channel import Channel
from ._credentials import chosen_credentials
from ._retryable import chosen_codes
from ._target import chosen_target
from ._transport import GrpcTransport

# What a gRPC server accepts unless it is told otherwise.
DEFAULT_MAX_REQUEST_SIZE = 4 * 1024 * 1024

STANDARD_OPTIONS = {
    "grpc.primary_user_agent": f"OTel-OTLP-Exporter-Python/{__version__} (opentelemetry-proto-native)",
}

_COMPRESSIONS = {
    Compression.NoCompression: grpc.Compression.NoCompression,
    Compression.Deflate: grpc.Compression.Deflate,
    Compression.Gzip: grpc.Compression.Gzip,
}
# grpcio's enumeration is one of numbers, so its values don't name the kinds.
_KINDS = {theirs: ours for ours, theirs in _COMPRESSIONS.items()}


class GrpcExporter(Exporter):
    """Sends batches as OTLP over gRPC, on one channel."""

    _protocol = "grpc"

    def __init__(
        self,
        endpoint: str | None = None,
        insecure: bool | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        headers: Sequence[tuple[str, str]] | Mapping[str, str] | str | None = None,
        timeout: float | None = None,
        compression: grpc.Compression | Compression | str | None = None,
        channel_options: Sequence[tuple[str, Any]] | None = None,
        retryable_error_codes: Iterable[grpc.StatusCode] | None = None,
        *,
        max_request_size: int | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        """Each argument that is not given comes from the environment.

        Args:
            endpoint: A URL of which scheme, host and port count, or a target of grpcio (`host:port`, `unix:path`, ...).
            insecure: No TLS; used where the endpoint has no scheme that says which.
            credentials: Channel credentials, in place of those made of certificate files.
            headers: Sent with every request, in place of those of the environment.
            timeout: Seconds an export may take, retries included; 0 for no limit.
            compression: None, gzip or deflate, as grpcio's or this package's enumeration or as text.
            channel_options: Options of grpcio, over our own.
            retryable_error_codes: Codes after which an export is tried again, in place of the specification's.
            max_request_size: Bytes before compression; a larger batch is sent in several requests. 4 MiB, gRPC servers'
                usual limit, where not given; no limit if 0 or less.
            meter_provider: Receives the exporter's metrics about itself.

        Raises:
            RuntimeError: a variable names a credential provider that is not installed, or that made another type.
        """
        signal = self._signal
        self._log = logger_without_repetitions(f"opentelemetry.proto_native.exporter.grpc.{signal.name}")
        target, self._insecure = chosen_target(signal, endpoint, insecure, self._log)
        self._credentials = None if self._insecure else chosen_credentials(signal, credentials, self._log)
        kind = _KINDS[compression] if isinstance(compression, grpc.Compression) else compression
        self._compression = chosen_compression(kind, signal, self._log)
        self._headers = _metadata(headers) if headers else tuple(variables.headers(signal).items())
        options = {**STANDARD_OPTIONS, **dict(channel_options or ())}
        channel = Channel(
            signal.method, target, self._credentials, _COMPRESSIONS[self._compression], tuple(options.items())
        )
        self._set_up(
            GrpcTransport(signal, channel, self._headers, chosen_codes(retryable_error_codes, self._log), self._log),
            endpoint=target,
            timeout=variables.seconds(timeout, signal, self._log),
            max_request_size=DEFAULT_MAX_REQUEST_SIZE if max_request_size is None else max_request_size,
            meter_provider=meter_provider,
        )


def _metadata(headers: Sequence[tuple[str, str]] | Mapping[str, str] | str) -> tuple[tuple[str, str], ...]:
    if isinstance(headers, str):
        return tuple(variables.parsed_headers(headers).items())
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    return tuple((name.lower(), variables.header_value(value)) for name, value in pairs if value is not None)
