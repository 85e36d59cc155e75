"""Makes of the wheel that maturin built the wheel that is published: `python tools/finish_wheel.py WHEEL FOLDER`.

- The bill of materials loses the folder of the build (maturin writes it in as the crate's address), its indentation,
  and the components that it calls excluded itself: what only the build script uses, nothing of which is in the wheel.
- A wheel of `abi3.abi3t` is tagged `abi3t` alone: otherwise pip prefers it on a CPython 3.15 with the GIL over the
  `cp39-abi3` wheel, and it is the slower one there.
- The archive holds no time and no order but the names', so that equal contents are equal files.

Runs in cibuildwheel's build environments: any Python from 3.9, standard library only.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

BUILD_FOLDER = re.compile(r"path\+file://[^#\"]*")
NEUTRAL_FOLDER = "path+file:///src"
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


def finish(wheel: Path, folder: Path) -> Path:
    """Writes the finished wheel into `folder` and says where."""
    with zipfile.ZipFile(wheel) as archive:
        contents = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
    name = wheel.name.replace("-abi3.abi3t-", "-abi3t-")
    metadata = next(each.rpartition("/")[0] for each in contents if each.endswith(".dist-info/WHEEL"))
    for each in contents:
        if each.startswith(f"{metadata}/sboms/"):
            contents[each] = _bill(contents[each])
    if name != wheel.name:
        lines = contents[f"{metadata}/WHEEL"].decode().splitlines(keepends=True)
        kept = [line for line in lines if not re.match(r"Tag: [^-]*-abi3-", line)]
        contents[f"{metadata}/WHEEL"] = "".join(kept).encode()
    contents[f"{metadata}/RECORD"] = _record(contents, f"{metadata}/RECORD")
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / name, contents, last=f"{metadata}/RECORD")
    return folder / name


def _bill(raw: bytes) -> bytes:
    bill = json.loads(BUILD_FOLDER.sub(NEUTRAL_FOLDER, raw.decode("utf-8")))
    components = bill.get("components", [])
    excluded = {each["bom-ref"] for each in components if each.get("scope") == "excluded"}
    if excluded:
        bill["components"] = [each for each in components if each["bom-ref"] not in excluded]
        bill["dependencies"] = [
            {**each, "dependsOn": [on for on in each.get("dependsOn", []) if on not in excluded]}
            for each in bill.get("dependencies", [])
            if each["ref"] not in excluded
        ]
    return json.dumps(bill, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _record(contents: dict[str, bytes], own: str) -> bytes:
    lines = []
    for name in sorted(set(contents) - {own}):
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents[name]).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(contents[name])}\n")
    return "".join([*lines, f"{own},,\n"]).encode()


def _write(path: Path, contents: dict[str, bytes], last: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in [*sorted(set(contents) - {last}), last]:
            info = zipfile.ZipInfo(name, ZIP_EPOCH)
            info.create_system = 3  # Unix, also where Windows writes it: else the permissions are lost
            info.compress_type = zipfile.ZIP_DEFLATED
            executable = name.endswith((".so", ".pyd"))
            info.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(info, contents[name], compresslevel=9)


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    print(finish(Path(arguments[0]), Path(arguments[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
