"""Coverage by rule: the points that carry the article, how far the summary has them, and what it adds."""

from __future__ import annotations

from collections.abc import Iterator

from jurat.observations import Coverage, ExtraneousClaim, KeyPoint, QuestionAnswer
from jurat.observers.rules.document import Document
from jurat.observers.rules.names import knows
from jurat.observers.rules.points import Point, key_points
from jurat.observers.rules.telling import soft_stems
from jurat.rules.formulas import PARTLY_COVERED, point_label
from jurat.rules.limits import Limits
from jurat.spans import Span
from jurat.text.dates import Moment, covers
from jurat.text.quantities import Quantity, agrees
from jurat.text.readings import Line, Word

CHANCE, ENOUGH = 0.25, 0.77
"""The share of a point's words that any summary of the article has, and the share of one that says it all."""
PARTLY = float(PARTLY_COVERED[1])
"""The most that is covered of a point which is not covered in full."""


def observe_coverage(
    article: Document,
    summary: Document,
    limits: Limits,
    invented: tuple[ExtraneousClaim, ...],
    qags: tuple[QuestionAnswer, ...] | None = None,
    twisted: frozenset[int] = frozenset(),
) -> Coverage:
    """Key points with what covers them, and the words of the summary that the article does not entail.

    A sentence of the summary that is twisted, as it contradicts the article, covers no point in full.
    """
    points = key_points(article.reading, limits)
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
    return figure is not None and any(_same(figure, other) for other in _figures(article))


def _judged(article: Document, summary: Document, point: Point, twisted: frozenset[int]) -> KeyPoint:
    covered, line = covered_by(article, summary, point)
    if line is not None and line.index in twisted:
        covered = min(covered, PARTLY)
    label = point_label(covered)
    place = Span("summary", line.start, line.end, summary.text[line.start : line.end]) if line else None
    return KeyPoint(
        label=label,
        text=point.text,
        span=Span("article", point.start, point.end, point.text),
        evidence=place if label != "not" else None,
        covered=round(covered, 4),
    )


def covered_by(article: Document, summary: Document, point: Point) -> tuple[float, Line | None]:
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


def _by_value(article: Document, summary: Document, word: Word) -> dict[int, float]:
    """Where the summary gives the figure that a word of the article is part of, in another form."""
    if not word.stem[0].isdigit():
        return {}
    figure = article.figure_at(word.token.start, word.token.end)
    found = next((one for one in _figures(summary) if figure and _same(figure, one)), None)
    return {summary.lines_between(found.start, found.start)[0].index: 1.0} if found else {}


def _figures(text: Document) -> Iterator[Quantity | Moment]:
    yield from text.distinct.quantities
    yield from text.distinct.moments


def _same(one: Quantity | Moment, other: Quantity | Moment) -> bool:
    if isinstance(one, Quantity):
        return isinstance(other, Quantity) and agrees(one, other) == "same"
    return isinstance(other, Moment) and covers(other, one)
