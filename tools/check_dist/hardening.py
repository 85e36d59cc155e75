"""hardening: no executable stack, relocations read-only and bound at once, only the module's entry point exported"""

from __future__ import annotations

import re
from collections.abc import Iterator

import lief

from tools.check_dist.artifacts import NotHere, Release

ENTRY_POINTS = re.compile(r"_?(PyInit|PyModExport)__native")
# What a linker adds to each Mach-O library by itself.
LINKER_MADE = frozenset({"__mh_dylib_header", "__mh_bundle_header", "___dso_handle"})


def problems(release: Release) -> Iterator[str]:
    libraries = [(wheel, name, data) for wheel in release.wheels for name, data in wheel.native.items()]
    libraries = [each for each in libraries if not each[0].runs_on("pyemscripten")]
    if not libraries:
        raise NotHere("no wheel with a library for a processor")
    for wheel, name, data in libraries:
        library = lief.parse(data)
        if library is None:
            yield f"{wheel.name}: {name} is no library"
            continue
        found = _elf(library) if isinstance(library, lief.ELF.Binary) else ()
        yield from (f"{wheel.name}: {name} {problem}" for problem in [*found, *_exports(library)])


def _elf(library: lief.ELF.Binary) -> Iterator[str]:
    segments = {segment.type: segment for segment in library.segments}
    stack = segments.get(lief.ELF.Segment.TYPE.GNU_STACK)
    if stack is None or lief.ELF.Segment.FLAGS.X in stack.flags:
        yield "asks for an executable stack"
    if lief.ELF.Segment.TYPE.GNU_RELRO not in segments:
        yield "has no read-only relocations (RELRO)"
    entries = {entry.tag: entry for entry in library.dynamic_entries}
    lazily = lief.ELF.DynamicEntry.TAG
    now = [
        lazily.FLAGS in entries and lief.ELF.DynamicEntryFlags.FLAG.BIND_NOW in entries[lazily.FLAGS].flags,
        lazily.FLAGS_1 in entries and lief.ELF.DynamicEntryFlags.FLAG.NOW in entries[lazily.FLAGS_1].flags,
    ]
    if not any(now):
        yield "binds its symbols late (no BIND_NOW)"


def _exports(library: lief.Binary) -> Iterator[str]:
    symbols = library.exported_symbols if hasattr(library, "exported_symbols") else library.exported_functions
    exported = {symbol.name for symbol in symbols} - LINKER_MADE
    for name in sorted(name for name in exported if not ENTRY_POINTS.fullmatch(name)):
        yield f"exports {name}"
    if not any(ENTRY_POINTS.fullmatch(name) for name in exported):
        yield "exports no entry point of the module _native"
