"""The HTTP client of a model's endpoint: no other host is followed, no reply grows without bound."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from jurat.cases import has_many_parts
from jurat.llm.model_errors import AccessError, UnavailableError

MAX_REPLY_BYTES: Final = 4 * 2**20
"""A reply of a few thousand tokens takes some ten kilobytes."""
MAX_REPLY_PARTS: Final = 150_000
"""The SDK makes an object of each; a thousand tokens with ten alternatives each have about so many."""
_PORTS: Final = {"http": 80, "https": 443}
_REDIRECTS: Final = range(300, 400)


def bounded_client() -> Any:
    """Return the SDK's own HTTP client with every response checked before its body is read."""
    from openai import DefaultAsyncHttpxClient

    # A compressed reply could unpack to a thousand times its size, and unpacking does not heed a deadline.
    headers = {"Accept-Encoding": "identity"}
    return DefaultAsyncHttpxClient(headers=headers, timeout=None, event_hooks={"response": [check_response]})


async def check_response(response: Any) -> None:
    """Refuse a redirect to another host and a compressed body; bound the body of the rest."""
    location = response.headers.get("location", "")
    if response.status_code in _REDIRECTS and location and not stays(str(response.url), location):
        await response.aclose()
        raise AccessError(
            f"the endpoint redirects to another host ({location[:200]!r}), where nothing was sent; "
            "name that address as the model's if it is meant"
        )
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        await response.aclose()
        raise UnavailableError(f"the endpoint sent a compressed reply ({coding[:20]}) that was not asked for")
    response.stream = _bounded_stream()(response.stream)


def stays(url: str, location: str) -> bool:
    """Check whether a redirect stays with its host; plain HTTP may turn to HTTPS, never back.

    >>> [stays("http://a.example/v1", to) for to in ("/v2", "https://a.example/v1", "http://A.example:80/")]
    [True, True, True]
    >>> [stays("https://a.example/v1", to) for to in ("//b.example/", "http://a.example/", "//a.example:81")]
    [False, False, False]
    """
    try:
        old, new = urlsplit(url), urlsplit(urljoin(url, location))
        ports = old.port or _PORTS.get(old.scheme), new.port or _PORTS.get(new.scheme)
    except ValueError:
        return False
    if (old.hostname or "").lower() != (new.hostname or "").lower():
        return False
    if (old.scheme, new.scheme) == ("http", "https"):
        return ports[1] == _PORTS["https"]
    return old.scheme == new.scheme and ports[0] == ports[1]


def _library() -> ModuleType:
    """The HTTP library that the SDK is built on, under whichever name."""
    from openai import DefaultAsyncHttpxClient

    client = next(base for base in DefaultAsyncHttpxClient.__mro__ if base.__name__ == "AsyncClient")
    return import_module(client.__module__.partition(".")[0])


@cache
def _bounded_stream() -> type[Any]:
    """The class of a body that ends with an error once it is too long, or if it holds too many values."""
    base: Any = _library().AsyncByteStream

    class BoundedStream(base):  # type: ignore[misc]
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            body = bytearray()
            async for piece in self._stream:
                body += piece
                if len(body) > MAX_REPLY_BYTES:
                    raise UnavailableError(f"the endpoint's reply is longer than {MAX_REPLY_BYTES:,} bytes")
            if has_many_parts(bytes(body), MAX_REPLY_PARTS):
                raise UnavailableError(f"the endpoint's reply holds more than {MAX_REPLY_PARTS:,} values")
            yield bytes(body)

        async def aclose(self) -> None:
            await self._stream.aclose()

    return BoundedStream
