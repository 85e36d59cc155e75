"""Log records and metrics out of choices."""

from __future__ import annotations

from typing import Any

from choices import Choices
from objects import attributes, made, number, resource, scope, value
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk.metrics import export as sdk


def log(choices: Choices) -> Any:
    record = made(
        LogRecord,
        timestamp=number(choices),
        observed_timestamp=number(choices),
        context=None,
        trace_id=choices.one_of((0, 1, number(choices))),
        span_id=choices.one_of((0, 1, number(choices))),
        trace_flags=choices.one_of((0, 1, 1.9, "1", None, choices.signed())),
        severity_text=choices.one_of((None, "INFO", choices.text(), 3)),
        severity_number=choices.one_of((None, SeverityNumber.INFO, 3)),
        body=value(choices),
        attributes=attributes(choices),
        event_name=choices.one_of((None, "", "ev", choices.text())),
    )
    return ReadableLogRecord(record, resource(choices), scope(choices))


def logs(choices: Choices) -> list:
    return [log(choices) for _ in range(choices.one_of((1, 1, 2, 5)))]


def measured(choices: Choices) -> Any:
    """A value of a point or exemplar, but for those where we differ from the reference on purpose."""
    return choices.one_of((0, 1, 1.5, choices.signed(), choices.float(), "x", None))


def exemplars(choices: Choices) -> list:
    return [
        sdk_exemplar(attributes(choices), measured(choices), number(choices), number(choices), number(choices))
        for _ in range(choices.one_of((0, 0, 1, 2)))
    ]


def sdk_exemplar(filtered: Any, measurement: Any, time: Any, span_id: Any, trace_id: Any) -> Any:
    from opentelemetry.sdk.metrics._internal.exemplar import Exemplar

    return Exemplar(filtered, measurement, time, span_id, trace_id)


def counts(choices: Choices) -> Any:
    numbers = [choices.one_of((0, 1, 300, choices.signed(), 1.0)) for _ in range(choices.one_of((0, 1, 3)))]
    return choices.one_of((list, tuple, iter))(numbers)


def point(choices: Choices, kind: int) -> Any:
    common = {"attributes": attributes(choices), "time_unix_nano": number(choices), "exemplars": exemplars(choices)}
    common["start_time_unix_nano"] = number(choices)
    if kind < 2:
        return sdk.NumberDataPoint(value=measured(choices), **common)
    common.update(count=number(choices), sum=measured(choices), min=measured(choices), max=measured(choices))
    if kind == 2:
        bounds = choices.one_of(([], [1.0], (0, 2), [choices.float()]))
        return sdk.HistogramDataPoint(bucket_counts=counts(choices), explicit_bounds=bounds, **common)
    sides = [sdk.Buckets(choices.signed(), [0, choices.number(8)]) for _ in range(2)]
    return sdk.ExponentialHistogramDataPoint(
        scale=choices.signed(), zero_count=number(choices), positive=sides[0], negative=sides[1], flags=0, **common
    )


def metric(choices: Choices) -> Any:
    kind = choices.below(5)
    points = [point(choices, min(kind, 3)) for _ in range(choices.one_of((0, 1, 2)))]
    temporality = choices.one_of((*sdk.AggregationTemporality, None))
    data = (
        lambda: sdk.Gauge(points),
        lambda: sdk.Sum(points, temporality, choices.one_of((True, False, None))),
        lambda: sdk.Histogram(points, temporality),
        lambda: sdk.ExponentialHistogram(points, temporality),
        lambda: None,
    )[kind]()
    texts = [choices.one_of(("m", choices.text(), None, 1)) for _ in range(3)]
    return sdk.Metric(*texts, data=data)


def metrics(choices: Choices) -> Any:
    """One resource and one scope: where several are equal we differ from the reference on purpose."""
    listed = [metric(choices) for _ in range(choices.one_of((0, 1, 2)))]
    inner = sdk.ScopeMetrics(scope(choices) or made_scope(), listed, "")
    return sdk.MetricsData([sdk.ResourceMetrics(resource(choices), [inner], "")])


def made_scope() -> Any:
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope

    return InstrumentationScope("s")
