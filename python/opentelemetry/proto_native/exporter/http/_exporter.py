"""What the HTTP exporters of the three signals share: the constructor."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from opentelemetry.metrics import MeterProvider
from opentelemetry.proto_native import __version__
from opentelemetry.proto_native.exporter import _variables as variables
from opentelemetry.proto_native.exporter._compression import Compression, chosen_compression
from opentelemetry.proto_native.exporter._exporter import Exporter
from opentelemetry.proto_native.exporter._log_filter import logger_without_repetitions
from opentelemetry.proto_native.exporter._signal import LOGS, Signal
from opentelemetry.proto_native.exporter._tls import chosen_files

from ._endpoint import chosen_endpoint
from ._pool import Pool
from ._session import SessionPool, provided_session
from ._transport import Connections, HttpTransport

if TYPE_CHECKING:
    import requests

# The specification's limit before compression.
DEFAULT_MAX_REQUEST_SIZE = 64 * 1024 * 1024

STANDARD_HEADERS = {
    "content-type": "application/x-protobuf",
    "user-agent": f"OTel-OTLP-Exporter-Python/{__version__} (opentelemetry-proto-native)",
}


class HttpExporter(Exporter):
    """Sends batches as OTLP over HTTP, one request after the other on kept connections."""

    _protocol = "http"

    def __init__(
        self,
        endpoint: str | None = None,
        certificate_file: str | None = None,
        client_key_file: str | None = None,
        client_certificate_file: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        compression: Compression | str | None = None,
        session: requests.Session | None = None,
        *,
        max_request_size: int | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        """Each argument that is not given comes from the environment.

        Args:
            endpoint: URL of the signal, with its path, such as `http://collector:4318/v1/traces`.
            certificate_file: Authorities to trust, a PEM file.
            client_key_file: The client's private key, a PEM file.
            client_certificate_file: The client's certificate, a PEM file; may hold the key too.
            headers: Sent with every request, over those of the environment.
            timeout: Seconds an export may take, retries included; 0 for no limit.
            compression: None, gzip or deflate, as this package's or the reference's enumeration or as text.
            session: A `requests.Session` to send with, in place of connections of our own.
            max_request_size: Bytes before compression; a larger batch is sent in several requests. 64 MiB where not
                given, no limit if 0 or less.
            meter_provider: Receives the exporter's metrics about itself.

        Raises:
            RuntimeError: a variable names a credential provider that is not installed, or that made another type.
        """
        signal = self._signal
        self._log = _logger(signal)
        self._compression = chosen_compression(compression, signal, self._log)
        self._headers = {**STANDARD_HEADERS, **variables.headers(signal), **variables.given_headers(headers or {})}
        url = endpoint or chosen_endpoint(signal)
        files = chosen_files(signal, certificate_file, client_key_file, client_certificate_file)
        chosen_session = session or provided_session(signal)
        connections: Connections = SessionPool(chosen_session, files) if chosen_session else Pool(url, files)
        self._set_up(
            HttpTransport(signal, url, self._headers, self._compression, connections, self._log),
            endpoint=url,
            timeout=variables.seconds(timeout, signal, self._log),
            max_request_size=DEFAULT_MAX_REQUEST_SIZE if max_request_size is None else max_request_size,
            meter_provider=meter_provider,
        )


def _logger(signal: Signal) -> logging.Logger:
    name = f"opentelemetry.proto_native.exporter.http.{signal.name}"
    # A failing log exporter may be handed the records of its own failures; the other two can't be.
    return logger_without_repetitions(name) if signal is LOGS else logging.getLogger(name)
