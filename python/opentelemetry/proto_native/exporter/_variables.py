"""Reading configuration: an argument, then the signal's variable, then the general one, then the default.

An empty variable counts as unset. A value that makes no sense is named in a warning and the default is used.
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Mapping
from typing import Any

from opentelemetry.util.re import parse_env_headers

from ._signal import Signal

DEFAULT_SECONDS = 10.0


def general(option: str) -> str:
    """The text of the variable that holds for all signals, or an empty one."""
    return os.environ.get(f"OTEL_EXPORTER_OTLP_{option}", "").strip()


def specific(signal: Signal, option: str) -> str:
    """The text of the variable that holds for this signal alone, or an empty one."""
    return os.environ.get(f"OTEL_EXPORTER_OTLP_{signal.variable}_{option}", "").strip()


def either(signal: Signal, option: str) -> str:
    """The signal's variable, else the general one."""
    return specific(signal, option) or general(option)


def seconds(argument: float | None, signal: Signal, log: logging.Logger) -> float:
    """The time an export may take, retries included; infinite for 0, which the specification calls no limit."""
    given: object = argument
    if given is None:
        given = either(signal, "TIMEOUT") or DEFAULT_SECONDS
    try:
        value = float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        value = math.nan
    if math.isnan(value) or value < 0:
        log.warning("Timeout %r is not a positive number of seconds: using %g", given, DEFAULT_SECONDS)
        return DEFAULT_SECONDS
    return value or math.inf


def headers(signal: Signal) -> dict[str, str]:
    """The headers of the environment, names in lower case; the signal's list replaces the general one."""
    return parsed_headers(either(signal, "HEADERS"))


def parsed_headers(text: str) -> dict[str, str]:
    """Headers written as `name=value,name=value`, values URL-encoded or as they are."""
    return dict(parse_env_headers(text, liberal=True))


def given_headers(given: Mapping[str, Any]) -> dict[str, Any]:
    """Headers of an argument, without those that are None; names in lower case, as HTTP/2 demands."""
    return {name.lower(): header_value(value) for name, value in given.items() if value is not None}


def header_value(value: Any) -> Any:
    """The value without the blanks around it: a key that was read from a file brings a line's end."""
    return value.strip() if isinstance(value, (str, bytes)) else value


def truth(text: str, log: logging.Logger) -> bool | None:
    """True or false as the specification spells them in any case; nothing for an empty text."""
    if not text:
        return None
    if text.lower() not in {"true", "false"}:
        log.warning("%r is neither true nor false: taken as false", text)
    return text.lower() == "true"


def flag(name: str) -> bool:
    """Whether a variable says true."""
    return os.environ.get(name, "").strip().lower() == "true"
