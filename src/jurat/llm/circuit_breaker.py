"""When a model is left alone: after failures in a row it is not asked for a while, then once on trial."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from jurat.llm.model_errors import DeadlineError, ModelError, RateLimitedError, UnavailableError

FAILURES, PAUSE = 3, 30.0


class CircuitBreaker:
    """Counts failures in a row of one endpoint and refuses calls while it is open.

    Only failures of the endpoint count, not a malformed reply or a spent budget.

    >>> now = [0.0]
    >>> breaker = CircuitBreaker(failures=2, pause=30, clock=lambda: now[0])
    >>> for _ in range(2): breaker.failed(UnavailableError("down"))
    >>> breaker.check()
    Traceback (most recent call last):
    jurat.llm.model_errors.UnavailableError: not asked: 2 failures in a row, the last: down; next try in 30 s
    >>> now[0] = 31.0
    >>> breaker.check()
    """

    def __init__(
        self, failures: int = FAILURES, pause: float = PAUSE, clock: Callable[[], float] = monotonic
    ) -> None:
        self._most, self._pause, self._clock = failures, pause, clock
        self._failures, self._last, self._until = 0, "", 0.0

    @property
    def is_open(self) -> bool:
        """Whether the endpoint is not to be asked now."""
        return self._failures >= self._most and self._clock() < self._until

    def check(self) -> None:
        """Refuse a call while the breaker is open; after the pause one call is let through on trial."""
        if self.is_open:
            wait = self._until - self._clock()
            told = f"{self._failures} failures in a row, the last: {self._last}"
            raise UnavailableError(f"not asked: {told}; next try in {wait:.0f} s")
        if self._failures >= self._most:
            self._until = self._clock() + self._pause  # others wait for what comes of the trial

    def succeeded(self) -> None:
        """Close the breaker: the endpoint answers."""
        self._failures = 0

    def failed(self, error: ModelError) -> None:
        """Count a failure of the endpoint, and open the breaker after enough of them."""
        if isinstance(error, UnavailableError | DeadlineError | RateLimitedError):
            self._failures, self._last = self._failures + 1, str(error)
            self._until = self._clock() + self._pause
