"""Judging inside an event loop: the one asynchronous implementation, which models always use."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any

from jurat.errors import JuratError
from jurat.llm.sync import in_order, worker_thread
from jurat.outcomes import Failure, Result

if TYPE_CHECKING:
    from jurat.judges.judge import Judge, ModelObserver

Rows = Iterable[Any] | AsyncIterable[Any]
_RULES_AHEAD = 2
"""Rules judge one row at a time; the next one is ready when the thread is free."""


async def judge_one(judge: Judge[Any, Any], case: Any) -> Result:
    """Return the result of one case; raise an error where it has none."""
    asking = judge.model_observer
    if asking is None:
        async with worker_thread() as run:
            return await run(lambda: judge.judge(case))
    async with asking.session() as observe:
        observed = await observe(case)
    if isinstance(observed, Failure):
        raise JuratError(observed.error)
    return judge.score(observed, case=case.id, observer=judge.observer.name)


async def judge_rows(judge: Judge[Any, Any], rows: Rows) -> AsyncGenerator[Result | Failure, None]:
    """Yield the results of rows, in order; failures are passed through."""
    asking = judge.model_observer
    width = _RULES_AHEAD if asking is None else asking.concurrency
    session = _rules(judge) if asking is None else _models(judge, asking)
    async with session as work, aclosing(in_order(rows, work, width)) as found:
        async for outcome in found:
            yield outcome


async def numbered(judge: Judge[Any, Any], cases: Rows) -> AsyncGenerator[Any, None]:
    """Yield cases with ids, or why they are invalid."""
    position = 0
    if isinstance(cases, AsyncIterable):
        async for case in cases:
            position += 1
            yield judge.ready(case, position)
        return
    for position, case in enumerate(cases, start=1):
        yield judge.ready(case, position)


Work = Callable[[Any], Awaitable[Result | Failure]]


@asynccontextmanager
async def _rules(judge: Judge[Any, Any]) -> AsyncIterator[Work]:
    async with worker_thread() as run:

        async def work(row: Any) -> Result | Failure:
            (outcome,) = await run(lambda: list(judge.judge_batch([row])))
            return outcome

        yield work


@asynccontextmanager
async def _models(judge: Judge[Any, Any], asking: ModelObserver) -> AsyncIterator[Work]:
    async with asking.session() as observe:

        async def work(row: Any) -> Result | Failure:
            return row if isinstance(row, Failure) else judge.outcome(row, await observe(row))

        yield work
