"""The demonstration and self-check behind ``python -m opentelemetry.proto_native``; nothing else imports it."""
