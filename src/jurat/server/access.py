"""Who may ask for what: every route's decision, and the checks before a request is read."""

from __future__ import annotations

import asyncio
import logging
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jurat.cases import has_many_parts
from jurat.server.problems import MANY_VALUES, problem
from jurat.server.server_limits import ServerLimits, Serving

Access = Literal["open", "token"]
COOKIE = "jurat_token"
LOOPBACK = ("localhost", "127.0.0.1", "::1")

ACCESS: dict[str, Access] = {
    "/v1/health": "open",
    "/v1/ready": "open",
    "/v1/openapi.json": "token",
    "/v1/session": "token",
    "/v1/judges": "token",
    "/v1/judge": "token",
    "/v1/judge/batch": "token",
    "/v1/tally": "token",
    "/v1/council": "token",
    "/v1/safety": "token",
    "/v1/runs": "token",
    "/v1/estimate": "token",
    "/v1/runs/{id}": "token",
    "/v1/runs/{id}/restore": "token",
    "/v1/runs/{id}/events": "token",
    "/v1/runs/{id}/distributions": "token",
    "/v1/runs/{id}/rows": "token",
    "/v1/runs/{id}/rows/{place}": "token",
    "/v1/runs/{id}/rows/{place}/labels": "token",
    "/v1/runs/{id}/agreement": "token",
    "/v1/runs/{id}/thresholds": "token",
    "/v1/runs/{id}/export": "token",
    "/v1/compare": "token",
    "/metrics": "token",
    "/{path:path}": "open",
}
"""The decision on every route; the page itself holds nothing that is secret."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOG = logging.getLogger("jurat.server")
_SAFE = ("GET", "HEAD", "OPTIONS")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    return host in LOOPBACK or host.startswith("127.")


def host_name(given: str) -> str:
    """The name in a Host header, without its port.

    >>> host_name("localhost:8321"), host_name("[::1]:80"), host_name("a@b")
    ('localhost', '::1', '')
    """
    try:
        found = urlsplit(f"//{given}")
    except ValueError:
        return ""
    plain = found.netloc == given and "@" not in given and not found.path
    return (found.hostname or "") if plain else ""


class AccessGate:
    """Checks Host, Origin and token, bounds what is read, and sets the headers that keep a browser strict."""

    def __init__(self, app: ASGIApp, serving: Serving) -> None:
        self.app, self.token, self.limits = app, serving.token, serving.limits
        self.names = {*LOOPBACK, serving.host.lower(), *(name.lower() for name in serving.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refused = self._refusal(scope, Headers(scope=scope))
        if refused is not None:
            status, detail, field = refused
            await problem(status, detail, field=field)(scope, receive, guarded)
            return
        try:
            await self.app(scope, Bounded(scope, receive, self.limits), guarded)
        except ClientDisconnect:
            LOG.info("the client hung up")
        except Exception:
            if begun:
                raise
            LOG.exception("internal error")
            await problem(500, "internal error; see the server log")(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str | None] | None:
        """Why a request is not let through: status, words, and the header at fault."""
        host = headers.get("host", "")
        if host_name(host).lower() not in self.names:
            return 421, "is not a host name of this server; add it with --name", "Host"
        if (origin := headers.get("origin")) is not None and not self._same(origin, host):
            return 403, "requests from other sites are refused", "Origin"
        api = access_of(scope["path"]) == "token" or scope["method"] not in _SAFE
        if api and headers.get("sec-fetch-site") == "cross-site":
            return 403, "requests from other sites are refused", "Sec-Fetch-Site"
        if self.token is not None and access_of(scope["path"]) == "token" and not self._knows(headers):
            return 401, "send the token: Authorization: Bearer TOKEN", "Authorization"
        if _length(headers) > allowed_bytes(scope, self.limits):
            return 413, f"is more than {allowed_bytes(scope, self.limits):,} bytes", "Content-Length"
        return None

    def _same(self, origin: str, host: str) -> bool:
        """Whether a page of this server asks."""
        try:
            found = urlsplit(origin)
        except ValueError:
            return False
        return found.scheme in ("http", "https") and found.netloc.lower() == host.lower()

    def _knows(self, headers: Headers) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            given = cookie(headers.get("cookie", ""))
        return compare_digest(given.strip().encode("utf-8"), (self.token or "").encode("utf-8"))


def cookie(header: str) -> str:
    """The token that a browser holds for us; empty where there is none."""
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def access_of(path: str) -> Access:
    """The decision on a path: what is not said to be open needs the token."""
    if path in ACCESS:
        return ACCESS[path]
    return "token" if path.startswith(("/v1", "/metrics", "/mcp")) else "open"


def allowed_bytes(scope: Scope, limits: ServerLimits) -> int:
    """How much a request may send."""
    return limits.upload_bytes if _uploads(scope) else limits.body_bytes


def _uploads(scope: Scope) -> bool:
    return bool(scope["path"] in ("/v1/runs", "/v1/estimate") and scope["method"] == "POST")


def _length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isascii() and given.isdigit() else 0


class CountedBodies:
    """Counts the values of a body before it is parsed, for an application that parses bodies itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a body that holds too many values; hand others on whole."""
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        parts: list[bytes] = []
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        body = b"".join(parts)
        if has_many_parts(body):
            await problem(413, MANY_VALUES)(scope, receive, send)
            return
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def replayed() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, replayed, send)


class Bounded:
    """What a request sends, up to a number of bytes and within a time."""

    def __init__(self, scope: Scope, receive: Receive, limits: ServerLimits) -> None:
        self._receive, self._left = receive, allowed_bytes(scope, limits)
        self._seconds = limits.upload_seconds if _uploads(scope) else limits.body_seconds
        self._deadline: float | None = None
        self._whole = False

    async def __call__(self) -> Message:
        """The next part; after the whole body whatever comes, however late."""
        if self._whole:
            return await self._receive()
        clock = asyncio.get_running_loop().time
        self._deadline = self._deadline or clock() + self._seconds
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._deadline - clock()))
        except TimeoutError:
            raise HTTPException(408, f"sending took longer than {self._seconds:g} s") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413, "exceeds the size limit")
        self._whole = not message.get("more_body", False)
        return message
