"""One observer per metric: models where they are named, rules for the rest."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import fields, replace
from functools import reduce
from operator import add
from typing import Any, Generic, TypeVar

from jurat.llm.budget import Usage
from jurat.llm.model_errors import AccessError
from jurat.llm.sync import in_order, iterate
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

    def observe(self, cases: Iterable[CaseT]) -> Iterator[ObservedT | Failure]:
        """What is seen of each case, in order; a case that breaks an observer is a failure in its place."""
        waiting: deque[CaseT] = deque()

        def taken() -> Iterator[CaseT]:
            for case in cases:
                waiting.append(case)
                yield case

        for seen in iterate(lambda: self._together(taken())):
            case = waiting.popleft()
            yield seen if isinstance(seen, Failure) else self._whole(case, seen)

    def _whole(self, case: CaseT, seen: Labels) -> ObservedT | Failure:
        """What the models saw together with what the rules see."""
        try:
            base = next(self._rest([case])) if self._rest else self._empty
        except Exception as error:  # noqa: BLE001  one bad row never takes the others with it
            return _failure(case, error)
        made: ObservedT = replace(base, **seen)
        self.dropped_quotes += sum(getattr(one, "dropped_quotes", 0) for one in seen.values())
        return made

    async def _together(self, cases: Iterable[CaseT]) -> AsyncGenerator[Labels | Failure, None]:
        """The one body of a run: every model at hand from the first case to the last."""
        async with AsyncExitStack() as stack:
            rows = [await stack.enter_async_context(model.session()) for model in self.models]
            width = max(model.options.concurrency for model in self.models)
            results = in_order(cases, lambda case: _observed(rows, case), width)
            async with aclosing(results):
                async for seen in results:
                    yield seen


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
