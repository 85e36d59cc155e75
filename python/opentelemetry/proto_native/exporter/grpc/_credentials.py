"""Channel credentials: an argument, a credential provider, or certificate files."""

from __future__ import annotations

import logging

import grpc
from opentelemetry.proto_native.exporter._signal import Signal
from opentelemetry.proto_native.exporter._tls import TlsFiles, chosen_files, provided_credentials, require_type


def chosen_credentials(
    signal: Signal, argument: grpc.ChannelCredentials | None, log: logging.Logger
) -> grpc.ChannelCredentials:
    """The credentials of a channel with TLS."""
    if argument is not None:
        return argument
    provided = provided_credentials(signal, "GRPC")
    if provided is not None:
        credentials: grpc.ChannelCredentials = require_type(*provided, grpc.ChannelCredentials)
        return credentials
    return credentials_of(chosen_files(signal), log)


def credentials_of(files: TlsFiles, log: logging.Logger) -> grpc.ChannelCredentials:
    """Credentials made of files; without an authority, grpcio trusts its own collection."""
    certificate = _content(files.client_certificate, log)
    key = _content(files.client_key, log) if files.client_key else certificate
    if (certificate is None) != (key is None):
        log.error("A client certificate needs its key and a key its certificate: connecting without")
        certificate = key = None
    return grpc.ssl_channel_credentials(
        root_certificates=_content(files.authority, log), private_key=key, certificate_chain=certificate
    )


def _content(path: str | None, log: logging.Logger) -> bytes | None:
    if not path:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        log.error("Certificate file %s cannot be read and is ignored: %s", path, error, exc_info=True)
        return None
