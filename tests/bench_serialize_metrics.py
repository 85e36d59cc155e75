"""Serializing metrics, ours and the reference: `pytest tests/bench_serialize_metrics.py --benchmark-enable`.

With `--benchmark-group-by=param` the two stand side by side; `make bench` takes more care, and has fresh batches too.
"""

from __future__ import annotations

from opentelemetry.proto_native import serialize_metrics

from tests.datasets import metrics
from tests.datasets.cases import Cases
from tests.reference import reference_metrics

CASES = Cases(metrics, reference_metrics)


@CASES.each
class TestRustSerialize:
    def test_rust(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert serialize_metrics(batch) == expected
        benchmark(serialize_metrics, batch)


@CASES.each
class TestPythonSerialize:
    def test_python(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert reference_metrics(batch) == expected
        benchmark(reference_metrics, batch)
