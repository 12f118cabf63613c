"""One observer per metric: models where they are named, rules for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import fields, replace
from functools import reduce
from operator import add
from typing import Any, Generic, TypeVar

from jurat.llm.budget import Usage
from jurat.llm.model_errors import AccessError
from jurat.llm.sync import RunInThread, in_order, iterate, worker_thread
from jurat.observers.llm.llm_observer import Case, LlmObserver, Row
from jurat.outcomes import Failure

CaseT = TypeVar("CaseT", bound=Case)
ObservedT = TypeVar("ObservedT", bound=Any)
Labels = dict[str, Any]


class MixedObserver(Generic[CaseT, ObservedT]):
    """Observes with one or more models, each for metrics of its own, and by rules where no model is named.

    Cases are taken as they come, a few ahead of what is given back, so that calls overlap from row to row.
    """

    def __init__(
        self,
        name: str,
        models: Sequence[LlmObserver],
        rest: Callable[[Sequence[CaseT]], Iterator[ObservedT]] | None,
        empty: ObservedT,
    ) -> None:
        self.name, self.models = name, models
        self._rest, self._empty = rest, empty
        self.dropped_quotes = 0

    @property
    def usage(self) -> Usage:
        """What all models spent so far."""
        return reduce(add, (model.usage for model in self.models))

    @property
    def concurrency(self) -> int:
        """How many cases are observed at once, at most."""
        return max(model.options.concurrency for model in self.models)

    def observe(self, cases: Iterable[CaseT]) -> Iterator[ObservedT | Failure]:
        """What is seen of each case, in order; a case that breaks an observer is a failure in its place."""
        return iterate(lambda: self._stream(cases))

    async def _stream(self, cases: Iterable[CaseT]) -> AsyncGenerator[ObservedT | Failure, None]:
        async with self.session() as observe, aclosing(in_order(cases, observe, self.concurrency)) as found:
            async for seen in found:
                yield seen

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Callable[[CaseT], Awaitable[ObservedT | Failure]]]:
        """What observes one case, with every model at hand from the first case to the last."""
        async with AsyncExitStack() as stack:
            rows = [await stack.enter_async_context(model.session()) for model in self.models]
            run = await stack.enter_async_context(worker_thread())
            yield lambda case: self._observed(rows, run, case)

    async def _observed(self, rows: Sequence[Row], run: RunInThread, case: CaseT) -> ObservedT | Failure:
        """What the models saw together with what the rules see."""
        seen = await _observed(rows, case)
        if isinstance(seen, Failure):
            return seen
        rest = self._rest
        try:
            base = self._empty if rest is None else (await run(lambda: list(rest([case]))))[0]
        except Exception as error:  # noqa: BLE001  one bad row never takes the others with it
            return _failure(case, error)
        made: ObservedT = replace(base, **seen)
        self.dropped_quotes += sum(getattr(one, "dropped_quotes", 0) for one in seen.values())
        return made


async def _observed(rows: Sequence[Row], case: Case) -> Labels | Failure:
    """What the models see in one case, by metric; only a refusal of access goes further."""
    done = await asyncio.gather(*(row(case) for row in rows), return_exceptions=True)
    labels: Labels = {}
    for seen in done:
        if isinstance(seen, Exception) and not isinstance(seen, AccessError):
            return _failure(case, seen)
        if isinstance(seen, BaseException):
            raise seen
        for one in fields(seen.observations):
            labels[one.name] = getattr(seen.observations, one.name) or labels.get(one.name)
    return {name: one for name, one in labels.items() if one is not None}


def _failure(case: Case, error: Exception) -> Failure:
    return Failure(id=case.id, error=f"internal error: {type(error).__name__}: {error}")
