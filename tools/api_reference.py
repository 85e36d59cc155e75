"""docs/api.md: the public names, and what their docstrings say. Needs the built package with both transports.

python -m tools.api_reference write      put the reference into docs/api.md, between its marks
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"
BEGIN = "<!-- api: made by `python -m tools.api_reference write` -->"
END = "<!-- api end -->"
PACKAGE = "opentelemetry.proto_native"
MODULES = (
    PACKAGE,
    f"{PACKAGE}.exporter.http",
    f"{PACKAGE}.exporter.grpc",
    f"{PACKAGE}.exporter.http.declared",
    f"{PACKAGE}.exporter.grpc.declared",
)
NATIVE = "src/lib.rs"
WIDTH = 100
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Example):$")


def names() -> list[str]:
    """Every public name with its module, in the order of the page."""
    return [f"{module}.{name}" for module, name in _places()]


def _places() -> Iterator[tuple[str, str]]:
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            yield module, name


def reference() -> str:
    """What stands between the marks: the list of names, then a chapter a module."""
    parts = ["## Names"]
    for module in MODULES:
        public = importlib.import_module(module).__all__
        parts.append(f"`{module}`")
        parts.append("\n".join(f"- [`{name}`](#{anchor(module, name)})" for name in public))
    for module in MODULES:
        parts += _chapter(importlib.import_module(module))
    return "\n\n".join(part for part in parts if part)


def anchor(module: str, name: str) -> str:
    """Where GitHub takes a link to the entry: the heading in lower case without its dots."""
    return f"{_short(module)}.{name}".strip(".").replace(".", "").lower()


def _short(module: str) -> str:
    return module.removeprefix(PACKAGE).removeprefix(".")


def _chapter(module: ModuleType) -> Iterator[str]:
    yield f"## Module `{module.__name__}`"
    yield markdown(inspect.getdoc(module) or "")
    for name in module.__all__:
        yield f"### {f'{_short(module.__name__)}.{name}'.strip('.')}"
        yield from _entry(name, getattr(module, name))


def _entry(name: str, found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield "The version of the package, a `str`."
        yield f"Source: [`{NATIVE}`](../{NATIVE})"
    elif inspect.isclass(found):
        yield from _class(name, found)
    else:
        yield _code(_signature(name, _stub(name)))
        yield markdown(inspect.getdoc(found) or "")
        yield f"Source: [`{NATIVE}`](../{NATIVE})"


def _class(name: str, found: type) -> Iterator[str]:
    if issubclass(found, enum.Enum):
        yield _code(f"class {name}(enum.Enum)")
        yield markdown(inspect.getdoc(found) or "")
        yield "\n".join(f"- `{member.name}`: `{member.value!r}`" for member in found)
    else:
        yield _code(_signature(f"class {name}", _parsed(found.__init__)))
        yield markdown(inspect.getdoc(found) or "")
        yield _own_doc(found.__init__)
        yield from _methods(found)
    path = Path(inspect.getsourcefile(found) or "").resolve().as_posix()
    source = "python/opentelemetry/" + path.rpartition("/opentelemetry/")[2]
    yield f"Source: [`{source}`](../{source})"


def _methods(found: type) -> Iterator[str]:
    public = {getattr(importlib.import_module(module), name): (module, name) for module, name in _places()}
    base = next((public[each] for each in found.__mro__[1:] if each in public), None)
    if base:
        yield f"The methods are those of [`{'.'.join(base)}`](#{anchor(*base)})."
        return
    for method, function in inspect.getmembers(found, inspect.isfunction):
        if not method.startswith("_") and _is_ours(function):
            yield f"**{method}**"
            yield _code(_signature(method, _parsed(function)))
            yield _own_doc(function)


def _own_doc(function: Any) -> str:
    return markdown(inspect.cleandoc(function.__doc__ or ""))


def _is_ours(function: Any) -> bool:
    return str(function.__module__).startswith(PACKAGE)


def _parsed(function: Any) -> ast.FunctionDef:
    [node] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    return node


def _stub(name: str) -> ast.FunctionDef:
    stub = ROOT / "python" / "opentelemetry" / "proto_native" / "_native.pyi"
    defined = ast.parse(stub.read_text(encoding="utf-8")).body
    [node] = [each for each in defined if isinstance(each, ast.FunctionDef) and each.name == name]
    return node


def _signature(name: str, node: ast.FunctionDef) -> str:
    arguments = node.args
    arguments.args = [each for each in arguments.args if each.arg != "self"]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    listed = list(_arguments(arguments))
    line = f"{name}({', '.join(listed)}){returns}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in listed) + f"){returns}"


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    yield from map(_argument, arguments.args, defaults)
    if arguments.kwonlyargs:
        yield "*"
    yield from map(_argument, arguments.kwonlyargs, arguments.kw_defaults)
    if arguments.kwarg:
        yield f"**{ast.unparse(arguments.kwarg)}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")


def _code(text: str) -> str:
    return f"```text\n{text}\n```"


def markdown(docstring: str) -> str:
    """A docstring with its sections as lists, and its example as a block."""
    parts: list[str] = []
    section, body = "", list[str]()
    for line in [*docstring.replace("``", "`").splitlines(), "End:"]:
        found = SECTION.match(line)
        if not found and line != "End:":
            body.append(line)
            continue
        parts.append(_section(section, "\n".join(body)))
        section, body = found.group(1) if found else "", []
    return "\n\n".join(part for part in parts if part)


def _section(title: str, body: str) -> str:
    body = textwrap.dedent(body).strip("\n")
    if not title:
        return body
    if title == "Example":
        return f"Example:\n\n```pycon\n{body}\n```"
    if title == "Returns":
        return f"Returns: {body}"
    items = [re.sub(r"\s*\n\s+", " ", item) for item in re.split(r"\n(?=\S)", body)]
    return f"{title}:\n\n" + "\n".join(f"- `{item.partition(':')[0]}`:{item.partition(':')[2]}" for item in items)


def with_reference(text: str) -> str:
    """The page's text with the present reference between its marks; ValueError where the marks are missing."""
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"no {BEGIN} ... {END} on the page")
    return f"{before}{BEGIN}\n\n{reference()}\n\n{END}{after}"


def main(arguments: list[str]) -> int:
    if arguments != ["write"]:
        print(__doc__, file=sys.stderr)
        return 2
    PAGE.write_text(with_reference(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
