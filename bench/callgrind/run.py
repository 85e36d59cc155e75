"""Starts the worker under callgrind and reads what it left."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.compiled import HERE, NotAvailable, compiled

# Collisions in CPython's tables of keys move the counts by up to 15 %: the seed of the hashes is fixed. Its cache of
# type attributes goes by address, which does the same to single processes: hence the layouts.
LAYOUTS = 3
ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"}

LABEL = re.compile(r"^desc: Trigger: Client Request: (.*)$", re.MULTILINE)
TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Count:
    """The instructions of one call, and callgrind's file about it."""

    instructions: int
    text: str = field(repr=False)


def count(
    contender: str, signal: str, shapes: Sequence[str], size: int, layouts: int = LAYOUTS, module: Path | None = None
) -> dict[str, Count]:
    """One call by label (`minimal warm`, `minimal fresh`): the fewest instructions among some layouts of the heap."""
    best: dict[str, Count] = {}
    for layout in range(layouts):
        for label, counted in _one_process(contender, signal, shapes, size, layout, module).items():
            if label not in best or counted.instructions < best[label].instructions:
                best[label] = counted
    return best


def _one_process(
    contender: str, signal: str, shapes: Sequence[str], size: int, layout: int, module: Path | None
) -> dict[str, Count]:
    if shutil.which("valgrind") is None:
        raise NotAvailable("no valgrind")
    compiled(HERE / "callgrind" / "counted.c")
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "PYTHONPATH")}
    with tempfile.TemporaryDirectory() as name:
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={name}/out"]
        command += [sys.executable, "-m", "bench.callgrind.worker", contender, signal, ",".join(shapes), str(size)]
        command += ["--layout", str(layout)]
        command += ["--module", str(module.resolve())] if module else []
        done = subprocess.run(command, cwd=HERE.parent, env={**kept, **ENVIRONMENT}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"the worker failed:\n{done.stderr[-3000:]}")
        paths = sorted(Path(name).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        return dict(filter(None, (read(path.read_text(errors="replace")) for path in paths)))


def read(text: str) -> tuple[str, Count] | None:
    """Label and count of a file of callgrind; None where it is that of the end of the process."""
    label, total = LABEL.search(text), TOTAL.search(text)
    return (label[1], Count(int(total[1]), text)) if label and total else None


def profile(count: Count, lines: int = 40) -> str:
    """The functions in which a counted call spent its instructions, the heaviest first."""
    with tempfile.NamedTemporaryFile("w", suffix=".out") as file:
        file.write(count.text)
        file.flush()
        command = ["callgrind_annotate", "--auto=no", file.name]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    listing = text[text.index("file:function") :].splitlines()[2 : 2 + lines]
    # Paths of source files say little and take much room.
    return "\n".join(re.sub(r"(\S*/)?([^/\s]+:)", r"\2", line, count=1) for line in listing)
