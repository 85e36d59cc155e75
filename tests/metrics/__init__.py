"""Metrics: the tables of conformance.md section 8, errors, and replace mode."""
