"""docs/api.md is what `make api` writes, holds every public name, and its examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from typing import Any

import opentelemetry.proto_native
import pytest
from opentelemetry.sdk.metrics.export import MetricsData

from tests.objects.logs import log
from tests.objects.metrics import gauge, metrics, number
from tests.objects.spans import span

pytest.importorskip("urllib3", reason="urllib3 is not installed here; the HTTP exporter needs it")
pytest.importorskip("grpc", reason="grpcio is not installed here; the gRPC exporter needs it")
api = pytest.importorskip("tools.api_reference")

PAGE = api.PAGE.read_text(encoding="utf-8")
FOUND = {
    name: getattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2]) for name in api.names()
}


def _callables() -> dict[str, Any]:
    """Functions, constructors and methods, each with the docstring that tells of it."""
    found: dict[str, Any] = {}
    for name, public in FOUND.items():
        if inspect.isclass(public):
            methods = inspect.getmembers(public, inspect.isfunction)
            found.update({f"{name}.{method}": each for method, each in methods if _is_told(method, each)})
        elif callable(public):
            found[name] = public
    return found


def _is_told(method: str, function: Any) -> bool:
    ours = function.__module__.startswith(api.PACKAGE)
    return ours and (not method.startswith("_") or (method == "__init__" and function.__doc__ is not None))


CALLABLES = _callables()


def test_the_page_is_what_the_tool_writes():
    assert api.with_reference(PAGE) == PAGE, "run `make api`"


@pytest.mark.parametrize("name", FOUND)
def test_every_public_name_is_listed_and_has_an_entry_that_names_its_source(name):
    module, _, last = name.rpartition(".")
    heading = name[len(api.PACKAGE) + 1 :]
    assert f"[`{last}`](#{api.anchor(module, last)})" in PAGE
    [entry] = re.findall(rf"^### {re.escape(heading)}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    [source] = re.findall(r"^Source: \[`([^`]+)`\]\(\.\./\1\)$", entry, re.MULTILINE)
    assert (api.ROOT / source).exists()


def test_every_public_module_is_in_the_reference_or_only_gives_another_its_names():
    walked = pkgutil.walk_packages(opentelemetry.proto_native.__path__, f"{api.PACKAGE}.")
    public = [each.name for each in walked if not any(part.startswith("_") for part in each.name.split("."))]
    for name in sorted(set(public) - set(api.MODULES) - {f"{api.PACKAGE}.exporter"}):
        module, package = importlib.import_module(name), importlib.import_module(name.rpartition(".")[0])
        defined = [each for each, found in vars(module).items() if getattr(found, "__module__", "") == name]
        assert defined
        assert set(defined) <= set(package.__all__)


@pytest.mark.parametrize("name", CALLABLES)
def test_every_argument_has_a_line(name):
    function = CALLABLES[name]
    documented = set(re.findall(r"^ +\**(\w+): ", (function.__doc__ or "").partition("Args:")[2], re.MULTILINE))
    signature = inspect.signature(function)
    takes = {each for each in signature.parameters if each != "self"}
    if "Takes the arguments of the other" in (function.__doc__ or ""):
        takes -= set(inspect.signature(inspect.getmro(FOUND[name.rpartition(".")[0]])[1].__init__).parameters)
    assert takes <= documented


@pytest.mark.parametrize("name", CALLABLES)
def test_what_returns_something_says_what(name):
    function = CALLABLES[name]
    returns = inspect.signature(function).return_annotation
    says_nothing = returns in (None, "None") or name.endswith("__init__")
    assert says_nothing or "Returns:" in (function.__doc__ or "")


@pytest.mark.parametrize("name", [name for name in CALLABLES if "serialize" in name or name.endswith("__init__")])
def test_what_raises_says_so(name):
    assert "Raises:" in CALLABLES[name].__doc__


def _surroundings(name: str) -> dict[str, Any]:
    class Reader:
        def get_metrics_data(self) -> MetricsData:
            return metrics(gauge(number()))

    kind = [log(body="b")] if "logs" in name else [span(name="a"), span(name=5)]
    return {
        **vars(opentelemetry.proto_native),
        "batch": kind,
        "finished_spans": [span()],
        "reader": Reader(),
        "send": lambda body: body,
    }


EXAMPLES = {name: found for name, found in FOUND.items() if "Example:" in (getattr(found, "__doc__", "") or "")}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_runs(name):
    surroundings = _surroundings(name)
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(EXAMPLES[name]) or ""):
        exec(example.source, surroundings)
    assert surroundings.get("body") or len(surroundings["batch"]) == 1


def test_every_function_has_an_example():
    assert {name for name, found in FOUND.items() if inspect.isbuiltin(found)} <= set(EXAMPLES)
