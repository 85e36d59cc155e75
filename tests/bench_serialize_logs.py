"""Serializing log records, ours and the reference: `pytest tests/bench_serialize_logs.py --benchmark-enable`.

With `--benchmark-group-by=param` the two stand side by side; `make bench` takes more care, and has fresh batches too.
"""

from __future__ import annotations

from opentelemetry.proto_native import serialize_logs

from tests.datasets import logs
from tests.datasets.cases import Cases
from tests.reference import reference_logs

CASES = Cases(logs, reference_logs)


@CASES.each
class TestRustSerialize:
    def test_rust(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert serialize_logs(batch) == expected
        benchmark(serialize_logs, batch)


@CASES.each
class TestPythonSerialize:
    def test_python(self, benchmark, shape, size):
        batch, expected = CASES.batch(shape, size)
        assert reference_logs(batch) == expected
        benchmark(reference_logs, batch)
