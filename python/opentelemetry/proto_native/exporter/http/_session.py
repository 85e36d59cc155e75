"""A user's `requests.Session` in place of our own connections; `requests` is never imported unless one is used."""

from __future__ import annotations

from typing import Any

from opentelemetry.proto_native.exporter._signal import Signal
from opentelemetry.proto_native.exporter._tls import TlsFiles, provided_credentials, require_type


def provided_session(signal: Signal) -> Any:
    """The session that the credential provider variable asks for, if it does."""
    provided = provided_credentials(signal, "HTTP")
    if provided is None:
        return None
    import requests

    return require_type(*provided, requests.Session)


class SessionPool:
    """Sends through the session; TLS files that arguments or environment name are set on it, as the reference does."""

    def __init__(self, session: Any, files: TlsFiles) -> None:
        self._session = session
        if files.authority:
            session.verify = files.authority
        if files.client_certificate:
            key = files.client_key
            session.cert = (files.client_certificate, key) if key else files.client_certificate

    def post(self, url: str, body: bytes, headers: dict[str, str], timeout: float | None) -> Any:
        """One request; the answer's body is still to be read."""
        return self._session.request(
            "POST", url, data=body, headers=headers, timeout=timeout, allow_redirects=False, stream=True
        )

    @staticmethod
    def body_of(response: Any) -> Any:
        """The urllib3 response behind what `post` returned."""
        return response.raw

    def close(self) -> None:
        """Closes the session's connections."""
        self._session.close()

    def renew(self) -> None:
        """Gives every adapter connections of its own, by the way in which `requests` restores pickled ones."""
        for adapter in self._session.adapters.values():
            if hasattr(adapter, "__setstate__"):
                adapter.__setstate__(adapter.__getstate__())
