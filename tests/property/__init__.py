"""Generated telemetry, compared with the reference."""
