"""Rate control of calls: concurrency limit and retry waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Time limits and attempts of a call; all times in seconds."""

    deadline: float = 180.0
    timeout: float = 90.0
    max_attempts: int = 6
    first_wait: float = 0.5
    max_wait: float = 30.0

    def wait(self, tried: int, random: Random) -> float:
        """Return the wait after a number of attempts: exponential, with jitter seeded by the request.

        >>> RetryPolicy().wait(3, Random("key")) == RetryPolicy().wait(3, Random("key"))
        True
        >>> 1.0 <= RetryPolicy().wait(3, Random("other")) <= 2.0
        True
        """
        full = min(self.max_wait, self.first_wait * 2.0 ** min(tried - 1, 30))
        return full * random.uniform(0.5, 1.0)


class AdaptiveLimiter:
    """Limits concurrent calls: one more after each successful round, half when rate-limited.

    >>> limiter = AdaptiveLimiter(start=8, most=32)
    >>> limiter.slow_down(limiter.round)
    >>> limiter.limit
    4.0
    """

    def __init__(self, start: int = 4, most: int = 32) -> None:
        self.limit = float(min(start, most))
        self.most = float(most)
        self.round = 0
        self._running = 0
        self._resume_at = 0.0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[int]:
        """Wait for a free slot; yield the round in which the call began."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._running < int(self.limit))
            self._running += 1
        try:
            await asyncio.sleep(max(0.0, self._resume_at - asyncio.get_running_loop().time()))
            yield self.round
        finally:
            self._running -= 1
            async with self._changed:
                self._changed.notify_all()

    def succeeded(self) -> None:
        """Count a success: a whole round of them adds one slot."""
        self.limit = min(self.most, self.limit + 1 / self.limit)

    def slow_down(self, began: int, pause: float = 0.0) -> None:
        """Halve the limit, once per round, and pause all calls.

        >>> limiter = AdaptiveLimiter(start=8)
        >>> began = limiter.round
        >>> limiter.slow_down(began); limiter.slow_down(began)
        >>> limiter.limit
        4.0
        """
        if began == self.round:
            self.limit = max(1.0, self.limit / 2)
            self.round += 1
        if pause > 0:
            resume = asyncio.get_running_loop().time() + pause
            self._resume_at = max(self._resume_at, resume)
