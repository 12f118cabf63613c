"""The observer that asks a model: cases in, observations out, in order."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.llm.budget import Budget, Meter, Price, SharedBudget, Usage
from jurat.llm.cache import Cache, Dialect
from jurat.llm.endpoints import check_installed, connect
from jurat.llm.model_client import CallOptions, ModelClient
from jurat.llm.model_errors import AccessError, ModelError
from jurat.llm.model_names import ModelAccess
from jurat.llm.model_protocol import Endpoint
from jurat.llm.pacing import AdaptiveLimiter, RetryPolicy
from jurat.llm.sync import in_order, iterate
from jurat.observers.llm.model_tasks import ModelTask
from jurat.observers.llm.prompt_session import PromptSession
from jurat.observers.llm.prompts import prompts_digest
from jurat.observers.llm.votes import Voted

Case = SummaryCase | ResponseCase
Row = Callable[[Case], Awaitable["Observed"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a model is asked: how often, how many at once, how long, at what expense, with which memory."""

    samples: int = 1
    concurrency: int = 32
    patience: RetryPolicy = field(default_factory=RetryPolicy)
    asking: CallOptions = field(default_factory=CallOptions)
    budget: Budget = field(default_factory=Budget)
    prices: Mapping[str, Price] = field(default_factory=dict)
    cache: Path | None = None

    def __post_init__(self) -> None:
        for name in ("samples", "concurrency"):
            if getattr(self, name) < 1:
                raise OptionError(f"is {getattr(self, name)}", where=name, hint="set 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """One case observed: the labels, why metrics have none, agreement by metric, quotes that were dropped."""

    observations: Any
    unscored: Mapping[str, str]
    agreement: Mapping[str, tuple[float, ...]]
    dropped_quotes: int = 0


class LlmObserver:
    """Observes the cases of one task with one model: all metrics that a model can, or some of them.

    A metric for which the model gives no valid reply is left out, and `unscored` says why. The run stops,
    with an error, only where no request could succeed: a wrong key, no credit, no such model.
    """

    def __init__(
        self,
        model: ModelAccess | Callable[[], Endpoint],
        task: ModelTask,
        options: ModelOptions | None = None,
        *,
        metrics: Collection[str] | None = None,
        purse: SharedBudget | None = None,
    ) -> None:
        if isinstance(model, ModelAccess):
            check_installed(model.name)
        self.task, self.options = task, options or ModelOptions()
        self.metrics = tuple(name for name in task.details if metrics is None or name in metrics)
        self._open: Callable[[], Endpoint] = (
            (lambda: connect(model)) if isinstance(model, ModelAccess) else model
        )
        self.model = str(model.name) if isinstance(model, ModelAccess) else model().name
        short = model.name.model if isinstance(model, ModelAccess) else self.model.partition(":")[2]
        names = (self.model, short)
        self._meter = Meter(self.options.budget, price_of(names, self.options.prices), shared_budget=purse)
        self._dialect: Dialect | None = None

    @property
    def usage(self) -> Usage:
        """What was spent so far, over all runs of this observer."""
        return self._meter.usage()

    @property
    def signature(self) -> str:
        """The observer's part of a result's signature: model, prompts and samples."""
        samples = f",samples={self.options.samples}" if self.options.samples > 1 else ""
        length = self.options.asking.max_tokens
        limit = f",reply_tokens={length}" if length != CallOptions().max_tokens else ""
        return f"llm({self.model},prompts={prompts_digest()}{samples}{limit})"

    def observe(self, cases: Iterable[Case]) -> Iterator[Any]:
        """What the model sees in each case, in order."""
        return (row.observations for row in self.rows(cases))

    def rows(self, cases: Iterable[Case]) -> Iterator[Observed]:
        """The same with all that is known of how it came about."""
        return iterate(lambda: self.rows_async(cases))

    async def rows_async(self, cases: Iterable[Case]) -> AsyncGenerator[Observed, None]:
        """The one body of a run."""
        async with self.session() as row:
            results = in_order(cases, row, self.options.concurrency)
            async with aclosing(results):
                async for seen in results:
                    yield seen

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Row]:
        """What observes one case, for as long as the model is at hand."""
        async with self._desk() as desk:
            yield lambda case: self._row(desk, case)

    @asynccontextmanager
    async def _desk(self) -> AsyncIterator[PromptSession]:
        options = self.options
        with Cache(options.cache) as cache:
            if self._dialect is not None:
                cache.remember(self.model, self._dialect)
            pace = AdaptiveLimiter(start=min(4, options.concurrency), most=options.concurrency)
            client = ModelClient(
                self._open(),
                cache,
                self._meter,
                limiter=pace,
                retry_policy=options.patience,
                call_options=options.asking,
            )
            try:
                yield PromptSession(client, cache.secret(), options.samples)
            finally:
                await client.aclose()
                self._dialect = cache.dialect(self.model)

    async def _row(self, desk: PromptSession, case: Case) -> Observed:
        if not isinstance(case, self.task.case):
            what = f"is a {type(case).__name__}, and the model observes a {self.task.case.__name__}"
            raise InputError(what, where=f"case {case.id}")
        prompts = self.task.prompts(desk, case)
        seen, unscored = await _all({name: prompts[name]() for name in self.metrics})
        return self._observed(seen, unscored)

    def _observed(self, seen: Mapping[str, Voted[Any]], unscored: Mapping[str, str]) -> Observed:
        """The labels, or why there are none, with how far samples agreed."""
        labels = {name: self.task.details[name](unscored=reason) for name, reason in unscored.items()}
        for name, one in seen.items():
            several = self.options.samples > 1
            labels[name] = replace(one.value, agreement=one.agreement) if several else one.value
        return Observed(
            observations=self.task.observations(**labels),
            unscored=unscored,
            agreement={metric: one.agreement for metric, one in seen.items()},
            dropped_quotes=sum(one.dropped for one in seen.values()),
        )


async def _all(parts: Mapping[str, Awaitable[Voted[Any]]]) -> tuple[dict[str, Voted[Any]], dict[str, str]]:
    """What each part saw, or why it saw nothing; only a refusal of access, or a bug, goes further."""
    done = await asyncio.gather(*parts.values(), return_exceptions=True)
    seen: dict[str, Voted[Any]] = {}
    unscored: dict[str, str] = {}
    for metric, result in zip(parts, done, strict=True):
        if isinstance(result, ModelError) and not isinstance(result, AccessError):
            unscored[metric] = str(result)
        elif isinstance(result, BaseException):
            raise result
        else:
            seen[metric] = result
    return seen, unscored


def price_of(names: Iterable[str], prices: Mapping[str, Price]) -> Price | None:
    """The price of the first of a model's names that has one."""
    return next((prices[name] for name in names if name in prices), None)
