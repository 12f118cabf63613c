"""The rule observer of summaries: all five metrics of a summary judge, read off the two texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from jurat.cases import SummaryCase
from jurat.nlp.normalize import strip_invisible
from jurat.observations import (
    Alignment,
    BiasToxicity,
    Coverage,
    ExtraneousClaim,
    Hallucination,
    QuestionAnswer,
    Relevance,
    SummaryObservations,
)
from jurat.observers.grounding.indexed_doc import IndexedDoc, indexed_doc
from jurat.observers.grounding.statements import statements
from jurat.observers.questions.answer_search import Answering, answered
from jurat.observers.questions.question_choice import questions
from jurat.observers.questions.question_generation import GeneratedQuestion
from jurat.observers.summaries.alignment import observe_alignment
from jurat.observers.summaries.claim_labels import observe_claims
from jurat.observers.summaries.coverage import observe_coverage
from jurat.observers.summaries.key_points import key_points
from jurat.observers.summaries.original_spans import restore_spans
from jurat.observers.summaries.relevance import observe_relevance
from jurat.observers.summaries.salience import ranked, word_salience
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity
from jurat.options import Options
from jurat.scoring.label_limits import LabelLimits

_KEPT = 64


def observe(
    cases: Sequence[SummaryCase],
    limits: LabelLimits,
    options: Options,
    *,
    weighed: bool = False,
    answering: Answering | None = None,
) -> Iterator[SummaryObservations]:
    """What is seen of each summary, in order; an article that comes again is read once.

    Claims get a probability where they are ``weighed``; ``answering`` answers questions in place of rules.
    """
    for case in cases:
        texts = {"article": strip_invisible(case.article), "summary": strip_invisible(case.summary)}
        article, summary = (indexed_doc(texts[name].text) for name in ("article", "summary"))
        found = observe_summary(article, summary, limits, options, weighed=weighed, answering=answering)
        if any(text.gaps for text in texts.values()):  # bias and toxicity see through them by themselves
            toned = observe_bias_toxicity(case.summary, case.article)
            found = replace(restore_spans(found, texts), bias_toxicity=toned)
        yield found


def observe_summary(
    article: IndexedDoc,
    summary: IndexedDoc,
    limits: LabelLimits,
    options: Options,
    *,
    weighed: bool = False,
    answering: Answering | None = None,
) -> SummaryObservations:
    """All five metrics of one summary; claims get their probability where they are weighed."""
    for text, name in ((article, "article"), (summary, "summary")):
        if not text.lines:
            return _unread(f"the {name} has no words", observe_bias_toxicity(summary.text, article.text))
    found = statements(article, summary)
    claims = observe_claims(article, summary, found, weighed=weighed)
    invented = tuple(
        ExtraneousClaim(text=claim.text, span=claim.span) for claim in claims if claim.label == "unsupported"
    )
    twisted = frozenset(one.line.index for one in found if any(not turn.is_shade for turn in one.conflicts))
    covered_asks, claimed_asks = _asked(article, summary, limits, answering)
    return SummaryObservations(
        coverage=observe_coverage(article, summary, limits, invented, covered_asks, twisted),
        alignment=observe_alignment(article, summary, found),
        hallucination=Hallucination(claims=claims, qags=claimed_asks),
        relevance=observe_relevance(
            article, summary, overlap=options.overlap, theme_tokens=limits.theme_tokens
        ),
        bias_toxicity=observe_bias_toxicity(summary.text, article.text),
    )


def _unread(reason: str, tone: BiasToxicity) -> SummaryObservations:
    """What is left to say where one of the texts cannot be read."""
    return SummaryObservations(
        coverage=Coverage(unscored=reason),
        alignment=Alignment(unscored=reason),
        hallucination=Hallucination(unscored=reason),
        relevance=Relevance(unscored=reason),
        bias_toxicity=tone,
    )


QuestionAnswers = tuple[QuestionAnswer, ...]


def _asked(
    article: IndexedDoc, summary: IndexedDoc, limits: LabelLimits, answering: Answering | None
) -> tuple[QuestionAnswers | None, QuestionAnswers | None]:
    """Questions of the article answered by the summary, and of the summary answered by the article."""
    if not limits.questions:
        return None, None
    of_article = article_questions(article, limits)
    of_summary = questions(summary, summary.lines, limits.questions)
    return (
        answered(of_article, article, summary, "summary", answering),
        answered(of_summary, summary, article, "article", answering),
    )


@lru_cache(maxsize=_KEPT)
def article_questions(article: IndexedDoc, limits: LabelLimits) -> tuple[GeneratedQuestion, ...]:
    """The questions of an article, the same for all its summaries: of its key points, then of the rest."""
    points = [point.start for point in key_points(article, limits) or ()]
    of_points = {article.lines_between(start, start)[0].index for start in points}
    lines = sorted(ranked(article.reading), key=lambda line: line.index not in of_points)
    told = word_salience(article.reading)
    return tuple(questions(article, lines, limits.questions, told, leading=len(of_points)))
