"""Which temporality and histogram aggregation the metric reader shall use: environment, then arguments over it."""

from __future__ import annotations

import logging
import os
from typing import Any

from opentelemetry.sdk.metrics import (
    Counter,
    Histogram,
    ObservableCounter,
    ObservableGauge,
    ObservableUpDownCounter,
    UpDownCounter,
)
from opentelemetry.sdk.metrics.export import AggregationTemporality
from opentelemetry.sdk.metrics.view import (
    Aggregation,
    ExplicitBucketHistogramAggregation,
    ExponentialBucketHistogramAggregation,
)

TemporalityMap = dict[type, AggregationTemporality]
AggregationMap = dict[type, Aggregation]

TEMPORALITY = "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE"
AGGREGATION = "OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION"

_INSTRUMENTS = (Counter, UpDownCounter, Histogram, ObservableCounter, ObservableUpDownCounter, ObservableGauge)
# The instruments that are not cumulative, by the word.
TEMPORALITIES: dict[str, tuple[type, ...]] = {
    "CUMULATIVE": (),
    "DELTA": (Counter, Histogram, ObservableCounter),
    "LOWMEMORY": (Counter, Histogram),
}
AGGREGATIONS: dict[str, Any] = {
    "EXPLICIT_BUCKET_HISTOGRAM": ExplicitBucketHistogramAggregation,
    "BASE2_EXPONENTIAL_BUCKET_HISTOGRAM": ExponentialBucketHistogramAggregation,
}


def _word(variable: str, known: dict[str, Any], default: str, log: logging.Logger) -> str:
    word = os.environ.get(variable, "").strip().upper() or default
    if word in known:
        return word
    log.warning("%s=%r is unknown: using %s", variable, word, default)
    return default


def temporality_of(word: str) -> TemporalityMap:
    """The temporality of each instrument that a preference (CUMULATIVE, DELTA, LOWMEMORY) stands for."""
    return {
        instrument: AggregationTemporality.DELTA
        if instrument in TEMPORALITIES[word]
        else AggregationTemporality.CUMULATIVE
        for instrument in _INSTRUMENTS
    }


def aggregation_of(word: str) -> AggregationMap:
    """The aggregation of histograms that a preference stands for."""
    return {Histogram: AGGREGATIONS[word]()}


def preferred_temporality(argument: TemporalityMap | None, log: logging.Logger) -> TemporalityMap:
    """Temporality for each instrument class."""
    return {**temporality_of(_word(TEMPORALITY, TEMPORALITIES, "CUMULATIVE", log)), **(argument or {})}


def preferred_aggregation(argument: AggregationMap | None, log: logging.Logger) -> AggregationMap:
    """Aggregation for the instrument classes that have a choice."""
    return {**aggregation_of(_word(AGGREGATION, AGGREGATIONS, "EXPLICIT_BUCKET_HISTOGRAM", log)), **(argument or {})}
