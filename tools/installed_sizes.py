"""What an installation takes, measured, and put into the tables of docs/support.md and README.md and into RELEASING.md.

python -m tools.installed_sizes dist/NAME.whl     needs Python 3.12 and zip on this machine, and the package index
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tools.platforms import ROOT
from tools.pythons import found

SDK, OURS, REFERENCE = "opentelemetry-sdk", "opentelemetry-proto-native", "opentelemetry-exporter-otlp-proto-"

ROWS = {
    "the SDK alone": (SDK,),
    "SDK and this package": (SDK, OURS),
    "SDK and the reference encoder with protobuf": (SDK, f"{REFERENCE}common"),
    "SDK and this package with its HTTP exporter (`[http]`)": (SDK, f"{OURS}[http]"),
    "SDK and the reference's HTTP exporter": (SDK, f"{REFERENCE}http"),
    "SDK and this package with its gRPC exporter (`[grpc]`)": (SDK, f"{OURS}[grpc]"),
    "SDK and the reference's gRPC exporter": (SDK, f"{REFERENCE}grpc"),
}
"""The table of docs/support.md: what is installed for each row."""

ADDED = {
    "encoder": ("SDK and this package", "SDK and the reference encoder with protobuf"),
    "HTTP exporter": (
        "SDK and this package with its HTTP exporter (`[http]`)",
        "SDK and the reference's HTTP exporter",
    ),
    "gRPC exporter": (
        "SDK and this package with its gRPC exporter (`[grpc]`)",
        "SDK and the reference's gRPC exporter",
    ),
}
"""The table of README.md: the rows above of which the SDK alone is taken away."""


def measured(python: Path, wheels: Path, requirements: tuple[str, ...]) -> tuple[int, int, int]:
    """Bytes, bytes in a zip, and distributions of an installation of these."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary, "python"), Path(temporary, "layer.zip")
        # Found by name, as from the index: of a file that is named pip notes the path.
        options: list[str | Path] = ["--quiet", "--no-compile", "--find-links", wheels, "--target", folder]
        subprocess.run([python, "-m", "pip", "install", *options, *requirements], check=True)
        files = [path for path in folder.rglob("*") if path.is_file()]
        subprocess.run(["zip", "-qr", archive.name, folder.name], cwd=temporary, check=True)
        distributions = len(list(folder.glob("*.dist-info")))
        return sum(path.stat().st_size for path in files), archive.stat().st_size, distributions


def support_row(name: str, size: tuple[int, int, int]) -> str:
    installed, zipped, distributions = size
    return f"| {name} | {installed:,} | {zipped:,} | {distributions} |"


def readme_cells(row: str, sizes: dict[str, tuple[int, int, int]]) -> str:
    """Ours and the reference's, as the README has them: what each adds to the SDK."""
    alone, cells = sizes["the SDK alone"], []
    for name in ADDED[row]:
        count = sizes[name][2] - alone[2]
        cells.append(f"{sizes[name][0] - alone[0]:,} bytes, {count} distribution{'s' if count > 1 else ''}")
    return " | ".join(cells)


def releasing_sentence(wheel: int, installed: int, module: int) -> str:
    return f"takes {wheel:,} bytes,\ninstalled {installed:,}, of which the extension module takes {module:,}."


def main() -> None:
    [name] = sys.argv[1:]
    wheel = Path(name).resolve()
    [python] = found(("3.12",)).values()
    sizes = {row: measured(python, wheel.parent, requirements) for row, requirements in ROWS.items()}
    for row, size in sizes.items():
        _replace("docs/support.md", rf"\| {re.escape(row)} \| .*\|", support_row(row, size))
    for row in ADDED:
        _replace("README.md", rf"(?m)(?<=^)(\| {row}[^|]* \| ).*(?= \|$)", rf"\g<1>{readme_cells(row, sizes)}")
    with zipfile.ZipFile(wheel) as archive:
        [module] = [entry.file_size for entry in archive.infolist() if re.search(r"/_native\..*so$", entry.filename)]
    added = sizes["SDK and this package"][0] - sizes["the SDK alone"][0]
    _replace(
        "RELEASING.md",
        r"takes [\d,]+ bytes,\ninstalled [\d,]+, of which the extension module takes [\d,]+\.",
        releasing_sentence(wheel.stat().st_size, added, module),
    )


def _replace(page: str, pattern: str, text: str) -> None:
    path = ROOT / page
    changed, count = re.subn(pattern, text, path.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{page}: {count} places like {pattern}, one is expected")
    path.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
