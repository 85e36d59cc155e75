"""Importing the package brings in nothing that the user did not ask for."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

PACKAGE = "opentelemetry.proto_native"
UNWANTED = re.compile(r"google(\.|$)|opentelemetry\.(proto|exporter|sdk\.metrics|sdk\._logs)(\.|$)")


def run(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *options, "-c", code], check=True, capture_output=True, text=True)


def modules_after(code: str) -> set[str]:
    return set(run(f"{code}\nimport sys\nprint(*sys.modules, sep='\\n')").stdout.split())


def test_import_brings_neither_protobuf_nor_the_other_signals():
    lines = run(f"import {PACKAGE}", "-X", "importtime").stderr.splitlines()
    imported = {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}
    assert f"{PACKAGE}._native" in imported
    assert {name for name in imported if UNWANTED.match(name)} == set()


def test_import_after_the_sdk_brings_only_the_package_itself():
    sdk = "import opentelemetry.sdk.trace"
    assert modules_after(f"{sdk}\nimport {PACKAGE}") - modules_after(sdk) == {
        PACKAGE,
        f"{PACKAGE}._errors",
        f"{PACKAGE}._native",
    }


def test_serializing_spans_imports_neither_protobuf_nor_the_other_signals():
    loaded = modules_after(
        "from opentelemetry.sdk.trace import TracerProvider\n"
        f"from {PACKAGE} import serialize_spans\n"
        "span = TracerProvider().get_tracer('scope').start_span('name', attributes={'key': [1, 2]})\n"
        "span.end()\n"
        "assert b'name' in serialize_spans([span])"
    )
    assert {name for name in loaded if UNWANTED.match(name)} == set()


def test_opentelemetry_stays_a_namespace_that_nobody_owns():
    assert run("import opentelemetry.proto_native; print(getattr(opentelemetry, '__file__', None))").stdout == "None\n"


def test_the_distribution_installs_nothing_outside_its_own_package():
    files = metadata.files("opentelemetry-proto-native") or []
    # An editable install holds a .pth file in place of the package.
    ours = re.compile(r"opentelemetry/proto_native/|opentelemetry_proto_native[^/]*(\.dist-info/|\.pth$)")
    assert files
    assert [file for file in files if not ours.match(file.as_posix())] == []


def test_the_source_tree_holds_only_the_package_itself():
    python = Path(__file__).parents[2] / "python"
    assert [path.name for path in python.iterdir()] == ["opentelemetry"]
    assert [path.name for path in (python / "opentelemetry").iterdir()] == ["proto_native"]


def test_every_public_name_is_listed_and_documented():
    import opentelemetry.proto_native as package

    assert package.__doc__
    assert [name for name in package.__all__ if not hasattr(package, name)] == []
    documented = [name for name in package.__all__ if name != "__version__"]
    assert [name for name in documented if not getattr(package, name).__doc__] == []


def test_the_version_is_the_distribution_s():
    import opentelemetry.proto_native as package

    assert package.__version__ == metadata.version("opentelemetry-proto-native")
