"""Makes wheels, libraries and project folders for the checks to look at: right ones, and any one thing wrong."""

from __future__ import annotations

import base64
import functools
import hashlib
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

RELEASE_TOOLS = "needs Python 3.11 and the dependency group `release`"
VERSION = "0.1.0"
METADATA = f"opentelemetry_proto_native-{VERSION}.dist-info"
LINUX = "cp39-abi3-manylinux_2_17_x86_64"
SOURCES = {
    "opentelemetry/proto_native/__init__.py": b"__version__ = '0.1.0'\n",
    "opentelemetry/proto_native/py.typed": b"",
}
ENTRY = '__attribute__((visibility("default"))) void *PyInit__native(void) { return 0; }\n'
DESCRIBED = "Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nDescription-Content-Type: text/markdown\n\nText\n"
HARD = ("-Wl,-z,relro", "-Wl,-z,now")


@functools.cache
def library(source: str = ENTRY, target: str = "x86_64-linux-gnu.2.17", flags: tuple[str, ...] = HARD) -> bytes:
    """A shared library, compiled by the zig that the wheels are linked with; without a C runtime, which takes long."""
    with tempfile.TemporaryDirectory() as folder:
        code, made = Path(folder) / "module.c", Path(folder) / "module.so"
        code.write_text(source, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "cc",
            "-target",
            target,
            "-shared",
            "-fPIC",
            "-s",
            "-nostdlib",
            *flags,
        ]
        subprocess.run([*command, "-o", made, code], check=True, capture_output=True, cwd=folder)
        return made.read_bytes()


def wheel(
    folder: Path,
    tag: str = LINUX,
    *,
    native: bytes | None = None,
    extension: str = "_native.abi3.so",
    extra: dict[str, bytes] | None = None,
    without: tuple[str, ...] = (),
    version: str = VERSION,
    name: str = "opentelemetry_proto_native",
) -> Path:
    """A wheel that passes every check unless told otherwise."""
    metadata = f"{name}-{version}.dist-info"
    python, abis, systems = (part.split(".") for part in tag.split("-"))
    tags = "".join(f"Tag: {python[0]}-{abi}-{system}\n" for abi in abis for system in systems)
    files = {
        **SOURCES,
        f"opentelemetry/proto_native/{extension}": library() if native is None else native,
        f"{metadata}/METADATA": DESCRIBED.format(name=name.replace("_", "-"), version=version).encode(),
        f"{metadata}/WHEEL": f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\n{tags}".encode(),
        f"{metadata}/entry_points.txt": b"[opentelemetry_traces_exporter]\nours = opentelemetry.proto_native:X\n",
        f"{metadata}/licenses/LICENSE": b"Apache-2.0\n",
        f"{metadata}/sboms/opentelemetry-proto-native.cyclonedx.json": b'{"bomFormat":"CycloneDX"}',
        **(extra or {}),
    }
    files = {path: data for path, data in files.items() if path not in without}
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{metadata}/RECORD"] = f"{record}{metadata}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, data in files.items():
            archive.writestr(zipfile.ZipInfo(inside), data)
    return path


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def project(folder: Path, *, version: str = VERSION, locked: str = VERSION, changelog: str = VERSION) -> Path:
    """The root of a project that holds what the checks read, with the package's sources as in SOURCES."""
    texts = {
        "Cargo.toml": f'[package]\nname = "opentelemetry-proto-native"\nversion = "{version}"\n',
        "Cargo.lock": f'[[package]]\nname = "opentelemetry-proto-native"\nversion = "{locked}"\n',
        "pyproject.toml": '[project]\nname = "opentelemetry-proto-native"\ndynamic = ["version"]\n',
        "CHANGELOG.md": f"# Changelog\n\n## {changelog}\n\n- All.\n",
        **{f"python/{path}": data.decode() for path, data in SOURCES.items()},
    }
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def with_executable_stack(elf: bytes) -> bytes:
    """The same 64-bit little-endian library, but its GNU_STACK header allows execution; zig's linker does not."""
    headers, size, count = struct.unpack_from("<Q", elf, 0x20)[0], *struct.unpack_from("<HH", elf, 0x36)
    changed = bytearray(elf)
    for at in range(headers, headers + size * count, size):
        kind, flags = struct.unpack_from("<II", elf, at)
        if kind == 0x6474E551:
            struct.pack_into("<I", changed, at + 4, flags | 1)
    return bytes(changed)


@functools.cache
def windows_library(source: str, exports: tuple[str, ...], needs: str = "KERNEL32.dll") -> bytes:
    """A library for 64-bit Windows that exports these names and needs that other library."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "needed.def").write_text(f"LIBRARY {needs}\nEXPORTS\n  needed_function\n", encoding="utf-8")
        (Path(folder) / "exported.def").write_text(
            "EXPORTS\n" + "".join(f"  {name}\n" for name in exports), encoding="utf-8"
        )
        calls = "extern int needed_function(void);\nint reached(void) { return needed_function(); }\n"
        entry = "int DllMainCRTStartup(void *a, unsigned b, void *c) { return reached(); }\n"
        (Path(folder) / "module.c").write_text(source + calls + entry, encoding="utf-8")
        zig = [sys.executable, "-m", "ziglang"]
        make_stub = [*zig, "dlltool", "-m", "i386:x86-64", "-d", "needed.def", "-D", needs, "-l", "libneeded.a"]
        compile_it = [*zig, "cc", "-target", "x86_64-windows-gnu", "-shared", "-nostdlib", "-o", "module.dll"]
        for command in (make_stub, [*compile_it, "module.c", "exported.def", "libneeded.a"]):
            subprocess.run(command, check=True, capture_output=True, cwd=folder)
        return (Path(folder) / "module.dll").read_bytes()
