"""The observer that asks a model: cases in, observations out, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.llm.budget import Budget, Meter, Price, Usage
from jurat.llm.cache import Cache
from jurat.llm.client import Asking, Client
from jurat.llm.connect import connect
from jurat.llm.errors import AccessError, ModelError
from jurat.llm.names import ModelAccess
from jurat.llm.pacing import Pace, Patience
from jurat.llm.protocol import Endpoint
from jurat.llm.sync import in_order, iterate
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.observers.llm import qag, responses, summaries, tone
from jurat.observers.llm.desk import Desk
from jurat.observers.llm.prompts import prompts_digest
from jurat.observers.llm.votes import Seen
from jurat.rules.limits import LIMITS

Judge = Literal["twin-lock", "judge-lock", "claim-lock"]
Case = SummaryCase | ResponseCase
Observations = SummaryObservations | ResponseObservations
Measure = Callable[[ResponseCase], ResponseObservations]
"""What formulas see in a response: its relevance and completeness, which no model is asked about."""


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
    """Observes cases for one judge with one model.

    A metric for which the model gives no valid reply is left out, and `unscored` says why. The run stops,
    with an error, only where no request could succeed: a wrong key, no credit, no such model.
    """

    def __init__(
        self,
        model: ModelAccess | Callable[[], Endpoint],
        judge: Judge,
        options: ModelOptions | None = None,
        *,
        measure: Measure | None = None,
    ) -> None:
        if judge not in get_args(Judge):
            hint = f"use {', '.join(get_args(Judge))}"
            raise OptionError(f"no model observes for {judge!r}", where="judge", hint=hint)
        self.judge, self.options = judge, options or ModelOptions()
        self._measure = measure
        self._open: Callable[[], Endpoint] = (
            (lambda: connect(model)) if isinstance(model, ModelAccess) else model
        )
        self.model = str(model.name) if isinstance(model, ModelAccess) else model().name
        self._meter = Meter(self.options.budget, _price(self.model, self.options.prices))

    @property
    def usage(self) -> Usage:
        """What was spent so far, over all runs of this observer."""
        return self._meter.usage()

    @property
    def signature(self) -> str:
        """The observer's part of a result's signature: model, prompts and samples."""
        samples = f",samples={self.options.samples}" if self.options.samples > 1 else ""
        return f"llm({self.model},prompts={prompts_digest()}{samples})"

    def observe(self, cases: Iterable[Case]) -> Iterator[Observations]:
        """What the model sees in each case, in order."""
        return (row.observations for row in self.rows(cases))

    def rows(self, cases: Iterable[Case]) -> Iterator[Observed]:
        """The same with all that is known of how it came about."""
        return iterate(lambda: self.rows_async(cases))

    async def rows_async(self, cases: Iterable[Case]) -> AsyncGenerator[Observed, None]:
        """The one body of a run."""
        async with self._desk() as desk:
            results = in_order(cases, lambda case: self._row(desk, case), self.options.concurrency)
            async with aclosing(results):
                async for row in results:
                    yield row

    @asynccontextmanager
    async def _desk(self) -> AsyncIterator[Desk]:
        options = self.options
        with Cache(options.cache) as cache:
            pace = Pace(start=min(4, options.concurrency), most=options.concurrency)
            client = Client(
                self._open(), cache, self._meter, pace=pace, patience=options.patience, asking=options.asking
            )
            try:
                yield Desk(client, cache.secret(), options.samples)
            finally:
                await client.aclose()

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
        parts: dict[str, Awaitable[Seen[Any]]] = {
            "coverage": summaries.coverage(desk, case, limits),
            "alignment": summaries.alignment(desk, case, limits),
            "hallucination": summaries.hallucination(desk, case),
            "relevance": summaries.relevance(desk, case, limits),
            "bias_toxicity": tone.bias_toxicity(desk, case),
        }
        if limits.questions:
            from_summary = qag.Texts(case.article, case.summary, "summary")
            from_article = qag.Texts(case.summary, case.article, "article")
            parts["coverage"] = _with_questions(parts["coverage"], desk, from_summary)
            parts["hallucination"] = _with_questions(parts["hallucination"], desk, from_article)
        seen, unscored = await _all(parts)
        values = {metric: one.value for metric, one in seen.items()}
        return _observed(SummaryObservations(**values), seen, unscored)

    async def _response(self, desk: Desk, case: ResponseCase) -> Observed:
        seen, unscored = await _all({"hallucination": responses.anchors(desk, case)})
        measured = self._measure(case) if self._measure else ResponseObservations()
        anchors = seen["hallucination"].value if seen else None
        return _observed(replace(measured, hallucination=anchors), seen, unscored)


async def _with_questions(labels: Awaitable[Seen[Any]], desk: Desk, texts: qag.Texts) -> Seen[Any]:
    """A metric's labels together with its question-answers."""
    seen, asked = await _both(labels, qag.question_answers(desk, texts))
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


def _observed(
    observations: Observations, seen: Mapping[str, Seen[Any]], unscored: Mapping[str, str]
) -> Observed:
    return Observed(
        observations=observations,
        unscored=unscored,
        agreement={metric: one.agreement for metric, one in seen.items()},
        dropped_quotes=sum(one.dropped for one in seen.values()),
    )


def _price(model: str, prices: Mapping[str, Price]) -> Price | None:
    """A model's price, by its whole name or by the part after the service."""
    return prices.get(model) or prices.get(model.partition(":")[2]) or prices.get(model.rpartition(":")[2])
