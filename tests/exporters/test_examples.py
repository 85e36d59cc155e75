"""examples/: short, and run by the commands of their READMEs; test_zero_code.py runs web_service."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.exporters.http_server import Answer, HttpServer
from tests.exporters.messages import REQUESTS, count

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*/*.py"))
SDK = tuple(int(part) for part in metadata.version("opentelemetry-sdk").split(".")[:2])


def commands(example: str) -> list[list[str]]:
    """The words of each line of the README's one code block, without its comments."""
    text = (EXAMPLES / example / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line.partition("#")[0].split() for line in block.splitlines()]


def run(example: str, words: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    assert words[0] == "python"
    command = [sys.executable, str(EXAMPLES / example / words[1]), *words[2:]]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def code_lines(program: Path) -> int:
    """Lines that hold code: no docstring, no comment, nothing empty."""
    tree = ast.parse(program.read_text(encoding="utf-8"))
    lines: set[int] = set()
    for node in ast.walk(tree):
        text_alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not text_alone:
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno
            lines.update(range(node.lineno, (end or node.lineno) + 1))
    written = program.read_text(encoding="utf-8").splitlines()
    return sum(bool(written[number - 1].partition("#")[0].strip()) for number in lines)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.parent.name for program in PROGRAMS])
def test_an_example_has_fewer_than_40_lines_of_code(program):
    assert 0 < code_lines(program) < 40


def test_every_example_has_a_readme_that_installs_first():
    names = {program.parent.name for program in PROGRAMS}
    assert names == {"batch_job", "encode_only", "web_service"}
    assert {commands(name)[0][0] for name in names} == {"pip"}


@pytest.mark.skipif(SDK < (1, 39), reason="the example uses the name that SDK 1.39 gave to an exporter")
def test_encode_only_prints_the_size_of_a_request_for_each_signal(tmp_path):
    [_, words] = commands("encode_only")
    ran = run("encode_only", words, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    sizes = dict(re.findall(r"^POST /v1/(\w+): (\d+) bytes$", ran.stdout, re.MULTILINE))
    assert sizes.keys() == REQUESTS.keys()
    assert all(int(size) > 100 for size in sizes.values())


def test_batch_job_writes_files_that_are_sent_later_and_removed(tmp_path):
    [_, write, send] = commands("batch_job")
    assert run("batch_job", write, tmp_path).stderr == ""
    waiting = {path.name: path.read_bytes() for path in (tmp_path / "spool").iterdir()}
    assert {name.partition(".")[2] for name in waiting} == {"traces", "metrics"}
    with HttpServer() as server:
        assert run("batch_job", [*send[:-1], server.url], tmp_path).stderr == ""
    assert [request.body for request in server.received] == [waiting[name] for name in sorted(waiting)]
    assert {request.headers["content-type"] for request in server.received} == {"application/x-protobuf"}
    counted = {"traces": 0, "metrics": 0}
    for request in server.received:
        signal = request.path.rpartition("/v1/")[2]
        counted[signal] += count(signal, request.body)
    assert counted == {"traces": 1000, "metrics": 1}
    assert list((tmp_path / "spool").iterdir()) == []


def test_batch_job_keeps_what_the_server_refuses(tmp_path):
    [_, write, send] = commands("batch_job")
    run("batch_job", write, tmp_path)
    waiting = sorted((tmp_path / "spool").iterdir())
    with HttpServer(Answer(503)) as server:
        refused = run("batch_job", [*send[:-1], server.url], tmp_path)
    assert "503" in refused.stderr
    assert sorted((tmp_path / "spool").iterdir()) == waiting
