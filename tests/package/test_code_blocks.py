"""Code blocks of README.md, docs/ and examples/ are run; where they need an index or a service, held against the tree.

tests/package/test_readme.py runs the README's Python, test_api_doc.py the examples of the reference,
tests/exporters/test_docs.py reads the YAML, and the tests of the examples run what their READMEs print.
"""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package import pages
from tests.package.pages import ROOT

SHOWN = [
    page
    for page in pages.PAGES
    if page == ROOT / "README.md" or page.relative_to(ROOT).parts[0] in {"docs", "examples"}
]
ELSEWHERE = {"pycon": {"docs/api.md"}, "text": {"docs/api.md"}, "yaml": {"docs/exporters.md"}}
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# Programs that need the network, another machine's files or a service.
NOT_RUN = {"cargo", "cd", "curl", "mkdir", "opentelemetry-instrument", "printf", "tar", "zip"}
VARIABLES = re.compile(r"OTEL_\w+|CARGO_NET_OFFLINE|MATURIN_PEP517_ARGS")


def blocks_in(language: str) -> list:
    found = [(page, text) for page in SHOWN for written, text in pages.blocks(page) if written == language]
    return [pytest.param(page, text, id=f"{pages.name(page)}-{number}") for number, (page, text) in enumerate(found)]


def commands(text: str) -> list[list[str]]:
    """The words of each command, assignments before it included."""
    lines = text.replace("\\\n", " ").splitlines()
    parts = [part for line in lines for part in re.split(r"\s&&\s", line.partition(" #")[0])]
    return [shlex.split(part) for part in parts if part.strip()]


@pytest.mark.parametrize("page", SHOWN, ids=pages.name)
def test_every_block_is_in_a_language_for_which_there_is_a_test(page):
    for language, _ in pages.blocks(page):
        assert language in {"python", "diff", "sh"} or pages.name(page) in ELSEWHERE.get(language, set())


@pytest.mark.parametrize("page", SHOWN, ids=pages.name)
def test_what_is_indented_is_a_picture(page):
    drawn = pages.INDENTED.findall(pages.prose(page))
    assert [block for block in drawn if "└─" not in block] == []


@pytest.mark.parametrize(("page", "text"), [each for each in blocks_in("python") if each.values[0].name != "README.md"])
def test_python_runs_as_printed(page, text, tmp_path):
    if "exporter.http" in text:
        pytest.importorskip("urllib3", reason="urllib3 is not installed here; the HTTP exporter needs it")
    result = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(("page", "text"), blocks_in("diff"))
def test_both_imports_of_a_change_work(page, text):
    pytest.importorskip(
        "opentelemetry.exporter.otlp.proto.http.trace_exporter", reason="the reference is not installed"
    )
    signs = set()
    for line in text.splitlines():
        signs.add(line[0])
        exec(line[1:], {})
    assert signs == {"-", "+"}


@pytest.mark.parametrize(("page", "text"), blocks_in("sh"))
def test_every_command_exists_with_what_it_names(page, text):
    for words in commands(text):
        while re.fullmatch(r"[A-Z_0-9]+=.*", words[0]):
            assert VARIABLES.fullmatch(words.pop(0).partition("=")[0])
        check(words, page)


def check(words: list[str], page: Path) -> None:
    program, arguments = words[0], words[1:]
    if program == "pip":
        extras = [
            re.sub(r".*\[(.*)\]", r"\1", each) for each in arguments if re.match(r"opentelemetry-proto-native\[", each)
        ]
        assert [extra for extra in extras if not re.search(rf"^{extra} = \[", PYPROJECT, re.MULTILINE)] == []
    elif program == "export":
        for name, _, value in (each.partition("=") for each in arguments):
            assert VARIABLES.fullmatch(name)
            assert not value.startswith("otlp_native") or f"\n{value} = " in PYPROJECT
    elif program == "make":
        assert not arguments or re.search(rf"^{arguments[0]}:.*## ", MAKEFILE, re.MULTILINE)
    elif program == "python" and arguments[0] == "-m":
        assert importlib.util.find_spec(arguments[1])
    elif program == "python":
        assert (page.parent / arguments[0]).exists()
    elif program == "uv":
        files = [each for each in arguments if each.endswith(".py")]
        assert arguments[0] in {"sync", "run"}
        assert all((ROOT / file).exists() for file in files)
    else:
        assert program in NOT_RUN


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name)
def test_every_make_command_in_the_text_exists(page):
    named = set(re.findall(r"`make ([a-z-]+)[^`]*`", page.read_text(encoding="utf-8")))
    assert {name for name in named if not re.search(rf"^{name}:.*## ", MAKEFILE, re.MULTILINE)} == set()
