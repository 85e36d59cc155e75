"""The exporters' metrics about themselves: names, attributes, and that no failure is counted as a success."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from tests.exporters.classes import needs_newest_reference, reference_class
from tests.exporters.grpc_server import GrpcServer, ok, refuse
from tests.exporters.http_server import Answer, HttpServer, protobuf
from tests.exporters.messages import partial_success
from tests.exporters.telemetry import BATCHES, metrics, spans

ITEMS = {"traces": "span", "metrics": "metric_data_point", "logs": "log"}
COMPONENTS = {"traces": "span", "metrics": "metric", "logs": "log"}
COUNTS = {"traces": 3, "metrics": 7, "logs": 3}


class Meters:
    """A meter provider whose metrics a test can read."""

    def __init__(self) -> None:
        self.reader = InMemoryMetricReader()
        self.provider = MeterProvider(metric_readers=[self.reader])

    def points(self) -> dict[str, list[tuple[dict[str, Any], Any]]]:
        """Attributes (without the component's) and value or count of each point, by instrument."""
        found: dict[str, list[tuple[dict[str, Any], Any]]] = {}
        data = self.reader.get_metrics_data()
        for metric in [m for r in data.resource_metrics for s in r.scope_metrics for m in s.metrics] if data else []:
            for point in metric.data.data_points:
                attributes = {name: value for name, value in point.attributes.items() if "component" not in name}
                found.setdefault(metric.name, []).append((attributes, getattr(point, "value", None)))
        return found

    def exported(self, signal: str = "traces") -> dict[str | None, int]:
        """Records exported, by error type."""
        points = self.points()[f"otel.sdk.exporter.{ITEMS[signal]}.exported"]
        return {attributes.get("error.type"): value for attributes, value in points}


@pytest.fixture
def meters(monkeypatch: pytest.MonkeyPatch) -> Meters:
    monkeypatch.setenv("OTEL_PYTHON_SDK_INTERNAL_METRICS_ENABLED", "True")
    return Meters()


def _shape(meters: Meters) -> Any:
    data = meters.reader.get_metrics_data()
    return sorted(
        (scope.scope.name, metric.name, metric.unit, metric.description, type(metric.data).__name__, sorted(attributes))
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for attributes in [point.attributes for point in metric.data.data_points]
    )


@needs_newest_reference
@pytest.mark.parametrize("works", [True, False])
def test_instruments_and_attributes_are_the_references(
    works: bool, transport: str, signal: str, make_exporter: Any, meters: Meters
) -> None:
    theirs = Meters()
    server: Any
    script: list[Any] = [] if works else [refuse(grpc.StatusCode.INTERNAL)] * 2
    with HttpServer() if transport == "http" else GrpcServer(*script) as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        # A refusal by status counts as a success in the reference's HTTP exporter: this is an error to both.
        extra = {} if works or transport == "grpc" else {"headers": {"x": "\u20ac"}}
        make_exporter(transport, signal, endpoint, meter_provider=meters.provider, **extra).export(BATCHES[signal]())
        reference = reference_class(transport, signal)(endpoint, meter_provider=theirs.provider, **extra)
        reference.export(BATCHES[signal]())
        reference.shutdown()
    assert _shape(meters) == _shape(theirs)


def test_a_success_is_counted_with_server_and_component(
    transport: str, signal: str, make_exporter: Any, meters: Meters
) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        make_exporter(transport, signal, endpoint, meter_provider=meters.provider).export(BATCHES[signal]())
        common = {"server.address": "127.0.0.1", "server.port": server.port}
    assert meters.points() == {
        f"otel.sdk.exporter.{ITEMS[signal]}.inflight": [(common, 0)],
        f"otel.sdk.exporter.{ITEMS[signal]}.exported": [(common, COUNTS[signal])],
        "otel.sdk.exporter.operation.duration": [(common, None)],
    }
    point = next(iter(meters.reader.get_metrics_data().resource_metrics[0].scope_metrics[0].metrics)).data.data_points[
        0
    ]
    component = f"otlp_{transport}_{COMPONENTS[signal]}_exporter"
    assert point.attributes["otel.component.type"] == component
    assert point.attributes["otel.component.name"].startswith(f"{component}/")


@pytest.mark.parametrize("code", [400, 503, 301])
def test_a_refusal_by_status_is_counted_as_a_failure(
    code: int, make_exporter: Any, meters: Meters, delays: list[int]
) -> None:
    with HttpServer(*[Answer(code)] * 6) as server:
        make_exporter("http", "traces", server.url, meter_provider=meters.provider).export(spans())
    assert meters.exported() == {str(code): 3}
    [(attributes, _)] = meters.points()["otel.sdk.exporter.operation.duration"]
    assert attributes["http.response.status_code"] == code
    assert attributes["error.type"] == str(code)


def test_a_refusal_by_code_is_counted_as_a_failure(make_exporter: Any, meters: Meters) -> None:
    with GrpcServer(refuse(grpc.StatusCode.INVALID_ARGUMENT)) as server:
        exporter = make_exporter("grpc", "traces", server.target, insecure=True, meter_provider=meters.provider)
        exporter.export(spans())
    assert meters.exported() == {"_InactiveRpcError": 3}
    [(attributes, _)] = meters.points()["otel.sdk.exporter.operation.duration"]
    assert attributes["rpc.response.status_code"] == "INVALID_ARGUMENT"


def test_rejected_records_are_counted_apart_from_the_accepted_ones(
    transport: str, signal: str, make_exporter: Any, meters: Meters
) -> None:
    body = partial_success(signal, 2, "no")
    server: Any
    with HttpServer(protobuf(200, body)) if transport == "http" else GrpcServer(ok(body)) as server:
        endpoint = server.url if transport == "http" else f"http://{server.target}"
        make_exporter(transport, signal, endpoint, meter_provider=meters.provider).export(BATCHES[signal]())
    assert meters.exported(signal) == {None: COUNTS[signal] - 2, "rejected": 2}


def test_an_unreachable_server_is_counted_with_the_name_of_the_error(
    make_exporter: Any, meters: Meters, delays: list[int]
) -> None:
    with HttpServer() as gone:
        pass
    make_exporter("http", "traces", gone.url, meter_provider=meters.provider).export(spans())
    assert meters.exported() == {"NewConnectionError": 3}


def test_a_batch_that_cannot_be_encoded_is_counted_as_a_failure_and_raises_nothing(
    transport: str, make_exporter: Any, meters: Meters, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry import proto_native

    def broken(batch: Any, max_bytes: int, *, errors: str) -> list[bytes]:
        raise MemoryError

    monkeypatch.setattr(proto_native, "serialize_spans_chunked", broken)
    exporter = make_exporter(transport, "traces", meter_provider=meters.provider)
    assert exporter.export(spans()).name == "FAILURE"
    assert meters.exported() == {"MemoryError": 3}


def test_nothing_is_measured_unless_the_sdks_variable_says_true(
    make_exporter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    meters = Meters()
    for value in ("", "false", "1"):
        monkeypatch.setenv("OTEL_PYTHON_SDK_INTERNAL_METRICS_ENABLED", value)
        with HttpServer() as server:
            make_exporter("http", "traces", server.url, meter_provider=meters.provider).export(spans())
    assert meters.points() == {}


def test_metric_exporters_take_another_meter_provider_later(
    transport: str, make_exporter: Any, meters: Meters, delays: list[int]
) -> None:
    exporter = make_exporter(transport, "metrics", "http://127.0.0.1:1", timeout=1)
    exporter.set_meter_provider(meters.provider)
    exporter.export(metrics())
    assert sum(meters.exported("metrics").values()) == 7
