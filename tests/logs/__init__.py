"""Logs, table by table."""
