"""The rule observer of summaries: all five metrics of a summary judge, read off the two texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from jurat.cases import SummaryCase
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
from jurat.observers.rules.alignment import observe_alignment
from jurat.observers.rules.answers import answered
from jurat.observers.rules.bias_toxicity import observe_bias_toxicity
from jurat.observers.rules.claims import observe_claims
from jurat.observers.rules.coverage import observe_coverage
from jurat.observers.rules.document import Document, document
from jurat.observers.rules.invisible import replaced
from jurat.observers.rules.points import key_points
from jurat.observers.rules.questions import Question, questions
from jurat.observers.rules.relevance import observe_relevance
from jurat.observers.rules.salience import ranked, word_salience
from jurat.observers.rules.statements import statements
from jurat.options import Options
from jurat.rules.limits import LIMITS, Limits
from jurat.text.unseen import seen

WEIGHED = "judge-lock-ultra"
"""The judge whose claims get a probability."""
_KEPT = 64


def observe(cases: Sequence[SummaryCase], judge: str, options: Options) -> Iterator[SummaryObservations]:
    """What is seen of each summary, in order; an article that comes again is read once."""
    limits, weighed = LIMITS[judge], judge == WEIGHED
    for case in cases:
        texts = {"article": seen(case.article), "summary": seen(case.summary)}
        article, summary = (document(texts[name].text) for name in ("article", "summary"))
        found = observe_summary(article, summary, limits, options, weighed=weighed)
        if any(text.gaps for text in texts.values()):  # bias and toxicity see through them by themselves
            toned = observe_bias_toxicity(case.summary, case.article)
            found = replace(replaced(found, texts), bias_toxicity=toned)
        yield found


def observe_summary(
    article: Document, summary: Document, limits: Limits, options: Options, *, weighed: bool = False
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
    twisted = frozenset(one.line.index for one in found if any(not turn.is_shade for turn in one.contrasts))
    covered_asks, claimed_asks = _asked(article, summary, limits)
    return SummaryObservations(
        coverage=observe_coverage(article, summary, limits, invented, covered_asks, twisted),
        alignment=observe_alignment(article, summary, found, limits),
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
    article: Document, summary: Document, limits: Limits
) -> tuple[QuestionAnswers | None, QuestionAnswers | None]:
    """Questions of the article answered by the summary, and of the summary answered by the article."""
    if not limits.questions:
        return None, None
    of_article = article_questions(article, limits)
    of_summary = questions(summary, summary.lines, limits.questions)
    return (
        answered(of_article, article, summary, "summary"),
        answered(of_summary, summary, article, "article"),
    )


@lru_cache(maxsize=_KEPT)
def article_questions(article: Document, limits: Limits) -> tuple[Question, ...]:
    """The questions of an article, the same for all its summaries: of its key points, then of the rest."""
    points = {point.start for point in key_points(article.reading, limits) or ()}
    lines = sorted(ranked(article.reading), key=lambda line: line.start not in points)
    return tuple(questions(article, lines, limits.questions, word_salience(article.reading)))
