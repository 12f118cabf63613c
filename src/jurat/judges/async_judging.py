"""Judging inside an event loop: the one asynchronous implementation, which models always use."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from jurat.errors import JuratError
from jurat.llm.sync import in_order, worker_thread
from jurat.outcomes import Failure, Result
from jurat.telemetry import row_span

if TYPE_CHECKING:
    from jurat.judges.judge import Judge, ModelObserver

Rows = Iterable[Any] | AsyncIterable[Any]
_RULES_AHEAD = 2
"""Rules judge one row at a time; the next one is ready when the thread is free."""


async def judge_one(judge: Judge[Any, Any], case: Any) -> Result:
    """Return the result of one case; raise an error where it has none."""
    asking = judge.model_observer
    if asking is None:
        context = copy_context()  # a thread has none of its own
        async with worker_thread() as run:
            return await run(lambda: context.run(judge.judge, case))
    async with asking.session() as observe:
        with row_span(judge.name, case.id) as record:
            observed = await observe(case)
            if isinstance(observed, Failure):
                record(observed)
                raise JuratError(observed.error)
            result = judge.score(observed, case=case.id, observer=judge.observer.name)
            record(result)
            return result


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
            context = copy_context()
            (outcome,) = await run(lambda: context.run(lambda: list(judge.judge_batch([row]))))
            return outcome

        yield work


@asynccontextmanager
async def _models(judge: Judge[Any, Any], asking: ModelObserver) -> AsyncIterator[Work]:
    async with asking.session() as observe:

        async def work(row: Any) -> Result | Failure:
            if isinstance(row, Failure):
                return row
            with row_span(judge.name, row.id) as record:
                outcome = judge.outcome(row, await observe(row))
                record(outcome)
                return outcome

        yield work
