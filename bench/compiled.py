"""Small C extensions of this package, compiled when they are first needed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
BUILT = HERE.parent / "target" / "bench"


class NotAvailable(Exception):
    """What is missing on this machine, in words for the report."""


def load(path: Path, name: str) -> ModuleType:
    """The extension module in the file `path`, known as `name` from now on."""
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NotAvailable(f"{path} is not an extension module")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def compiled(source: Path) -> ModuleType:
    """The module that the C file `source` defines; it bears the name of the file."""
    return load(_build(source), source.stem)


def _build(source: Path) -> Path:
    compiler = shutil.which("cc")
    include = Path(sysconfig.get_path("include"))
    if compiler is None:
        raise NotAvailable("no C compiler (cc)")
    if not (include / "Python.h").exists():
        raise NotAvailable("no Python.h")
    sources = [path.read_bytes() for path in sorted(source.parent.glob("*.[ch]"))]
    version = sha256(b"".join(sources) + sys.version.encode()).hexdigest()[:12]
    target = BUILT / f"{source.stem}.{version}.so"
    if not target.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".partial")
        command = [compiler, "-O2", "-shared", "-fPIC", f"-I{include}", str(source), "-o", str(partial), "-ldl"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise NotAvailable(f"cc cannot compile {source.name}: {done.stderr.strip().splitlines()[0]}")
        partial.replace(target)
    return target
