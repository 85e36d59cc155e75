"""What surrounds a call: modules that are not loaded, threads that wait, calls inside calls, metrics of any size."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest
from opentelemetry.proto_native import serialize_metrics

from tests.objects.metrics import KINDS, exemplar, gauge, histogram_point, metric, metrics, number, sum_of
from tests.reference import compare, needs_reference
from tests.threads import another_thread_runs_during
from tests.wire import all_of, one_of


def _in_a_fresh_process(code):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_metrics_without_the_sdk_s_metrics_module_are_unsupported_and_do_not_load_it():
    code = """
        import logging, sys, types
        from opentelemetry.proto_native import serialize_metrics
        logging.basicConfig(format="%(message)s", stream=sys.stdout)
        duck = types.SimpleNamespace
        scope = duck(name="s", version="", attributes={}, schema_url="")
        own = duck(name="m", description="d", unit="u", data=duck(data_points=[]))
        entry = duck(resource=duck(attributes={}, schema_url=""), scope_metrics=[duck(scope=scope, metrics=[own])])
        print(serialize_metrics(duck(resource_metrics=[entry])).hex())
        print([name for name in sys.modules if name.startswith("opentelemetry.sdk.metrics")])
    """
    assert _in_a_fresh_process(code).splitlines() == [
        "unsupported data type SimpleNamespace",
        "0a140a0012100a030a017312090a016d1201641a0175",
        "[]",
    ]


def test_data_classes_that_are_loaded_after_the_first_call_are_known():
    code = """
        import types
        from opentelemetry.proto_native import serialize_metrics
        duck = types.SimpleNamespace
        def call(data):
            own = duck(name="m", description="", unit="", data=data)
            scope = duck(name="", version="", attributes={}, schema_url="")
            entry = duck(resource=duck(attributes={}, schema_url=""), scope_metrics=[duck(scope=scope, metrics=[own])])
            return len(serialize_metrics(duck(resource_metrics=[entry])))
        before = call(None)
        from opentelemetry.sdk.metrics.export import Gauge, NumberDataPoint
        print(call(Gauge([NumberDataPoint({}, 1, 2, 3, [])])) - before)
    """
    assert int(_in_a_fresh_process(code)) == 22


@pytest.mark.parametrize("kind", KINDS)
def test_other_threads_run_between_the_points_of_one_large_metric(kind):
    maker, point = KINDS[kind]
    data = metrics(maker(*[point()] * 40_000))
    assert another_thread_runs_during(serialize_metrics, data)


def test_a_call_inside_a_call_changes_neither():
    class Nesting:
        def __float__(self):
            inner.append(serialize_metrics(plain))
            return 1.5

        def items(self):
            inner.append(serialize_metrics(plain))
            return [("a", 1)]

    inner = []
    plain = metrics(sum_of(number(7, attributes={"b": 2}, exemplars=[exemplar()])))
    own = number(Nesting(), attributes=Nesting(), exemplars=[exemplar(Nesting(), filtered_attributes=Nesting())])
    like = number(1.5, attributes={"a": 1}, exemplars=[exemplar(1.5, filtered_attributes={"a": 1})])
    assert serialize_metrics(metrics(gauge(own, own))) == serialize_metrics(metrics(gauge(like, like)))
    assert inner == [serialize_metrics(plain)] * 8


@needs_reference
@pytest.mark.parametrize("count", [0, 1, 2, 7, 255, 256, 257, 3000])
@pytest.mark.parametrize("kind", KINDS)
def test_any_number_of_points_gives_the_reference_bytes(kind, count):
    maker, point = KINDS[kind]
    points = [point(attributes={"at": at}, exemplars=[exemplar(at)] * (at % 3)) for at in range(count)]
    compare(metrics(maker(*points), maker(*points[:1])), "metrics")


@needs_reference
def test_any_number_of_metrics_gives_the_reference_bytes():
    for count in (127, 128, 1000):
        compare(metrics(*[metric(gauge(number(at)), name=f"m{at}") for at in range(count)]), "metrics")


@needs_reference
@pytest.mark.parametrize("length", [100, 126, 127, 128, 16_200, 16_383, 16_384, 2**21])
def test_any_length_of_a_point_gives_the_reference_bytes(length):
    text = {"a": "x" * length}
    own = [number(attributes=text), number(exemplars=[exemplar(filtered_attributes=text)]), number()]
    compare(metrics(gauge(*own), sum_of(*own)), "metrics")


def test_a_point_of_many_buckets_is_written_whole():
    counts = list(range(100_000))
    data = serialize_metrics(metrics(KINDS["histogram"][0](histogram_point(bucket_counts=counts), histogram_point())))
    first, second = all_of(data, 1, 2, 2, 9, 1)
    assert len(one_of(first, 6)) == 800_000
    assert len(one_of(second, 6)) == 16
