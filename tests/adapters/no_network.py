"""A pytest plugin: what connects to another machine, or looks one up, is an error."""

from __future__ import annotations

import sys
from typing import Any

LOOPBACK = ("localhost", "::1", "")


def watch(event: str, args: tuple[Any, ...]) -> None:
    """Refuse addresses that are not on loopback."""
    if event not in ("socket.connect", "socket.getaddrinfo"):
        return
    address = args[0] if event == "socket.getaddrinfo" else args[1]
    host = address[0] if isinstance(address, tuple) else address
    host = host.decode() if isinstance(host, bytes) else str(host or "")
    if host in LOOPBACK or host.startswith(("127.", "/")):
        return
    raise PermissionError(f"a test tried to reach {host}")


sys.addaudithook(watch)
