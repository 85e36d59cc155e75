"""Connections of our own: a urllib3 pool with TLS and proxies set up as people know it from `requests`."""

from __future__ import annotations

import os
import ssl
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3
from opentelemetry.proto_native.exporter._tls import TlsFiles
from urllib3.util.ssl_ import create_urllib3_context

from ._endpoint import without_credentials

# Simple processors export from whatever threads end spans; beyond this many at once connections are not kept.
KEPT_CONNECTIONS = 10


class Pool:
    """Opened at the first request, so that files are read when they are used and a fork before it costs nothing."""

    def __init__(self, url: str, files: TlsFiles) -> None:
        self._url = url
        self._files = files
        self._pool: urllib3.PoolManager | None = None

    def post(self, url: str, body: bytes, headers: dict[str, str], timeout: float | None) -> Any:
        """One request; the answer's body is still to be read."""
        pool = self._pool
        if pool is None:
            pool = self._pool = opened_pool(self._url, self._files)
        return pool.urlopen(
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

    @staticmethod
    def body_of(response: Any) -> Any:
        """The urllib3 response behind what `post` returned."""
        return response

    def close(self) -> None:
        """Closes the idle connections."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.clear()

    def renew(self) -> None:
        """Lets go of the parent's connections; they are not shut down, since the parent uses them."""
        self._pool = None


def opened_pool(url: str, files: TlsFiles) -> urllib3.PoolManager:
    """A pool for requests to that URL, through a proxy where the environment names one for it."""
    options: dict[str, Any] = {"maxsize": KEPT_CONNECTIONS}
    scheme = urlsplit(url).scheme
    if scheme not in {"http", "https"}:
        raise ValueError("the endpoint must begin with http:// or https://")
    if scheme == "https":
        options["ssl_context"] = tls_context(files)
    proxy = proxy_for(url)
    if not proxy:
        return urllib3.PoolManager(**options)
    if proxy.startswith("socks"):
        from urllib3.contrib.socks import SOCKSProxyManager

        return SOCKSProxyManager(proxy, **options)
    proxy, credentials = without_credentials(proxy if "://" in proxy else f"http://{proxy}")
    if credentials:
        options["proxy_headers"] = urllib3.make_headers(proxy_basic_auth=credentials)
    return urllib3.ProxyManager(proxy, **options)


def proxy_for(url: str) -> str:
    """The proxy that the usual variables name for a URL, or an empty text."""
    parts = urlsplit(url)
    proxies = getproxies()
    if proxy_bypass(parts.netloc.rpartition("@")[2]):
        return ""
    return proxies.get(parts.scheme) or proxies.get("all") or ""


def tls_context(files: TlsFiles) -> ssl.SSLContext:
    """Trusts the given authority alone, else that of `requests`' variables, else the system's and certifi's."""
    context = create_urllib3_context()
    authority = files.authority or os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    if authority:
        _trust(context, authority)
    else:
        context.load_default_certs()
        bundle = _certifi_bundle()
        if bundle:
            _trust(context, bundle)
    if files.client_certificate:
        context.load_cert_chain(files.client_certificate, files.client_key)
    return context


def _trust(context: ssl.SSLContext, authority: str) -> None:
    if os.path.isdir(authority):
        context.load_verify_locations(capath=authority)
    else:
        context.load_verify_locations(cafile=authority)


def _certifi_bundle() -> str:
    # Slim containers have no authorities of their own; where the reference was installed, certifi is.
    try:
        import certifi
    except ImportError:
        return ""
    return str(certifi.where())
