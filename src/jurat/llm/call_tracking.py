"""What one piece of work asks of models, whoever shares the meter: calls, tokens, replies from the cache."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class TrackedCalls:
    """Calls and tokens of one piece of work; a reply that the cache had costs neither."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cache_hits: int = 0


_CURRENT: ContextVar[TrackedCalls | None] = ContextVar("tracked_calls", default=None)


@contextmanager
def track_calls() -> Iterator[TrackedCalls]:
    """Count the calls made inside; tasks that are started inside count as well.

    >>> with track_calls() as found:
    ...     note_call()
    ...     note_tokens(10, 5)
    >>> found
    TrackedCalls(calls=1, prompt_tokens=10, completion_tokens=5, cache_hits=0)
    """
    found = TrackedCalls()
    token = _CURRENT.set(found)
    try:
        yield found
    finally:
        _CURRENT.reset(token)


def note_call() -> None:
    """Count one call, if anybody tracks."""
    if (found := _CURRENT.get()) is not None:
        found.calls += 1


def note_tokens(prompt: int, completion: int) -> None:
    """Count the tokens of a reply, if anybody tracks."""
    if (found := _CURRENT.get()) is not None:
        found.prompt_tokens += prompt
        found.completion_tokens += completion


def note_hit() -> None:
    """Count a reply from the cache, if anybody tracks."""
    if (found := _CURRENT.get()) is not None:
        found.cache_hits += 1
