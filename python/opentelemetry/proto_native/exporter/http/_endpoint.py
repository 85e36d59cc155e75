"""The URL of a signal, and what is in it that does not go over the wire as part of it."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit, urlunsplit

from opentelemetry.proto_native.exporter import _variables as variables
from opentelemetry.proto_native.exporter._signal import Signal

DEFAULT_BASE = "http://localhost:4318"


def chosen_endpoint(signal: Signal) -> str:
    """The signal's own URL as it is, else the base URL with the signal's path behind its path."""
    own = variables.specific(signal, "ENDPOINT")
    if own:
        return own
    base, mark, query = (variables.general("ENDPOINT") or DEFAULT_BASE).partition("?")
    return f"{base.removesuffix('/')}/{signal.path}{mark}{query}"


def for_log(url: str) -> str:
    """The URL without what may be secret in it: whatever stands before an @, since passwords are not always encoded."""
    scheme = re.match("[a-z0-9+.-]*://", url, re.IGNORECASE)
    begin = scheme.group() if scheme else ""
    return begin + re.split("[?#]", url[len(begin) :].rpartition("@")[2])[0]


@lru_cache(maxsize=64)
def without_credentials(url: str) -> tuple[str, str]:
    """The URL without the user and password in it, and these as `user:password` (empty where there are none)."""
    parts = urlsplit(url)
    credentials, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, ""
    return urlunsplit(parts._replace(netloc=host)), unquote(credentials)
