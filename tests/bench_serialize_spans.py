"""Serializing spans, ours and the reference: `pytest tests/bench_serialize_spans.py --benchmark-enable`.

With `--benchmark-group-by=param` the two stand side by side; `make bench` takes more care, and has fresh batches too.
"""

from __future__ import annotations

from opentelemetry.proto_native import serialize_spans

from tests.datasets import spans
from tests.datasets.cases import Cases
from tests.reference import reference_spans

CASES = Cases(spans, reference_spans)


@CASES.each
class TestRustSerialize:
    def test_rust(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert serialize_spans(batch) == expected
        benchmark(serialize_spans, batch)


@CASES.each
class TestPythonSerialize:
    def test_python(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert reference_spans(batch) == expected
        benchmark(reference_spans, batch)
