"""The benchmark's batches: as large as asked for, the same in every run, and bytes of ours as of the reference."""

from __future__ import annotations

from importlib import import_module

import pytest
from opentelemetry import proto_native

from tests import reference
from tests.datasets.metrics import points

DATASETS = {signal: import_module(f"tests.datasets.{signal}") for signal in ("spans", "metrics", "logs")}

each_shape = pytest.mark.parametrize(
    ("signal", "shape"), [(signal, shape) for signal, dataset in DATASETS.items() for shape in dataset.NAMES]
)
each_size = pytest.mark.parametrize("size", [1, 7, 100])


@each_shape
@each_size
def test_a_batch_has_exactly_the_records_asked_for(signal, shape, size):
    batch = DATASETS[signal].batch(shape, size)
    assert len(list(points(batch)) if signal == "metrics" else batch) == size


@each_shape
@each_size
def test_we_make_the_bytes_of_the_reference(signal, shape, size):
    batch = DATASETS[signal].batch(shape, size)
    expected = getattr(reference, f"reference_{signal}")(batch)
    assert getattr(proto_native, f"serialize_{signal}")(batch) == expected


@each_shape
def test_a_batch_is_the_same_each_time_it_is_made(signal, shape):
    serialize = getattr(reference, f"reference_{signal}")
    assert serialize(DATASETS[signal].batch(shape, 20)) == serialize(DATASETS[signal].batch(shape, 20))


@each_shape
def test_two_batches_share_no_record(signal, shape):
    def records():
        batch = DATASETS[signal].batch(shape, 20)
        return list(points(batch)) if signal == "metrics" else list(batch)

    first, second = records(), records()
    assert not {id(record) for record in first} & {id(record) for record in second}
