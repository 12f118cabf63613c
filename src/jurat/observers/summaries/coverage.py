"""Coverage by rule: the points that carry the article, how far the summary has them, and what it adds."""

from __future__ import annotations

from collections.abc import Iterator

from jurat.nlp.dates.moment import Moment, covers
from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.quantities.quantity import Quantity, agrees
from jurat.nlp.terms import soft_stems
from jurat.observations import Coverage, ExtraneousClaim, KeyPoint, QuestionAnswer
from jurat.observers.grounding.entity_names import has_name
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.summaries.key_points import SalientPoint, key_points
from jurat.scoring.formulas import PARTLY_COVERED, point_label
from jurat.scoring.label_limits import LabelLimits
from jurat.spans import Span

CHANCE, ENOUGH = 0.25, 0.77
"""The share of a point's words that any summary of the article has, and the share of one that says it all."""
PARTLY = float(PARTLY_COVERED[1])
"""The most that is covered of a point which is not covered in full."""


def observe_coverage(
    article: IndexedDoc,
    summary: IndexedDoc,
    limits: LabelLimits,
    invented: tuple[ExtraneousClaim, ...],
    qags: tuple[QuestionAnswer, ...] | None = None,
    twisted: frozenset[int] = frozenset(),
) -> Coverage:
    """Key points with what covers them, and the words of the summary that the article does not entail.

    A sentence of the summary that is twisted, as it contradicts the article, covers no point in full.
    """
    points = key_points(article, limits)
    if points is None:
        low = limits.key_points[0]
        return Coverage(unscored=f"the article is too short for {low} key points")
    return Coverage(
        key_points=tuple(_judged(article, summary, point, twisted) for point in points),
        extraneous_tokens=len(extraneous(article, summary)),
        summary_tokens=len(summary.reading.words),
        extraneous_claims=invented,
        qags=qags,
    )


def extraneous(article: IndexedDoc, summary: IndexedDoc) -> list[DocWord]:
    """The words of the summary that the article does not entail: it has neither them nor any near to them."""
    return [word for word in summary.reading.words if word.content and not _entailed(article, summary, word)]


def _entailed(article: IndexedDoc, summary: IndexedDoc, word: DocWord) -> bool:
    """Whether a word is in the article, near to one that is, or too general to need it."""
    return (
        bool(article.places(word.stem))
        or word.stem in soft_stems()
        or has_name(article, word.stem)
        or (word.stem[0].isdigit() and _given(article, summary, word))
    )


def _given(article: IndexedDoc, summary: IndexedDoc, word: DocWord) -> bool:
    """Whether the figure that a word is part of is given in the article, however it is written there."""
    figure = summary.figure_at(word.token.start, word.token.end)
    return figure is not None and any(_same(figure, other) for other in _figures(article))


def _judged(
    article: IndexedDoc, summary: IndexedDoc, point: SalientPoint, twisted: frozenset[int]
) -> KeyPoint:
    covered, line = covered_by(article, summary, point)
    if line is not None and line.index in twisted:
        covered = min(covered, PARTLY)
    label = point_label(covered)
    place = Span("summary", line.start, line.end, summary.text[line.start : line.end]) if line else None
    return KeyPoint(
        label=label,
        text=point.text,
        span=Span("article", point.start, point.end, article.text[point.start : point.end]),
        evidence=place if label != "not" else None,
        covered=round(covered, 4),
    )


def covered_by(
    article: IndexedDoc, summary: IndexedDoc, point: SalientPoint
) -> tuple[float, DocSentence | None]:
    """How far the summary says a point, beyond words that any would have, and where it says most of it."""
    stems = {word.stem: word for word in point.words if word.content}
    if not stems:
        return 0.0, None
    held: dict[int, float] = {}
    share, most = 0.0, 1.0
    for stem, word in stems.items():
        places = summary.places(stem) or _by_value(article, summary, word)
        share += max(places.values(), default=0.0)
        if stem[0].isdigit() and not places:
            most = PARTLY
        for index, near in places.items():
            held[index] = held.get(index, 0.0) + near
    where = min(held, key=lambda index: (-round(held[index], 9), index), default=None)
    covered = (share / len(stems) - CHANCE) / (ENOUGH - CHANCE)
    return min(most, max(0.0, covered)), None if where is None else summary.lines[where]


def _by_value(article: IndexedDoc, summary: IndexedDoc, word: DocWord) -> dict[int, float]:
    """Where the summary gives the figure that a word of the article is part of, in another form."""
    if not word.stem[0].isdigit():
        return {}
    figure = article.figure_at(word.token.start, word.token.end)
    found = next((one for one in _figures(summary) if figure and _same(figure, one)), None)
    return {summary.lines_between(found.start, found.start)[0].index: 1.0} if found else {}


def _figures(text: IndexedDoc) -> Iterator[Quantity | Moment]:
    yield from text.distinct.quantities
    yield from text.distinct.moments


def _same(one: Quantity | Moment, other: Quantity | Moment) -> bool:
    if isinstance(one, Quantity):
        return isinstance(other, Quantity) and agrees(one, other) == "same"
    return isinstance(other, Moment) and covers(other, one)
