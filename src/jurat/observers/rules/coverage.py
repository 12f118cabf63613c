"""Coverage by rule: the points that carry the article, how far the summary has them, and what it adds."""

from __future__ import annotations

from math import sqrt

from jurat.observations import Coverage, ExtraneousClaim, KeyPoint, PointLabel, QuestionAnswer
from jurat.observers.rules.document import NEAR, Document
from jurat.observers.rules.names import knows
from jurat.observers.rules.points import Point, key_points
from jurat.observers.rules.telling import soft_stems
from jurat.rules.limits import Limits
from jurat.spans import Span
from jurat.text.dates import covers
from jurat.text.quantities import Quantity, agrees
from jurat.text.readings import Line, Reading, Word, likeness

IN_ONE_PLACE = 0.2
"""What the best sentence of the summary counts for a point; the rest is the summary as a whole."""
_NOT_BELOW, _FULLY_ABOVE = 0.25, 0.75


def observe_coverage(
    article: Document,
    summary: Document,
    limits: Limits,
    invented: tuple[ExtraneousClaim, ...],
    qags: tuple[QuestionAnswer, ...] | None = None,
) -> Coverage:
    """Key points with what covers them, and the words of the summary that the article does not entail."""
    points = key_points(article.reading, limits)
    if points is None:
        low = limits.key_points[0]
        return Coverage(unscored=f"the article is too short for {low} key points")
    return Coverage(
        key_points=tuple(_judged(article.reading, summary.reading, point) for point in points),
        extraneous_tokens=len(extraneous(article, summary)),
        summary_tokens=len(summary.reading.words),
        extraneous_claims=invented,
        qags=qags,
    )


def extraneous(article: Document, summary: Document) -> list[Word]:
    """The words of the summary that the article does not entail: it has neither them nor any near to them."""
    return [word for word in summary.reading.words if word.content and not _entailed(article, summary, word)]


def _entailed(article: Document, summary: Document, word: Word) -> bool:
    """Whether a word is in the article, near to one that is, or too general to need it."""
    return (
        bool(article.places(word.stem))
        or word.stem in soft_stems()
        or knows(article, word.stem)
        or (word.stem[0].isdigit() and _given(article, summary, word))
    )


def _given(article: Document, summary: Document, word: Word) -> bool:
    """Whether the figure that a word is part of is given in the article, however it is written there."""
    figure = summary.figure_at(word.token.start, word.token.end)
    if isinstance(figure, Quantity):
        return any(agrees(figure, other) == "same" for other in article.distinct.quantities)
    return figure is not None and any(covers(other, figure) for other in article.distinct.moments)


def label_for(covered: float) -> PointLabel:
    """The label of a covered fraction.

    >>> [label_for(x) for x in (0.24, 0.25, 0.75, 0.76)]
    ['not', 'partial', 'partial', 'fully']
    """
    return "not" if covered < _NOT_BELOW else "fully" if covered > _FULLY_ABOVE else "partial"


def _judged(article: Reading, summary: Reading, point: Point) -> KeyPoint:
    covered, line = covered_by(article, summary, point)
    label = label_for(covered)
    place = Span("summary", line.start, line.end, summary.text[line.start : line.end]) if line else None
    return KeyPoint(
        label=label,
        text=point.text,
        span=Span("article", point.start, point.end, point.text),
        evidence=place if label != "not" else None,
        covered=round(covered, 4),
    )


def covered_by(article: Reading, summary: Reading, point: Point) -> tuple[float, Line | None]:
    """The share of a point that the summary says, by weight of its words, and the sentence that says most."""
    weights = [(word, _weight(article, word)) for word in point.words if word.content]
    total = sum(weight for _, weight in weights)
    if not total:
        return 0.0, None
    best, where = 0.0, None
    for line in summary.lines:
        if (share := _share(weights, line.stems) / total) > best:
            best, where = share, line
    anywhere = _share(weights, frozenset(summary.counts)) / total
    return min(1.0, IN_ONE_PLACE * best + (1 - IN_ONE_PLACE) * anywhere), where


def _share(weights: list[tuple[Word, float]], stems: frozenset[str]) -> float:
    found = 0.0
    for word, weight in weights:
        like = likeness(word.stem, stems)
        found += weight * (like if like >= NEAR else 0.0)
    return found


def _weight(article: Reading, word: Word) -> float:
    """What the article speaks of often weighs more than other words."""
    return sqrt(min(3, article.counts[word.stem]))
