"""How a model observes the cases of a judge: which metrics, and by which prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.observations import (
    Aboutness,
    Alignment,
    Anchors,
    BiasToxicity,
    Coverage,
    Hallucination,
    QueryParts,
    Relevance,
    ResponseClaims,
    ResponseObservations,
    SummaryObservations,
    VerifiedObservations,
)
from jurat.observers.llm import qag, response_prompts, summary_prompts, tone_prompts, verified_prompts
from jurat.observers.llm.prompt_session import PromptSession
from jurat.observers.llm.votes import Voted
from jurat.scoring.label_limits import LabelLimits

Prompts = Mapping[str, Callable[[], Awaitable[Voted[Any]]]]
"""What asks for the labels of each metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTask:
    """The cases that a model reads, the metrics whose labels it writes, and the prompts for one case."""

    case: type[Any]
    observations: type[Any]
    details: Mapping[str, type[Any]]
    prompts: Callable[[PromptSession, Any], Prompts]


SUMMARY_DETAILS: Mapping[str, type[Any]] = {
    "coverage": Coverage,
    "alignment": Alignment,
    "hallucination": Hallucination,
    "relevance": Relevance,
    "bias_toxicity": BiasToxicity,
}


def response_task() -> ModelTask:
    """Return the task of Claim-Lock: the anchors; its other two metrics are formulas."""
    return ModelTask(
        case=ResponseCase,
        observations=ResponseObservations,
        details={"hallucination": Anchors},
        prompts=lambda desk, case: {"hallucination": lambda: response_prompts.anchors(desk, case)},
    )


def verified_task() -> ModelTask:
    """Return the task of Claim-Lock Ultra: all three metrics."""
    return ModelTask(
        case=ResponseCase,
        observations=VerifiedObservations,
        details={"relevance": Aboutness, "completeness": QueryParts, "hallucination": ResponseClaims},
        prompts=lambda desk, case: {
            "relevance": lambda: verified_prompts.aboutness(desk, case),
            "completeness": lambda: verified_prompts.parts(desk, case),
            "hallucination": lambda: verified_prompts.claims(desk, case),
        },
    )


def summary_task(limits: LabelLimits) -> ModelTask:
    """Return the task of a summary judge: all five metrics, within its limits."""
    return ModelTask(
        case=SummaryCase,
        observations=SummaryObservations,
        details=SUMMARY_DETAILS,
        prompts=partial(_summary_prompts, limits),
    )


def _summary_prompts(limits: LabelLimits, desk: PromptSession, case: SummaryCase) -> Prompts:
    prompts: dict[str, Callable[[], Awaitable[Voted[Any]]]] = {
        "coverage": lambda: summary_prompts.coverage(desk, case, limits),
        "alignment": lambda: summary_prompts.alignment(desk, case, limits),
        "hallucination": lambda: summary_prompts.hallucination(desk, case),
        "relevance": lambda: summary_prompts.relevance(desk, case, limits),
        "bias_toxicity": lambda: tone_prompts.bias_toxicity(desk, case),
    }
    if limits.questions:
        from_summary = qag.Texts(case.article, case.summary, "summary")
        from_article = qag.Texts(case.summary, case.article, "article")
        prompts["coverage"] = partial(_with_questions, prompts["coverage"], desk, from_summary)
        prompts["hallucination"] = partial(_with_questions, prompts["hallucination"], desk, from_article)
    return prompts


async def _with_questions(
    labels: Callable[[], Awaitable[Voted[Any]]], desk: PromptSession, texts: qag.Texts
) -> Voted[Any]:
    """A metric's labels together with its question-answers."""
    seen, asked = await _both(labels(), qag.question_answers(desk, texts))
    dropped = seen.dropped + asked.dropped
    value = replace(seen.value, qags=asked.value, dropped_quotes=dropped)
    return Voted(value, seen.agreement + asked.agreement, dropped)


async def _both(one: Awaitable[Voted[Any]], other: Awaitable[Voted[Any]]) -> tuple[Voted[Any], Voted[Any]]:
    """Both results, or the first failure once both have ended, so that nothing is left under way."""
    done = await asyncio.gather(one, other, return_exceptions=True)
    for result in done:
        if isinstance(result, BaseException):
            raise result
    return done[0], done[1]  # type: ignore[return-value]
