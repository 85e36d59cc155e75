"""Certificate files and credential providers, each chosen by itself: argument, signal variable, general variable."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from opentelemetry.util._importlib_metadata import entry_points

from . import _variables as variables
from ._signal import Signal

PROVIDERS = "opentelemetry_otlp_credential_provider"


@dataclass(frozen=True)
class TlsFiles:
    """Paths to the authority to trust and to the client's own certificate and key; read when they are needed."""

    authority: str | None
    client_certificate: str | None
    client_key: str | None


def chosen_files(
    signal: Signal,
    authority: str | None = None,
    client_key: str | None = None,
    client_certificate: str | None = None,
) -> TlsFiles:
    """The files that arguments and environment name."""
    return TlsFiles(
        authority=authority or variables.either(signal, "CERTIFICATE") or None,
        client_certificate=client_certificate or variables.either(signal, "CLIENT_CERTIFICATE") or None,
        client_key=client_key or variables.either(signal, "CLIENT_KEY") or None,
    )


def provided_credentials(signal: Signal, transport: str) -> tuple[str, Any] | None:
    """Name and product of the entry point that the credential provider variable names; None where none is set."""
    prefix = f"OTEL_PYTHON_EXPORTER_OTLP_{transport}"
    name = (
        os.environ.get(f"{prefix}_{signal.variable}_CREDENTIAL_PROVIDER")
        or os.environ.get(f"{prefix}_CREDENTIAL_PROVIDER")
        or ""
    ).strip()
    if not name:
        return None
    for entry_point in entry_points(group=PROVIDERS, name=name):
        return name, entry_point.load()()
    raise RuntimeError(f"Credential provider {name!r} is not among the entry points of group {PROVIDERS!r}")


def require_type(name: str, made: Any, expected: type) -> Any:
    """The credentials, once they have proved to be of the type that the transport can use."""
    if isinstance(made, expected):
        return made
    wanted = f"{expected.__module__}.{expected.__qualname__}"
    raise RuntimeError(f"Credential provider {name!r} made a {type(made).__qualname__} where a {wanted} is due")
