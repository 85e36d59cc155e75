"""Where a channel goes, and whether without TLS."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from opentelemetry.proto_native.exporter import _variables as variables
from opentelemetry.proto_native.exporter._signal import Signal

DEFAULT = "http://localhost:4317"
# Names of grpcio's own resolvers: what follows them is not a host of ours to take out.
RESOLVERS = frozenset({"dns", "unix", "unix-abstract", "ipv4", "ipv6", "vsock", "xds"})


def chosen_target(signal: Signal, endpoint: str | None, insecure: bool | None, log: logging.Logger) -> tuple[str, bool]:
    """The target of the channel, and whether it is without TLS: the scheme decides, then `insecure`, then variables."""
    given = endpoint or variables.either(signal, "ENDPOINT") or DEFAULT
    parts = urlsplit(given)
    # gRPC knows no user in an authority.
    target = parts.netloc.rpartition("@")[2] if parts.netloc and parts.scheme not in RESOLVERS else given
    if parts.netloc and parts.scheme in {"http", "https"}:
        return target, parts.scheme == "http"
    if insecure is None:
        insecure = variables.truth(variables.either(signal, "INSECURE"), log)
    return target, bool(insecure)
