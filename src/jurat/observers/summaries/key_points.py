"""Key points: the few statements that together say what an article is about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from jurat.nlp.doc import Doc, DocSentence, DocWord
from jurat.nlp.tokens import count_tokens
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.question_choice import is_prose
from jurat.observers.summaries.salience import ranked
from jurat.observers.summaries.short_statements import short_statement
from jurat.scoring.label_limits import LabelLimits
from jurat.verifier.text_layout import ITEM_NUMBER, TABLE_HEAD

REDUNDANT = 0.6
"""A point that shares more of its words with one already chosen says nothing new."""
LONGEST = 30
"""Tokens of a point at most, where its sentence can be shortened."""
_PER_POINT = 2
_KEPT = 64
_GREETING = re.compile(r"(?:hi|hello|dear|thanks|thank you|(?:best |kind )?regards)\b", re.IGNORECASE)
_BREAK = re.compile(r"[;:,]\s|\s[–—-]\s|\s(?:and|but|while|which|who|because|after|before)\s")


@dataclass(frozen=True, slots=True)
class SalientPoint:
    """A stretch of the article that makes one point."""

    text: str
    start: int
    end: int
    words: tuple[DocWord, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems that carry its meaning."""
        return frozenset(word.stem for word in self.words if word.content)


@lru_cache(maxsize=_KEPT)
def key_points(article: IndexedDoc, limits: LabelLimits) -> tuple[SalientPoint, ...] | None:
    """The article's key points in the order of the text; none where it is too short to have enough."""
    low, high = limits.key_points
    wanted = max(low, min(high, 2 + len(article.lines) // _PER_POINT))
    prose, asides = _split_asides(article)
    lines, tokens = [*prose, *asides], limits.key_point_tokens
    chosen = _distinct((_stated(article, line, tokens) for line in prose), wanted, tokens)
    if len(chosen) < low and asides:
        chosen = _distinct((_stated(article, line, tokens) for line in lines), low, tokens)
    if len(chosen) < low:
        text = article.reading
        halves = [half for line in lines for half in _split(text, _whole(text, line))]
        chosen = _distinct(_most_pieces(text, halves, low), wanted, tokens)
    return tuple(sorted(chosen, key=lambda point: point.start)) if len(chosen) >= low else None


def _split_asides(article: IndexedDoc) -> tuple[list[DocSentence], list[DocSentence]]:
    """The sentences, the most telling first, and apart from them rows of tables, headings and greetings."""
    heads = [match.span() for match in TABLE_HEAD.finditer(article.text)] if "|" in article.text else []
    prose: list[DocSentence] = []
    asides: list[DocSentence] = []
    for line in ranked(article.reading):
        said = article.text[line.start : line.end].strip()
        if is_prose(said) and not _GREETING.match(said):
            prose.append(line)
        elif not any(start <= line.start < end for start, end in heads):
            asides.append(line)
    return prose, asides


def _distinct(pieces: Iterable[SalientPoint], wanted: int, tokens: int) -> list[SalientPoint]:
    """The first pieces that are long enough and say something new each."""
    chosen: list[SalientPoint] = []
    for piece in pieces:
        if len(chosen) == wanted:
            break
        if len(piece.words) >= tokens and piece.stems and not _said(piece, chosen):
            chosen.append(piece)
    return chosen


def _said(piece: SalientPoint, chosen: list[SalientPoint]) -> bool:
    """Whether what a piece says is said already."""
    return any(len(piece.stems & other.stems) > REDUNDANT * len(piece.stems) for other in chosen)


def _stated(article: IndexedDoc, line: DocSentence, tokens: int) -> SalientPoint:
    """What a sentence states in its main clause, or all of it where that cannot be told."""
    found = short_statement(article, line, LONGEST)
    if found is None or count_tokens(found.text) < tokens:
        return _whole(article.reading, line)
    return SalientPoint(found.text, found.start, found.end, found.words(article))


def _whole(article: Doc, line: DocSentence) -> SalientPoint:
    """All of a sentence, without its number in a list."""
    number = ITEM_NUMBER.match(article.text, line.start, line.end)
    if number is not None:
        return _point(article, number.end(), line.end)
    return SalientPoint(article.text[line.start : line.end], line.start, line.end, line.words)


def _point(article: Doc, start: int, end: int) -> SalientPoint:
    everything = article.words
    first = bisect_left(everything, start, key=_place)
    words = tuple(everything[first : bisect_left(everything, end, key=_place)])
    return SalientPoint(article.text[start:end], start, end, words)


def _place(word: DocWord) -> int:
    return word.token.start


def _split(article: Doc, piece: SalientPoint) -> Iterator[SalientPoint]:
    """A long sentence in its clauses, roughly: cut at the break that is nearest to its middle."""
    middle = (piece.start + piece.end) // 2
    breaks = [match.end() for match in _BREAK.finditer(article.text, piece.start, piece.end)]
    inside = [place for place in breaks if piece.start < place < piece.end]
    if not inside:
        yield piece
        return
    cut = min(inside, key=lambda place: (abs(place - middle), place))
    yield from (_trim(article, piece.start, cut), _trim(article, cut, piece.end))


def _trim(article: Doc, start: int, end: int) -> SalientPoint:
    """A stretch without the punctuation and joining words around it."""
    text = article.text[start:end]
    left = len(text) - len(text.lstrip(" ,;:–—-\n"))
    return _point(article, start + left, start + left + len(text.strip(" ,;:–—-\n")))


def _most_pieces(article: Doc, pieces: list[SalientPoint], wanted: int) -> list[SalientPoint]:
    """Pieces cut once more where there are still too few."""
    while len(pieces) < wanted:
        finer = [half for piece in pieces for half in _split(article, piece)]
        if len(finer) == len(pieces):
            return pieces
        pieces = finer
    return pieces
