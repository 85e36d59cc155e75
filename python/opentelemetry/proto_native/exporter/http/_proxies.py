"""Which proxy a request goes through: the usual variables, read as `requests` reads them."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass, proxy_bypass_environment  # type: ignore[attr-defined]


def proxy_for(url: str) -> str:
    """The proxy that the variables name for a URL, or an empty text."""
    parts = urlsplit(url)
    if _goes_direct(parts.netloc.rpartition("@")[2], parts.hostname or ""):
        return ""
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all") or ""


def _goes_direct(host_and_port: str, host: str) -> bool:
    listed = os.environ.get("no_proxy") or os.environ.get("NO_PROXY")
    if not listed:
        # macOS and Windows have settings of their own.
        return bool(proxy_bypass(host_and_port))
    return bool(proxy_bypass_environment(host_and_port, {"no": listed})) or _is_in_a_network_of(listed, host)


def _is_in_a_network_of(listed: str, host: str) -> bool:
    """Whether the host is an address in one of the networks or addresses listed, which urllib does not know."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    for entry in listed.split(","):
        try:
            network = ipaddress.ip_network(entry.strip(), strict=False)
        except ValueError:
            continue
        if address in network:
            return True
    return False
