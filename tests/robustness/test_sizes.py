"""Huge texts, requests beyond what protobuf allows, and memory that runs out: an error or a smaller output, no crash.

What needs gigabytes or minutes runs under OTEL_PROTO_NATIVE_SLOW=1, as `make soak` sets it.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from opentelemetry.proto_native import EncodeError, serialize_logs, serialize_spans

from tests.objects.spans import event, span
from tests.robustness.places import in_both_modes, log_record
from tests.robustness.subprocesses import output_of

slow = pytest.mark.skipif(not os.environ.get("OTEL_PROTO_NATIVE_SLOW"), reason="set OTEL_PROTO_NATIVE_SLOW=1")
MIB = 1 << 20


@in_both_modes
@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600"])
def test_a_text_of_256_megabytes_is_written(letter, errors):
    text = letter * (256 * MIB // len(letter.encode()))
    data = serialize_spans([span(attributes={"k": text})], errors=errors)
    assert len(data) > 256 * MIB
    assert data.count(letter.encode()) == len(text)


@slow
@pytest.mark.parametrize(
    "make", [lambda text: span(name=text), lambda text: log_record(body=text)], ids=["span", "log"]
)
@in_both_modes
def test_a_request_beyond_2_gib_raises_and_says_so(make, errors):
    serialize = serialize_logs if hasattr(make("n"), "log_record") else serialize_spans
    batch = [make("x" * (256 * MIB))] * 9
    with pytest.raises(EncodeError, match="larger than the 2 GiB that a protobuf message can hold"):
        serialize(batch, errors=errors)
    # What was kept of it does no harm to the next call.
    assert serialize([make("n")], errors=errors)


@slow
@in_both_modes
def test_a_batch_without_end_ends_at_2_gib(errors):
    def endless() -> Any:
        while True:
            yield record

    record = span(name="x" * MIB)
    with pytest.raises(EncodeError, match="larger than the 2 GiB"):
        serialize_spans(endless(), errors=errors)


@slow
@pytest.mark.parametrize("kind", [list, tuple])
def test_one_list_many_times_in_another_and_so_on_ends_at_2_gib(kind):
    value: Any = kind(["x" * 100])
    for _ in range(30):
        value = kind([value, value, value])
    with pytest.raises(EncodeError, match="larger than the 2 GiB"):
        serialize_spans([span(attributes={"k": value})])
    data = serialize_spans([span(attributes={"k": value, "good": "kept"})], errors="replace")
    assert data.count(b"kept") == 1
    assert len(data) < 1000


@slow
def test_in_replace_mode_a_part_that_is_too_large_is_left_out_alone():
    huge = "x" * (1 << 31)
    make = lambda **fields: [span(name="first"), span(**fields), span(name="last")]  # noqa: E731
    data = serialize_spans(make(attributes={"k": huge, "good": "kept"}), errors="replace")
    assert data.count(b"kept") == 1
    data = serialize_spans(make(events=[event(huge), event("kept")]), errors="replace")
    assert data.count(b"kept") == 1
    data = serialize_spans(make(name=huge), errors="replace")
    assert data == serialize_spans([span(name="first"), span(name="last")])


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory with RLIMIT_AS")
@pytest.mark.parametrize("errors", ["strict", "replace"])
@pytest.mark.parametrize(
    "value", ['"x" * (64 << 20)', '"é" * (32 << 20)', '"\\ud800" * (22 << 20)', '["x" * 1000] * (1 << 16)']
)
def test_memory_that_runs_out_is_an_exception(value, errors):
    script = f"""
import resource
value = {value}
made = [span(attributes={{"k": value}})]
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
ended = set()
for room in range(0, 400, 8):
    resource.setrlimit(resource.RLIMIT_AS, (used + (room << 20), resource.RLIM_INFINITY))
    try:
        data = proto_native.serialize_spans(made, errors={errors!r})
        ended.add("bytes")
        del data
    except (MemoryError, proto_native.EncodeError) as error:
        ended.add(type(error).__name__)
        del error
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print("bytes" in ended, len(ended) > 1, len(proto_native.serialize_spans([span()])) > 0)
"""
    assert output_of("logging.disable()\n" + script) == "True True True\n"
