"""From the keys of declarative configuration (those of its `otlp_http` and `otlp_grpc`) to constructor arguments.

The classes behind the entry points use this: there times are in milliseconds, headers are lists, and TLS has a section
of its own. Keys that the schema does not have are handed to the constructor as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _variables as variables


def seconds(timeout: float | None) -> float | None:
    """Milliseconds to seconds."""
    if timeout is None:
        return None
    if not isinstance(timeout, (int, float)):
        raise ValueError(f"timeout must be a number of milliseconds, not {timeout!r}")
    return timeout / 1000


def headers(listed: Iterable[Mapping[str, str]] | Mapping[str, str] | None, text: str | None) -> dict[str, str] | None:
    """`headers` and `headers_list` as one mapping; what `headers` names wins."""
    merged = variables.parsed_headers(text or "")
    if isinstance(listed, Mapping):
        merged.update(variables.given_headers(listed))
    else:
        merged.update(variables.given_headers({entry["name"]: entry["value"] for entry in listed or ()}))
    return merged or None


def shared_arguments(declared: dict[str, Any]) -> dict[str, Any]:
    """Takes over what both transports spell alike; raises for an encoding that is not ours."""
    arguments = dict(declared)
    encoding = arguments.pop("encoding", None) or "protobuf"
    if encoding != "protobuf":
        raise ValueError(f"encoding must be protobuf, not {encoding!r}")
    arguments["timeout"] = seconds(arguments.pop("timeout", None))
    arguments["headers"] = headers(arguments.pop("headers", None), arguments.pop("headers_list", None))
    return arguments


def metric_arguments(declared: dict[str, Any]) -> dict[str, Any]:
    """Takes over the preferences that only metric exporters have."""
    from ._preference import AGGREGATIONS, TEMPORALITIES, aggregation_of, temporality_of

    arguments = dict(declared)
    preference = arguments.pop("temporality_preference", None)
    if preference:
        # The schema says low_memory where the variable says LOWMEMORY.
        known = _known("temporality_preference", str(preference).upper().replace("_", ""), TEMPORALITIES)
        arguments["preferred_temporality"] = temporality_of(known)
    aggregation = arguments.pop("default_histogram_aggregation", None)
    if aggregation:
        known = _known("default_histogram_aggregation", str(aggregation).upper(), AGGREGATIONS)
        arguments["preferred_aggregation"] = aggregation_of(known)
    return arguments


def _known(key: str, word: str, words: Iterable[str]) -> str:
    if word not in words:
        raise ValueError(f"{key} must be one of {', '.join(words)}, not {word}")
    return word
