"""HTTP: certificate files that are renewed while the process runs, and keys that can't be used."""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization

from tests.exporters.certificates import Certificates
from tests.exporters.free_port import free_port
from tests.exporters.http_server import HttpServer
from tests.exporters.log_records import said
from tests.exporters.telemetry import spans


def _demanding(certificates: Certificates) -> ssl.SSLContext:
    """A server's context that only knows clients with a certificate of this authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.server, certificates.server_key)
    context.load_verify_locations(certificates.authority)
    context.verify_mode = ssl.CERT_REQUIRED
    return context


def _files(certificates: Certificates) -> dict[str, str]:
    return {
        "certificate_file": str(certificates.authority),
        "client_certificate_file": str(certificates.client),
        "client_key_file": str(certificates.client_key),
    }


def _made(tmp_path: Path, name: str) -> Certificates:
    (tmp_path / name).mkdir()
    return Certificates(tmp_path / name)


def _renew(present: Certificates, following: Certificates) -> None:
    """Puts the following files in the place of the present ones, each at once, as their managers do."""
    for name in ("authority", "client", "client_key"):
        os.replace(getattr(following, name), getattr(present, name))


def test_renewed_files_are_used_from_the_next_export_on(tmp_path: Path, make_exporter: Any) -> None:
    present, following = _made(tmp_path, "present"), _made(tmp_path, "following")
    port = free_port()
    after = _demanding(following)
    with HttpServer(context=_demanding(present), port=port) as server:
        exporter = make_exporter("http", "traces", server.url, timeout=3, **_files(present))
        assert exporter.export(spans()).name == "SUCCESS"
    _renew(present, following)
    with HttpServer(context=after, port=port) as server:
        assert exporter.export(spans()).name == "SUCCESS"
        assert exporter.export(spans()).name == "SUCCESS"
    assert len(server.received) == 2
    assert len({received.peer for received in server.received}) == 1, "the new connection is kept"


def test_files_that_are_just_being_written_leave_the_ones_before_in_use(tmp_path: Path, make_exporter: Any) -> None:
    certificates = _made(tmp_path, "present")
    with HttpServer(context=_demanding(certificates)) as server:
        exporter = make_exporter("http", "traces", server.url, timeout=3, **_files(certificates))
        assert exporter.export(spans()).name == "SUCCESS"
        certificates.client.write_bytes(certificates.client.read_bytes()[:100])
        assert exporter.export(spans()).name == "SUCCESS"
        certificates.client_key.unlink()
        assert exporter.export(spans()).name == "SUCCESS"
    assert len(server.received) == 3


@pytest.mark.parametrize("together", [False, True], ids=["key in a file of its own", "key in the certificate's file"])
def test_an_encrypted_key_fails_the_export_and_asks_nobody(together: bool, tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    key = serialization.load_pem_private_key(certificates.client_key.read_bytes(), None)
    encrypted = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    files = _files(certificates)
    if together:
        certificates.client.write_bytes(certificates.client.read_bytes() + encrypted)
        del files["client_key_file"]
    else:
        certificates.client_key.write_bytes(encrypted)
    program = (
        "from opentelemetry.proto_native.exporter.http import OTLPSpanExporter\n"
        "from tests.exporters.telemetry import spans\n"
        f"print(OTLPSpanExporter('https://127.0.0.1:1', timeout=2, **{files!r}).export(spans()).name)\n"
    )
    # What would be asked for goes to the standard input, which stays open and silent.
    reading, writing = os.pipe()
    try:
        ended = subprocess.run(
            [sys.executable, "-c", program],
            stdin=reading,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            start_new_session=True,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert ended.stdout == "FAILURE\n"
    assert "is encrypted" in ended.stderr


def test_a_missing_key_of_an_encrypted_connection_is_named_in_the_log(
    tmp_path: Path, make_exporter: Any, caplog: pytest.LogCaptureFixture
) -> None:
    files = {**_files(Certificates(tmp_path)), "client_key_file": str(tmp_path / "missing.pem")}
    assert make_exporter("http", "traces", "https://127.0.0.1:1/", **files).export(spans()).name == "FAILURE"
    assert "FileNotFoundError" in said(caplog)[-1][1]
