"""docs/errors.md holds every message of the sources and no other, and the real errors are among them."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from opentelemetry.proto_native import (
    EncodeError,
    serialize_logs,
    serialize_metrics,
    serialize_spans,
    serialize_spans_chunked,
)
from opentelemetry.sdk.metrics.export import MetricsData, ScopeMetrics

from tests.objects import logs
from tests.objects.metrics import (
    exponential,
    exponential_point,
    gauge,
    histogram,
    histogram_point,
    in_resource,
    metric,
    metrics,
    number,
    sum_of,
)
from tests.objects.spans import context, duck_span, span
from tests.package import errors_doc as doc

TOO_LARGE = "larger than the 2 GiB that a protobuf message can hold, or than the memory"
CYCLE: list[Any] = []
CYCLE.append(CYCLE)


class Broken:
    @property
    def name(self) -> str:
        raise LookupError("secret")

    def __getattr__(self, member: str) -> Any:
        return getattr(duck_span(), member)


WRONG_TYPES = {
    "text": lambda: serialize_spans([span(name=5)]),
    "an integer": lambda: serialize_spans([span(start_time=1.5)]),
    "a number": lambda: serialize_metrics(metrics(sum_of(number("1")))),
    "numbers": lambda: serialize_metrics(metrics(histogram(histogram_point(bucket_counts=5)))),
    "a scope": lambda: serialize_metrics(
        MetricsData([in_resource(ScopeMetrics(None, [metric(gauge(number()))], ""))])  # type: ignore[arg-type]
    ),
    "a SpanKind": lambda: serialize_spans([span(kind="x")]),
    "a number of the enum": lambda: serialize_metrics(metrics(sum_of(number(), temporality=None))),
    "a number or a label of the enum": lambda: serialize_metrics(metrics(sum_of(number(), temporality="x"))),
    "a trace id of 128 bits without sign": lambda: serialize_spans([span(context=context("x"))]),
    "a span id of 64 bits without sign": lambda: serialize_spans([span(context=context(span_id="x"))]),
}
OUT_OF_RANGE = {
    "a trace id of 128 bits without sign": lambda: serialize_spans([span(context=context(1 << 128))]),
    "a span id of 64 bits without sign": lambda: serialize_spans([span(context=context(span_id=-1))]),
    "64 bits without sign": lambda: serialize_spans([span(start_time=-1)]),
    "64 bits with sign": lambda: serialize_metrics(metrics(sum_of(number(1 << 63)))),
    "32 bits without sign": lambda: serialize_spans([duck_span(dropped_attributes=1 << 32)]),
    "32 bits with sign": lambda: serialize_metrics(metrics(exponential(exponential_point(scale=1 << 31)))),
    "an enum value of 32 bits": lambda: serialize_metrics(metrics(sum_of(number(), temporality=1 << 31))),
    "a double": lambda: serialize_metrics(metrics(histogram(histogram_point(sum=10**400)))),
}
OTHERS = {
    "text with lone surrogates has no UTF-8": lambda: serialize_spans([span(name="\ud83d")]),
    "bytes that are not UTF-8 in the place of text": lambda: serialize_spans([span(name=b"\xff")]),
    "Invalid type …": lambda: serialize_logs([logs.log(body=object())]),
    "maximum recursion depth exceeded: nested too deeply for OTLP, or contains itself": lambda: serialize_logs(
        [logs.log(body=CYCLE)]
    ),
    "larger by itself than the … bytes that a request may have": lambda: serialize_spans_chunked([span()], 9),
    "… raised while reading it": lambda: serialize_spans([Broken()]),
}


def _raised(call: Any) -> EncodeError:
    with pytest.raises(EncodeError) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    ("section", "column", "said"),
    [("encode errors", 0, doc.reasons()), ("expectations", 0, doc.expectations())],
    ids=["reasons", "expectations"],
)
def test_every_reason_of_an_encode_error_is_on_the_page_once_and_no_other_is(section, column, said):
    assert sorted(doc.documented(section, column)) == sorted(said)


def test_every_other_exception_is_on_the_page_once_with_its_class_and_no_other_is():
    listed = [
        (cells[0].split("`")[1], text) for cells, text in zip(doc.rows("exceptions"), doc.documented("exceptions"))
    ]
    assert sorted(listed) == sorted(doc.rust_exceptions() | doc.python_exceptions())


@pytest.mark.parametrize(
    ("section", "said"), [("encoder log", doc.encoder_log()), ("exporter log", doc.exporter_log())]
)
def test_every_log_message_is_on_the_page_once_with_its_level_and_no_other_is(section, said):
    listed = list(zip((cells[0] for cells in doc.rows(section)), doc.documented(section, 1)))
    assert sorted(listed) == sorted(said)


def test_the_sources_are_read_at_all():
    assert len(doc.reasons()) >= 9
    assert len(doc.expectations()) >= 16
    assert len(doc.encoder_log()) >= 3
    assert len(doc.exporter_log()) >= 20
    assert doc.rust_exceptions()
    assert doc.python_exceptions()


@pytest.mark.parametrize("section", ["encode errors", "exceptions", "encoder log", "exporter log"])
def test_every_row_tells_cause_and_cure(section):
    assert [cells[:2] for cells in doc.rows(section) if not all(cells) or len(cells) != len(doc.rows(section)[0])] == []


@pytest.mark.parametrize("expected", WRONG_TYPES)
def test_a_wrong_type_names_what_is_expected_as_the_page_does(expected):
    assert _raised(WRONG_TYPES[expected]).reason.startswith(f"expected {expected}, found ")


@pytest.mark.parametrize("expected", OUT_OF_RANGE)
def test_a_number_out_of_range_names_what_is_expected_as_the_page_does(expected):
    assert _raised(OUT_OF_RANGE[expected]).reason == f"Value out of range: expected {expected}"


@pytest.mark.parametrize("text", OTHERS)
def test_a_real_call_raises_what_the_page_says(text):
    assert doc.pattern(text).fullmatch(_raised(OTHERS[text]).reason)


def test_all_reasons_and_expectations_of_the_page_are_raised_above_but_what_needs_gigabytes():
    composed = {"expected …, found …", "Value out of range: expected …"}
    assert {*OTHERS, *composed, TOO_LARGE} == set(doc.documented("encode errors"))
    assert {*WRONG_TYPES, *OUT_OF_RANGE} == set(doc.documented("expectations"))


def test_the_examples_of_paths_are_those_of_real_errors():
    calls = {
        **OTHERS,
        "expected …, found …": WRONG_TYPES["text"],
        "Value out of range: expected …": OUT_OF_RANGE["64 bits without sign"],
    }
    shown = dict(zip(doc.documented("encode errors"), doc.documented("encode errors", 1)))
    wrong = {
        text: path
        for text, path in shown.items()
        if text != TOO_LARGE and not _raised(calls[text]).path.startswith(path)
    }
    assert wrong == {}


def test_the_encoder_logs_what_the_page_says(caplog):
    serialize_spans([span(attributes={"k": object()})])
    serialize_spans([span(name="\ud83d")], errors="replace")
    serialize_metrics(metrics(object()))
    said = [(logging.getLevelName(record.levelno), record.getMessage()) for record in caplog.records]
    texts = list(zip((cells[0] for cells in doc.rows("encoder log")), doc.documented("encoder log", 1)))
    met = {
        text for level, message in said for row, text in texts if row == level and doc.pattern(text).fullmatch(message)
    }
    assert met == {text for _, text in texts}
