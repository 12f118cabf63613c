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
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.llm.budget import Budget, Meter, Price, Purse, Usage
from jurat.llm.cache import Cache, Dialect
from jurat.llm.client import Asking, Client
from jurat.llm.connect import check_installed, connect
from jurat.llm.errors import AccessError, ModelError
from jurat.llm.names import ModelAccess
from jurat.llm.pacing import Pace, Patience
from jurat.llm.protocol import Endpoint
from jurat.llm.sync import in_order, iterate
from jurat.observations import (
    Alignment,
    Anchors,
    BiasToxicity,
    Coverage,
    Hallucination,
    Relevance,
    ResponseObservations,
    SummaryObservations,
)
from jurat.observers.llm import qag, responses, summaries, tone
from jurat.observers.llm.desk import Desk
from jurat.observers.llm.prompts import prompts_digest
from jurat.observers.llm.votes import Seen
from jurat.rules.limits import LIMITS

Judge = Literal["twin-lock", "judge-lock", "judge-lock-ultra", "claim-lock"]
Case = SummaryCase | ResponseCase
Observations = SummaryObservations | ResponseObservations
Row = Callable[[Case], Awaitable["Observed"]]
SUMMARY_METRICS: Mapping[str, type[Any]] = {
    "coverage": Coverage,
    "alignment": Alignment,
    "hallucination": Hallucination,
    "relevance": Relevance,
    "bias_toxicity": BiasToxicity,
}
ASKED: Mapping[Judge, Mapping[str, type[Any]]] = {
    "twin-lock": SUMMARY_METRICS,
    "judge-lock": SUMMARY_METRICS,
    "judge-lock-ultra": SUMMARY_METRICS,
    "claim-lock": {"hallucination": Anchors},
}
"""The metrics whose labels a model writes; Claim-Lock's other two are formulas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a model is asked: how often, how many at once, how long, at what expense, with which memory."""

    samples: int = 1
    concurrency: int = 32
    patience: Patience = field(default_factory=Patience)
    asking: Asking = field(default_factory=Asking)
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

    observations: Observations
    unscored: Mapping[str, str]
    agreement: Mapping[str, tuple[float, ...]]
    dropped_quotes: int = 0


class LlmObserver:
    """Observes cases for one judge with one model: all metrics that a model can, or some of them.

    A metric for which the model gives no valid reply is left out, and `unscored` says why. The run stops,
    with an error, only where no request could succeed: a wrong key, no credit, no such model.
    """

    def __init__(
        self,
        model: ModelAccess | Callable[[], Endpoint],
        judge: Judge,
        options: ModelOptions | None = None,
        *,
        metrics: Collection[str] | None = None,
        purse: Purse | None = None,
    ) -> None:
        if judge not in get_args(Judge):
            hint = f"use {', '.join(get_args(Judge))}"
            raise OptionError(f"no model observes for {judge!r}", where="judge", hint=hint)
        if isinstance(model, ModelAccess):
            check_installed(model.name)
        self.judge, self.options = judge, options or ModelOptions()
        self.metrics = tuple(name for name in ASKED[judge] if metrics is None or name in metrics)
        self._open: Callable[[], Endpoint] = (
            (lambda: connect(model)) if isinstance(model, ModelAccess) else model
        )
        self.model = str(model.name) if isinstance(model, ModelAccess) else model().name
        short = model.name.model if isinstance(model, ModelAccess) else self.model.partition(":")[2]
        names = (self.model, short)
        self._meter = Meter(self.options.budget, _price(names, self.options.prices), purse=purse)
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
        limit = f",reply_tokens={length}" if length != Asking().max_tokens else ""
        return f"llm({self.model},prompts={prompts_digest()}{samples}{limit})"

    def observe(self, cases: Iterable[Case]) -> Iterator[Observations]:
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
    async def _desk(self) -> AsyncIterator[Desk]:
        options = self.options
        with Cache(options.cache) as cache:
            if self._dialect is not None:
                cache.remember(self.model, self._dialect)
            pace = Pace(start=min(4, options.concurrency), most=options.concurrency)
            client = Client(
                self._open(), cache, self._meter, pace=pace, patience=options.patience, asking=options.asking
            )
            try:
                yield Desk(client, cache.secret(), options.samples)
            finally:
                await client.aclose()
                self._dialect = cache.dialect(self.model)

    async def _row(self, desk: Desk, case: Case) -> Observed:
        wanted = ResponseCase if self.judge == "claim-lock" else SummaryCase
        if not isinstance(case, wanted):
            what = f"is a {type(case).__name__}, and {self.judge} judges a {wanted.__name__}"
            raise InputError(what, where=f"case {case.id}")
        if isinstance(case, SummaryCase):
            return await self._summary(desk, case)
        return await self._response(desk, case)

    async def _summary(self, desk: Desk, case: SummaryCase) -> Observed:
        limits = LIMITS[self.judge]
        parts: dict[str, Callable[[], Awaitable[Seen[Any]]]] = {
            "coverage": lambda: summaries.coverage(desk, case, limits),
            "alignment": lambda: summaries.alignment(desk, case, limits),
            "hallucination": lambda: summaries.hallucination(desk, case),
            "relevance": lambda: summaries.relevance(desk, case, limits),
            "bias_toxicity": lambda: tone.bias_toxicity(desk, case),
        }
        if limits.questions:
            from_summary = qag.Texts(case.article, case.summary, "summary")
            from_article = qag.Texts(case.summary, case.article, "article")
            parts["coverage"] = partial(_with_questions, parts["coverage"], desk, from_summary)
            parts["hallucination"] = partial(_with_questions, parts["hallucination"], desk, from_article)
        seen, unscored = await _all({name: parts[name]() for name in self.metrics})
        return self._observed(SummaryObservations, seen, unscored)

    async def _response(self, desk: Desk, case: ResponseCase) -> Observed:
        seen, unscored = await _all({name: responses.anchors(desk, case) for name in self.metrics})
        return self._observed(ResponseObservations, seen, unscored)

    def _observed(
        self, kind: type[Observations], seen: Mapping[str, Seen[Any]], unscored: Mapping[str, str]
    ) -> Observed:
        """The labels, or why there are none, with how far samples agreed."""
        labels = {name: ASKED[self.judge][name](unscored=reason) for name, reason in unscored.items()}
        for name, one in seen.items():
            several = self.options.samples > 1
            labels[name] = replace(one.value, agreement=one.agreement) if several else one.value
        return Observed(
            observations=kind(**labels),
            unscored=unscored,
            agreement={metric: one.agreement for metric, one in seen.items()},
            dropped_quotes=sum(one.dropped for one in seen.values()),
        )


async def _with_questions(
    labels: Callable[[], Awaitable[Seen[Any]]], desk: Desk, texts: qag.Texts
) -> Seen[Any]:
    """A metric's labels together with its question-answers."""
    seen, asked = await _both(labels(), qag.question_answers(desk, texts))
    dropped = seen.dropped + asked.dropped
    value = replace(seen.value, qags=asked.value, dropped_quotes=dropped)
    return Seen(value, seen.agreement + asked.agreement, dropped)


async def _both(one: Awaitable[Seen[Any]], other: Awaitable[Seen[Any]]) -> tuple[Seen[Any], Seen[Any]]:
    """Both results, or the first failure once both have ended, so that nothing is left under way."""
    done = await asyncio.gather(one, other, return_exceptions=True)
    for result in done:
        if isinstance(result, BaseException):
            raise result
    return done[0], done[1]  # type: ignore[return-value]


async def _all(parts: Mapping[str, Awaitable[Seen[Any]]]) -> tuple[dict[str, Seen[Any]], dict[str, str]]:
    """What each part saw, or why it saw nothing; only a refusal of access, or a bug, goes further."""
    done = await asyncio.gather(*parts.values(), return_exceptions=True)
    seen: dict[str, Seen[Any]] = {}
    unscored: dict[str, str] = {}
    for metric, result in zip(parts, done, strict=True):
        if isinstance(result, ModelError) and not isinstance(result, AccessError):
            unscored[metric] = str(result)
        elif isinstance(result, BaseException):
            raise result
        else:
            seen[metric] = result
    return seen, unscored


def _price(names: Iterable[str], prices: Mapping[str, Price]) -> Price | None:
    """The price of the first of a model's names that has one."""
    return next((prices[name] for name in names if name in prices), None)
