"""What docs/exporters.md and docs/migration.md print can be run and imported."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from opentelemetry.proto_native.exporter.http import Compression
from opentelemetry.proto_native.exporter.http.declared import OTLPSpanExporter

from tests.exporters.classes import CLASSES, reference_class

DOCS = Path(__file__).parents[2] / "docs"
EXPORTERS = (DOCS / "exporters.md").read_text(encoding="utf-8")
MIGRATION = (DOCS / "migration.md").read_text(encoding="utf-8")


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_python_of_the_page_on_exporters_runs() -> None:
    [block] = _blocks(EXPORTERS, "python")
    program = f"{block}\nassert provider._active_span_processor._span_processors\nprovider.shutdown()"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_row_of_the_migration_table_names_what_can_be_imported_on_both_sides(transport: str, signal: str) -> None:
    rows = dict(re.findall(r"^\| `(opentelemetry\.exporter[\w.]+)`[^|]*\| `([\w.]+)` \|$", MIGRATION, re.MULTILINE))
    theirs = reference_class(transport, signal)
    assert getattr(import_module(rows[theirs.__module__]), theirs.__name__) is CLASSES[transport, signal]


def test_the_compression_enumeration_is_where_the_migration_table_says() -> None:
    assert (
        "| `opentelemetry.exporter.otlp.proto.http` (`Compression`) | `opentelemetry.proto_native.exporter.http` |"
        in MIGRATION
    )
    theirs: Any = import_module("opentelemetry.exporter.otlp.proto.http").Compression
    assert {kind.name: kind.value for kind in Compression} == {kind.name: kind.value for kind in theirs}


def test_the_keys_of_the_declarative_example_are_accepted() -> None:
    [block] = _blocks(EXPORTERS, "yaml")
    below = block.partition("otlp_native_http:\n")[2]
    keys = re.findall(r"^ {12}(\w+):", below, re.MULTILINE)
    assert keys == ["endpoint", "timeout", "compression", "tls", "headers", "max_request_size"]
    values: dict[str, Any] = {
        "tls": {"ca_file": "/a"},
        "headers": [],
        "timeout": 10,
        "max_request_size": 1,
        "compression": "gzip",
    }
    OTLPSpanExporter(**{key: values.get(key, "http://collector:1") for key in keys}).shutdown()
