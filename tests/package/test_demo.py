"""`python -m opentelemetry.proto_native` reports the facts, and its exit status says whether the bytes agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata

import opentelemetry.proto_native as package
import pytest

QUICK = ["--records", "16", "--rounds", "1"]
SIGNALS = {"spans", "metrics", "logs"}


def demo(*options: str, before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the demonstration in a process of its own, after the statement `before`."""
    start = ["-m", "opentelemetry.proto_native"]
    if before:
        start = ["-c", f"{before}\nimport runpy; runpy.run_module('opentelemetry.proto_native', run_name='__main__')"]
    command = [sys.executable, *start, *QUICK, *options]
    return subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)


def test_json_reports_identical_bytes_for_all_three_signals():
    result = demo("--json")
    assert (result.returncode, result.stderr) == (0, "")
    facts = json.loads(result.stdout)
    assert facts["version"] == package.__version__
    assert facts["sdk"] == metadata.version("opentelemetry-sdk")
    assert facts["identical"] is True
    assert {case["signal"] for case in facts["cases"]} == SIGNALS
    assert all(case["identical"] for case in facts["cases"])


def test_json_names_the_fast_paths_of_this_interpreter():
    paths = json.loads(demo("--json").stdout)["fast_paths"]
    assert paths
    assert all(isinstance(active, bool) for active in paths.values())


def test_json_measures_every_batch_beside_the_reference():
    for case in json.loads(demo("--json").stdout)["cases"]:
        assert case["records"] > 0
        assert case["bytes"] > case["records"]
        assert case["microseconds"] > 0
        ratio = case["reference_microseconds"] / case["microseconds"]
        assert case["speedup"] == pytest.approx(ratio)


def test_text_has_a_line_a_batch_and_a_verdict():
    result = demo()
    assert (result.returncode, result.stderr) == (0, "")
    rows = [line for line in result.stdout.splitlines() if line.split(" ")[0] in SIGNALS]
    assert {row.split(" ")[0] for row in rows} == SIGNALS
    assert all(row.endswith("identical") for row in rows)
    assert result.stdout.splitlines()[-1] == f"All {len(rows)} batches are the reference's bytes, to the last one."


@pytest.mark.parametrize("signal", sorted(SIGNALS))
def test_a_byte_too_many_in_any_signal_is_exit_status_1(signal):
    spoil = (
        "import opentelemetry.proto_native as package\n"
        f"real = package.serialize_{signal}\n"
        f"package.serialize_{signal} = lambda batch: real(batch) + b'!'"
    )
    result = demo(before=spoil)
    assert result.returncode == 1
    assert "DIFFERENT" in result.stdout
    assert "DIFFER from the reference's bytes" in result.stdout.splitlines()[-1]


def test_without_the_reference_it_measures_alone_and_says_so():
    hide = (
        "from importlib import metadata\n"
        "def missing(name): raise metadata.PackageNotFoundError(name)\n"
        "metadata.version = missing"
    )
    result = demo(before=hide)
    assert (result.returncode, result.stderr) == (0, "")
    assert "not installed" in result.stdout
    assert json.loads(demo("--json", before=hide).stdout)["identical"] is None


def test_the_environment_of_the_user_does_not_change_the_data():
    def span_bytes(**variables: str) -> list[int]:
        facts = json.loads(demo("--json", **variables).stdout)
        return [case["bytes"] for case in facts["cases"] if case["signal"] == "spans"]

    assert span_bytes(OTEL_SDK_DISABLED="true", OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT="1") == span_bytes()


@pytest.mark.parametrize("option", ["--records", "--rounds"])
def test_nonsense_sizes_are_refused(option):
    result = demo(option, "0")
    assert result.returncode == 2
    assert "must be at least 1" in result.stderr
