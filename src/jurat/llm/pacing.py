"""How many calls at once, and how long to wait before trying again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a call may take and how often it is tried; all times in seconds."""

    deadline: float = 180.0
    timeout: float = 90.0
    tries: int = 6
    first_wait: float = 0.5
    longest_wait: float = 30.0

    def wait(self, tried: int, random: Random) -> float:
        """How long to wait after so many tries: doubling, with jitter from the request's own source.

        >>> Patience().wait(3, Random("key")) == Patience().wait(3, Random("key"))
        True
        >>> 1.0 <= Patience().wait(3, Random("other")) <= 2.0
        True
        """
        full = min(self.longest_wait, self.first_wait * 2.0 ** min(tried - 1, 30))
        return full * random.uniform(0.5, 1.0)


class Pace:
    """How many calls may run at once: one more for every round that goes well, half when told to slow down.

    >>> pace = Pace(start=8, most=32)
    >>> pace.slow_down(pace.round)
    >>> pace.limit
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
    async def turn(self) -> AsyncIterator[int]:
        """Wait for a turn; it yields the round in which the call began."""
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

    def went_well(self) -> None:
        """A call succeeded: a whole round of them adds one."""
        self.limit = min(self.most, self.limit + 1 / self.limit)

    def slow_down(self, began: int, pause: float = 0.0) -> None:
        """A call that began in this round was one too many: halve, once a round, and pause everyone.

        >>> pace = Pace(start=8)
        >>> began = pace.round
        >>> pace.slow_down(began); pace.slow_down(began)
        >>> pace.limit
        4.0
        """
        if began == self.round:
            self.limit = max(1.0, self.limit / 2)
            self.round += 1
        if pause > 0:
            resume = asyncio.get_running_loop().time() + pause
            self._resume_at = max(self._resume_at, resume)
