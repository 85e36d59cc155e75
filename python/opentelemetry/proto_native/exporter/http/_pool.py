"""Connections of our own: a urllib3 pool with TLS and proxies set up as people know it from `requests`."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import urllib3
from opentelemetry.proto_native.exporter._tls import TlsFiles

from ._connection import POOLS
from ._endpoint import without_credentials
from ._proxies import proxy_for
from ._tls_context import Stamp, stamp_of, tls_context

# Simple processors export from whatever threads end spans; beyond this many at once connections are not kept.
KEPT_CONNECTIONS = 10


class Pool:
    """Opened at the first request, so that files are read when they are used and a fork before it costs nothing."""

    def __init__(self, url: str, files: TlsFiles) -> None:
        self._url = url
        self._files = files
        self._open: tuple[urllib3.PoolManager, Stamp] | None = None

    def post(self, url: str, body: bytes, headers: dict[str, str], timeout: float | None) -> Any:
        """One request; the answer's body is still to be read."""
        return self._current().urlopen(
            "POST",
            url,
            body=body,
            headers=headers,
            timeout=urllib3.Timeout(total=timeout),
            retries=False,
            redirect=False,
            preload_content=False,
            decode_content=False,
        )

    def _current(self) -> urllib3.PoolManager:
        """The open pool, or a new one where TLS files have been renewed since it was opened."""
        stamp = stamp_of(self._files)
        before = self._open
        if before is not None and before[1] == stamp:
            return before[0]
        try:
            pool = opened_pool(self._url, self._files)
        except (OSError, ValueError):
            if before is None:
                raise
            # The files are just being written, or are gone: what was read before serves until they are whole.
            return before[0]
        self._open = pool, stamp
        if before is not None:
            before[0].clear()
        return pool

    @staticmethod
    def body_of(response: Any) -> Any:
        """The urllib3 response behind what `post` returned."""
        return response

    def close(self) -> None:
        """Closes the idle connections."""
        before, self._open = self._open, None
        if before is not None:
            before[0].clear()

    def renew(self) -> None:
        """Lets go of the parent's connections; they are not shut down, since the parent uses them."""
        self._open = None


def opened_pool(url: str, files: TlsFiles) -> urllib3.PoolManager:
    """A pool for requests to that URL, through a proxy where the environment names one for it."""
    scheme = urlsplit(url).scheme
    if scheme not in {"http", "https"}:
        raise ValueError("the endpoint must begin with http:// or https://")
    options: dict[str, Any] = {"maxsize": KEPT_CONNECTIONS}
    if scheme == "https":
        options["ssl_context"] = tls_context(files)
    proxy = proxy_for(url)
    if proxy.startswith("socks"):
        from urllib3.contrib.socks import SOCKSProxyManager

        return SOCKSProxyManager(proxy, **options)
    pool = _through_proxy(proxy, options) if proxy else urllib3.PoolManager(**options)
    pool.pool_classes_by_scheme = POOLS
    return pool


def _through_proxy(proxy: str, options: dict[str, Any]) -> urllib3.ProxyManager:
    proxy, credentials = without_credentials(proxy if "://" in proxy else f"http://{proxy}")
    if credentials:
        options["proxy_headers"] = urllib3.make_headers(proxy_basic_auth=credentials)
    return urllib3.ProxyManager(proxy, **options)
