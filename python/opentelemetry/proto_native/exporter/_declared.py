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
    return None if timeout is None else timeout / 1000


def headers(listed: Iterable[Mapping[str, str]] | Mapping[str, str] | None, text: str | None) -> dict[str, str] | None:
    """`headers` and `headers_list` as one mapping; what `headers` names wins."""
    merged = variables.parsed_headers(text or "")
    if isinstance(listed, Mapping):
        merged.update(variables.lower_names(listed))
    else:
        merged.update({entry["name"].lower(): entry["value"] for entry in listed or ()})
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
    from ._preference import aggregation_of, temporality_of

    arguments = dict(declared)
    preference = arguments.pop("temporality_preference", None)
    if preference:
        # The schema says low_memory where the variable says LOWMEMORY.
        arguments["preferred_temporality"] = temporality_of(str(preference).upper().replace("_", ""))
    aggregation = arguments.pop("default_histogram_aggregation", None)
    if aggregation:
        arguments["preferred_aggregation"] = aggregation_of(str(aggregation).upper())
    return arguments
