"""Counts for Prometheus, in its text format."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(slots=True)
class RequestCounts:
    """How many requests of each route came out how, and how long they took."""

    requests: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[int]] = field(default_factory=dict)
    total: Counter[str] = field(default_factory=Counter)

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[method, route, status] += 1
        bins = self.seconds.setdefault(route, [0] * (len(BOUNDS) + 1))
        bins[bisect_left(BOUNDS, seconds)] += 1
        self.total[route] += seconds  # type: ignore[assignment]

    def text(self, gauges: Mapping[str, float]) -> str:
        """All counts, and some figures of this moment."""
        return "\n".join([*self._requests(), *self._seconds(), *_gauges(gauges), ""])

    def _requests(self) -> Iterator[str]:
        yield "# TYPE jurat_requests_total counter"
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'jurat_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'

    def _seconds(self) -> Iterator[str]:
        yield "# TYPE jurat_request_seconds histogram"
        for route, bins in sorted(self.seconds.items()):
            seen = 0
            for bound, count in zip((*BOUNDS, "+Inf"), bins, strict=True):
                seen += count
                yield f'jurat_request_seconds_bucket{{route="{route}",le="{bound}"}} {seen}'
            yield f'jurat_request_seconds_sum{{route="{route}"}} {self.total[route]:.6f}'
            yield f'jurat_request_seconds_count{{route="{route}"}} {seen}'


def _gauges(gauges: Mapping[str, float]) -> Iterator[str]:
    for name, value in gauges.items():
        yield f"# TYPE jurat_{name} gauge"
        yield f"jurat_{name} {value:g}"


class CountRequests:
    """Counts every request by its route, never by its path, so that nobody can make counts without end."""

    def __init__(self, app: ASGIApp, meters: RequestCounts) -> None:
        self.app, self.meters = app, meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and count how it came out."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self.meters.add(method, route, status, time.perf_counter() - start)


_METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH")
