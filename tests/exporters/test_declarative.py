"""Declarative configuration creates our exporters under their entry points' names, with its own keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto_native.exporter._compression import Compression
from opentelemetry.proto_native.exporter.grpc import declared as grpc_declared
from opentelemetry.proto_native.exporter.http import declared as http_declared
from opentelemetry.sdk.metrics import Counter, Histogram
from opentelemetry.sdk.metrics.export import AggregationTemporality
from opentelemetry.sdk.metrics.view import ExponentialBucketHistogramAggregation

from tests.exporters.certificates import Certificates
from tests.exporters.grpc_server import GrpcServer
from tests.exporters.http_server import HttpServer
from tests.exporters.messages import METHODS
from tests.exporters.telemetry import BATCHES

DECLARED: dict[str, Any] = {"http": http_declared, "grpc": grpc_declared}
CLASS_NAMES = {"traces": "OTLPSpanExporter", "metrics": "OTLPMetricExporter", "logs": "OTLPLogExporter"}


def _make(transport: str, signal: str, **keys: Any) -> Any:
    return getattr(DECLARED[transport], CLASS_NAMES[signal])(**keys)


def test_the_schemas_keys_are_taken_as_the_schema_means_them(transport: str, signal: str) -> None:
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        exporter = _make(
            transport,
            signal,
            endpoint=server.url if transport == "http" else f"http://{server.target}",
            headers=[{"name": "X-One", "value": "1"}, {"name": "x-two", "value": "over"}],
            headers_list="x-two=2,x-three=3%20",
            compression="gzip",
            timeout=2500,
            max_request_size=1_000_000,
        )
        assert exporter.export(BATCHES[signal]()).name == "SUCCESS"
        exporter.shutdown()
    [received] = server.received
    names = received.headers if transport == "http" else received.metadata
    assert (names["x-one"], names["x-two"], names["x-three"]) == ("1", "over", "3")
    assert exporter._timeout == 2.5
    assert exporter._compression is Compression.Gzip
    assert exporter._max_request_size == 1_000_000


def test_without_keys_the_exporter_is_the_one_of_the_environment(
    transport: str, signal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "7")
    exporter = _make(transport, signal)
    assert exporter._timeout == 7


def test_tls_files_are_used(transport: str, tmp_path: Path) -> None:
    import grpc

    certificates = Certificates(tmp_path)
    tls = {
        "ca_file": str(certificates.authority),
        "cert_file": str(certificates.client),
        "key_file": str(certificates.client_key),
    }
    server: Any
    if transport == "http":
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates.server, certificates.server_key)
        context.load_verify_locations(certificates.authority)
        context.verify_mode = ssl.CERT_REQUIRED
        server = HttpServer(context=context)
        endpoint = server.url
    else:
        pair = (certificates.server_key.read_bytes(), certificates.server.read_bytes())
        demanding = grpc.ssl_server_credentials([pair], certificates.authority.read_bytes(), require_client_auth=True)
        server = GrpcServer(credentials=demanding)
        endpoint = f"https://{server.target}"
    with server:
        exporter = _make(transport, "traces", endpoint=endpoint, tls=tls)
        assert exporter.export(BATCHES["traces"]()).name == "SUCCESS"
        exporter.shutdown()


def test_insecure_is_a_key_of_the_grpc_exporters_tls_section() -> None:
    exporter = _make("grpc", "traces", endpoint="collector:4317", tls={"insecure": True})
    assert exporter._insecure is True


def test_metric_preferences_are_taken_by_their_names(transport: str) -> None:
    exporter = _make(
        transport,
        "metrics",
        temporality_preference="low_memory",
        default_histogram_aggregation="base2_exponential_bucket_histogram",
    )
    assert exporter._preferred_temporality[Counter] is AggregationTemporality.DELTA
    assert isinstance(exporter._preferred_aggregation[Histogram], ExponentialBucketHistogramAggregation)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"temporality_preference": "sometimes"}, "temporality_preference must be one of CUMULATIVE, DELTA, LOWMEMORY"),
        ({"default_histogram_aggregation": "none"}, "default_histogram_aggregation must be one of EXPLICIT_BUCKET"),
        ({"timeout": "5"}, "timeout must be a number of milliseconds, not '5'"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_its_key(transport: str, keys: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _make(transport, "metrics", **keys)


def test_an_encoding_other_than_protobuf_is_refused(transport: str) -> None:
    assert _make(transport, "traces", encoding="protobuf")
    with pytest.raises(ValueError, match="encoding must be protobuf"):
        _make(transport, "traces", encoding="json")


def test_a_configuration_file_brings_all_three_exporters_into_the_sdk(transport: str, tmp_path: Path) -> None:
    configuration = pytest.importorskip(
        "opentelemetry.configuration", reason="declarative configuration is not installed here"
    )
    server: Any
    with HttpServer() if transport == "http" else GrpcServer() as server:
        base = server.url if transport == "http" else f"http://{server.target}"

        def exporter(signal: str) -> dict[str, Any]:
            endpoint = f"{base}/v1/{signal}" if transport == "http" else base
            return {f"otlp_native_{transport}": {"endpoint": endpoint, "timeout": 5000}}

        file = tmp_path / "sdk.json"
        file.write_text(
            json.dumps(
                {
                    "file_format": "1.0",
                    "tracer_provider": {"processors": [{"simple": {"exporter": exporter("traces")}}]},
                    "meter_provider": {"readers": [{"periodic": {"interval": 60000, "exporter": exporter("metrics")}}]},
                    "logger_provider": {"processors": [{"simple": {"exporter": exporter("logs")}}]},
                }
            ),
            encoding="utf-8",
        )
        _run_configured(configuration, str(file))
    where = {received.path if transport == "http" else received.method for received in server.received}
    assert where == set(METHODS.values() if transport == "grpc" else [f"/v1/{signal}" for signal in METHODS])


def _run_configured(configuration: Any, file: str) -> None:
    """In a process of its own, since providers are global."""
    import subprocess
    import sys

    program = (
        "import sys\n"
        "from opentelemetry.configuration import configure_sdk, load_config_file\n"
        "configure_sdk(load_config_file(sys.argv[1]))\n"
        "from opentelemetry import _logs, metrics, trace\n"
        "trace.get_tracer('t').start_span('s').end()\n"
        "metrics.get_meter('m').create_counter('c').add(1)\n"
        "_logs.get_logger('l').emit(_logs.LogRecord(body='b'))\n"
        "for provider in (trace.get_tracer_provider(), metrics.get_meter_provider(), _logs.get_logger_provider()):\n"
        "    provider.force_flush()\n"
        "    provider.shutdown()\n"
        "assert not [name for name in sys.modules if name.startswith('google.')]\n"
    )
    assert configuration
    finished = subprocess.run([sys.executable, "-c", program, file], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
