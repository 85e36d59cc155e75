"""What docs/errors.md documents, and what the sources say: texts, with `…` for what differs from case to case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
PACKAGE = ROOT / "python" / "opentelemetry" / "proto_native"
PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")

LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


def rows(section: str) -> list[list[str]]:
    """The cells of the table that follows a mark of the page, without its two lines of head."""
    [block] = re.findall(rf"<!-- {section} -->(.*?)<!-- end -->", PAGE, re.DOTALL)
    lines = [line for line in block.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def documented(section: str, column: int = 0) -> list[str]:
    """The code in a column: the text of each row's message."""
    return [re.findall(r"`([^`]*)`", cells[column])[-1] for cells in rows(section)]


def pattern(text: str) -> re.Pattern[str]:
    """What matches every message that the text with its gaps stands for."""
    return re.compile(".*".join(re.escape(part) for part in text.split("…")), re.DOTALL)


def _gaps(text: str) -> str:
    return re.sub(r"\{[^}]*\}|%(?:\.\d+)?[dfgrs]", "…", text)


def _rust(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("#[cfg(test)]")[0]


def reasons() -> set[str]:
    """The texts of `Reason`; the text of variants that hold an exception is replaced by one with its class."""
    code = _rust(SRC / "error.rs")
    [body] = re.findall(r"impl fmt::Display for Reason \{(.*?)^\}", code, re.DOTALL | re.MULTILINE)
    arms = re.sub(r"Self::Raised\(_\) \| Self::PassThrough\(_\) => .*", "", body)
    [raised] = re.findall(r"fn explain_raised.*?format!\(\"(.*?)\"", code, re.DOTALL)
    return {_gaps(text) for text in [*re.findall(r"\"([^\"]*)\"", arms), raised]}


def expectations() -> set[str]:
    """What `WrongType` and `OutOfRange` are made with."""
    found: set[str] = set()
    for path in SRC.rglob("*.rs"):
        code = _rust(path)
        found.update(re.findall(r"(?:wrong_type|out_of_range)\(\s*\"([^\"]*)\"", code))
        for branches in re.findall(r"let expected =([^;]*);", code):
            found.update(re.findall(r"\"([^\"]*)\"", branches))
    return found


def rust_exceptions() -> set[tuple[str, str]]:
    """Class and text of each exception that the native module makes itself."""
    found = set()
    for path in SRC.rglob("*.rs"):
        found.update(re.findall(r"Py(\w+)::new_err\(\s*\"([^\"]*)\"", _rust(path)))
    unreadable = re.findall(r"Self::(?:Malformed|UnknownSignal).*?\"([^\"]*)\"", _rust(SRC / "responses" / "decode.rs"))
    return {(name, _gaps(text)) for name, text in found} | {("ValueError", _gaps(text)) for text in unreadable}


def _modules() -> Iterator[ast.Module]:
    for path in PACKAGE.rglob("*.py"):
        if "_demo" not in path.parts and path.name not in {"__main__.py", "_errors.py"}:
            yield ast.parse(path.read_text(encoding="utf-8"))


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _gaps(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return None


def python_exceptions() -> set[tuple[str, str]]:
    """Class and text of each `raise X("...")`, and of exceptions whose class has the text."""
    found = set()
    for module in _modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                found.add((ast.unparse(node.exc.func), _text(node.exc.args[0])))
            if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
                calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and each.args]
                found.update((node.name, _text(call.args[0])) for call in calls)
    return {(name, text) for name, text in found if text}


def encoder_log() -> set[tuple[str, str]]:
    """Level and text of what the encoder logs."""
    code = _rust(SRC / "common" / "log.rs")
    named = dict(re.findall(r"let (\w+) = \"([^\"]*)\";", code))
    calls = re.findall(r"call_method1?\(\"(\w+)\", \((?:\"([^\"]*)\"|(\w+))", code)
    return {(level.upper(), _gaps(text or named[name])) for level, text, name in calls if level in LEVELS}


def exporter_log() -> set[tuple[str, str]]:
    """Level and text of every call of a logger in the exporters' sources."""
    found = set()
    for module in _modules():
        for node in ast.walk(module):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS):
                continue
            text = _text(node.args[0])
            assert text, f"a log message that is no literal: {ast.unparse(node)}"
            found.add((node.func.attr.upper(), text))
    return found
