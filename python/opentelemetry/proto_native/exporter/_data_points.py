"""Splits the SDK's metrics by number of data points, before they are encoded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from opentelemetry.sdk.metrics.export import MetricsData


def parts_of(data: MetricsData, most: int | None) -> list[MetricsData]:
    """The data in parts with at most `most` data points each; as one where there is no such limit.

    Resource, scope and metric stand in every part that holds data points of theirs; order is kept.
    """
    if most is None or most <= 0:
        return [data]
    parts: list[_Part] = [_Part()]
    room = most
    for resource, scope, metric in _metrics_of(data):
        points = list(metric.data.data_points)
        begin = 0
        while begin < len(points):
            if room == 0:
                parts.append(_Part())
                room = most
            taken = points[begin : begin + room]
            parts[-1].add(resource, scope, replace(metric, data=replace(metric.data, data_points=taken)))
            begin += len(taken)
            room -= len(taken)
    return [MetricsData(resource_metrics=part.resources) for part in parts if part.resources]


def _metrics_of(data: MetricsData) -> Iterator[tuple[Any, Any, Any]]:
    for resource in data.resource_metrics:
        for scope in resource.scope_metrics:
            for metric in scope.metrics:
                yield resource, scope, metric


class _Part:
    """Metrics that go into one request, below copies of their resource and scope."""

    def __init__(self) -> None:
        self.resources: list[Any] = []
        self._resource: Any = None
        self._scope: Any = None
        self._scopes: list[Any] = []
        self._metrics: list[Any] = []

    def add(self, resource: Any, scope: Any, metric: Any) -> None:
        if resource is not self._resource:
            self._resource, self._scope, self._scopes = resource, None, []
            self.resources.append(replace(resource, scope_metrics=self._scopes))
        if scope is not self._scope:
            self._scope, self._metrics = scope, []
            self._scopes.append(replace(scope, metrics=self._metrics))
        self._metrics.append(metric)
