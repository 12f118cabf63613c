"""The models of a council while it works: asked in stages, within a deadline, each call counted and timed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Generic, Literal, TypeVar

from jurat.judges.council.session import SeatFailure, SeatUsage, Stage
from jurat.llm.budget import Meter, Price
from jurat.llm.cache import Cache
from jurat.llm.call_tracking import TrackedCalls, track_calls
from jurat.llm.circuit_breaker import CircuitBreaker
from jurat.llm.model_client import ModelClient
from jurat.llm.model_errors import DeadlineError, ModelError
from jurat.llm.model_protocol import Endpoint
from jurat.llm.pacing import AdaptiveLimiter
from jurat.observers.llm.council_seat import ModelSeat
from jurat.observers.llm.llm_observer import ModelOptions

T = TypeVar("T")
Opened = Mapping[str, Callable[[], Endpoint]]
State = Literal["started", "done", "failed", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatProgress:
    """A seat that starts or ends its part of a question."""

    question: str | int
    seat: str
    stage: Stage
    state: State
    seconds: float = 0.0


Watch = Callable[[SeatProgress], None]


def unwatched(_: SeatProgress) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Gathered(Generic[T]):
    """What the seats brought in one stage, who failed and why, what it took, and who was not waited for."""

    brought: dict[str, T] = field(default_factory=dict)
    failures: list[SeatFailure] = field(default_factory=list)
    usage: list[SeatUsage] = field(default_factory=list)
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """The models of a council, ready to be asked: one that writes and one that reviews for each name."""

    writers: Mapping[str, ModelSeat]
    reviewers: Mapping[str, ModelSeat]
    prices: Mapping[str, Price | None]
    breakers: Mapping[str, CircuitBreaker]
    watch: Watch
    seconds: float | None = None

    async def gather(
        self,
        question: str | int,
        stage: Stage,
        asked: Mapping[str, Callable[[], Awaitable[T]]],
        enough: Callable[[Mapping[str, T]], bool] | None = None,
    ) -> Gathered[T]:
        """Ask all seats at once; a seat that fails or is late is named, and only a bug goes further.

        After each one that brings something, `enough` may end the stage.
        """
        found: Gathered[T] = Gathered()
        tasks = {
            asyncio.ensure_future(self._one(question, stage, name, ask, found.usage)): name
            for name, ask in asked.items()
        }
        end = None if self.seconds is None else monotonic() + self.seconds
        waiting = set(tasks)
        try:
            while waiting and not (enough is not None and found.brought and enough(found.brought)):
                left = None if end is None else max(0.0, end - monotonic())
                done, waiting = await asyncio.wait(waiting, timeout=left, return_when="FIRST_COMPLETED")
                for task in done:
                    _take(found, stage, tasks[task], task)
                if not done:
                    break
        finally:
            late = {tasks[task] for task in waiting}
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        self._leave(found, question, stage, [name for name in asked if name in late], end)
        found.brought = {name: found.brought[name] for name in asked if name in found.brought}
        return found

    def _leave(
        self, found: Gathered[T], question: str | int, stage: Stage, late: list[str], end: float | None
    ) -> None:
        """Name those who were not waited for: late, or not needed any more."""
        timed_out = end is not None and monotonic() >= end
        for name in late:
            state: State = "failed" if timed_out else "skipped"
            spent = (self.seconds or 0.0) if timed_out else 0.0
            self.watch(SeatProgress(question=question, seat=name, stage=stage, state=state, seconds=spent))
            if timed_out:
                reason = f"no result within the stage's {self.seconds:g} s"
                found.failures.append(SeatFailure(seat=name, stage=stage, reason=reason))
                if name in self.breakers:
                    self.breakers[name].failed(DeadlineError(reason))
        found.skipped = () if timed_out else tuple(late)

    async def _one(
        self,
        question: str | int,
        stage: Stage,
        name: str,
        ask: Callable[[], Awaitable[T]],
        usage: list[SeatUsage],
    ) -> T:
        breaker = self.breakers.get(name)
        if breaker is not None:
            breaker.check()
        started, state = monotonic(), "failed"
        self.watch(SeatProgress(question=question, seat=name, stage=stage, state="started"))
        with track_calls() as calls:
            try:
                brought = await ask()
                state = "done"
            except ModelError as error:
                if breaker is not None:
                    breaker.failed(error)
                raise
            finally:
                seconds = monotonic() - started
                if name in self.breakers:
                    usage.append(_usage(name, stage, seconds, calls, self.prices.get(name)))
                if state == "done" or not _is_cancelled():
                    told: State = "done" if state == "done" else "failed"
                    self.watch(
                        SeatProgress(question=question, seat=name, stage=stage, state=told, seconds=seconds)
                    )
        if breaker is not None:
            breaker.succeeded()
        return brought


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _take(found: Gathered[T], stage: Stage, name: str, task: asyncio.Future[T]) -> None:
    error = task.exception()
    if error is None:
        found.brought[name] = task.result()
    elif isinstance(error, ModelError):
        found.failures.append(SeatFailure(seat=name, stage=stage, reason=str(error)))
    else:
        raise error


def _usage(name: str, stage: Stage, seconds: float, calls: TrackedCalls, price: Price | None) -> SeatUsage:
    return SeatUsage(
        seat=name,
        stage=stage,
        seconds=round(seconds, 3),
        calls=calls.calls,
        prompt_tokens=calls.prompt_tokens,
        completion_tokens=calls.completion_tokens,
        cache_hits=calls.cache_hits,
        cost=None if price is None else price.of(calls.prompt_tokens, calls.completion_tokens),
    )


@asynccontextmanager
async def open_room(
    opened: Opened,
    options: ModelOptions,
    meters: Mapping[str, Meter],
    watch: Watch = unwatched,
    seconds: float | None = None,
) -> AsyncIterator[Room]:
    """Open every model of a council, and close them all at the end."""
    async with AsyncExitStack() as stack:
        cache = stack.enter_context(Cache(options.cache))
        writers: dict[str, ModelSeat] = {}
        reviewers: dict[str, ModelSeat] = {}
        for name, meter in meters.items():
            pace = AdaptiveLimiter(start=min(4, options.concurrency), most=options.concurrency)
            for made in (writers, reviewers):
                client = ModelClient(
                    opened[name](),
                    cache,
                    meter,
                    limiter=pace,
                    retry_policy=options.patience,
                    call_options=options.asking,
                )
                stack.push_async_callback(client.aclose)
                made[name] = ModelSeat(name, client, cache.secret())
        prices = {name: meter.price for name, meter in meters.items()}
        breakers = {name: CircuitBreaker() for name in meters}
        yield Room(writers, reviewers, prices, breakers, watch, seconds)
