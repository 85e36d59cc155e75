"""TLS as people know it from `requests`, and a stamp that tells when its files have been renewed."""

from __future__ import annotations

import os
import ssl

from opentelemetry.proto_native.exporter._tls import TlsFiles
from urllib3.util.ssl_ import create_urllib3_context

Stamp = tuple[tuple[int, ...], ...]


def tls_context(files: TlsFiles) -> ssl.SSLContext:
    """Trusts the given authority alone, else that of `requests`' variables, else the system's and certifi's."""
    context = create_urllib3_context()
    authority = _authority(files)
    if authority:
        _trust(context, authority)
    else:
        context.load_default_certs()
        bundle = _certifi_bundle()
        if bundle:
            _trust(context, bundle)
    if files.client_certificate:
        context.load_cert_chain(files.client_certificate, files.client_key, password=_no_password)
    return context


def stamp_of(files: TlsFiles) -> Stamp:
    """Changes when one of the files does. Short-lived certificates are renewed in place."""
    paths = (_authority(files), files.client_certificate, files.client_key)
    return tuple(_stamp_of_file(path) for path in paths if path)


def _stamp_of_file(path: str) -> tuple[int, ...]:
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


def _authority(files: TlsFiles) -> str | None:
    return files.authority or os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")


def _trust(context: ssl.SSLContext, authority: str) -> None:
    if os.path.isdir(authority):
        context.load_verify_locations(capath=authority)
    else:
        context.load_verify_locations(cafile=authority)


def _certifi_bundle() -> str:
    # Slim containers have no authorities of their own; where the reference was installed, certifi is.
    try:
        import certifi
    except ImportError:
        return ""
    return str(certifi.where())


def _no_password() -> str:
    """Asked for where the key is encrypted; OpenSSL would ask the terminal, and wait."""
    raise ValueError("the client's private key is encrypted, which is not supported")
