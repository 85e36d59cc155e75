"""Drop-in OTLP exporters that use this package's encoder, so that no protobuf runtime is needed.

`opentelemetry.proto_native.exporter.http` sends over HTTP (extra `http`), `opentelemetry.proto_native.exporter.grpc`
over gRPC (extra `grpc`). Each has `OTLPSpanExporter`, `OTLPMetricExporter` and `OTLPLogExporter`.
"""
