"""Key points: the few statements that together say what an article is about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from jurat.observers.rules.salience import ranked
from jurat.rules.limits import Limits
from jurat.text.readings import Line, Reading, Word

REDUNDANT = 0.6
"""A point that shares more of its words with one already chosen says nothing new."""
_PER_POINT = 2
_KEPT = 64
_BREAK = re.compile(r"[;:,]\s|\s[–—-]\s|\s(?:and|but|while|which|who|because|after|before)\s")


@dataclass(frozen=True, slots=True)
class Point:
    """A stretch of the article that makes one point."""

    text: str
    start: int
    end: int
    words: tuple[Word, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems that carry its meaning."""
        return frozenset(word.stem for word in self.words if word.content)


@lru_cache(maxsize=_KEPT)
def key_points(article: Reading, limits: Limits) -> tuple[Point, ...] | None:
    """The article's key points in the order of the text; none where it is too short to have enough."""
    low, high = limits.key_points
    wanted = max(low, min(high, 2 + len(article.lines) // _PER_POINT))
    lines = ranked(article)
    chosen = _distinct((_whole(article, line) for line in lines), wanted, limits.key_point_tokens)
    if len(chosen) < low:
        halves = [half for line in lines for half in _split(article, _whole(article, line))]
        chosen = _distinct(_most_pieces(article, halves, low), wanted, limits.key_point_tokens)
    return tuple(sorted(chosen, key=lambda point: point.start)) if len(chosen) >= low else None


def _distinct(pieces: Iterable[Point], wanted: int, tokens: int) -> list[Point]:
    """The first pieces that are long enough and say something new each."""
    chosen: list[Point] = []
    for piece in pieces:
        if len(chosen) == wanted:
            break
        if len(piece.words) >= tokens and piece.stems and not _said(piece, chosen):
            chosen.append(piece)
    return chosen


def _said(piece: Point, chosen: list[Point]) -> bool:
    """Whether what a piece says is said already."""
    return any(len(piece.stems & other.stems) > REDUNDANT * len(piece.stems) for other in chosen)


def _whole(article: Reading, line: Line) -> Point:
    return Point(article.text[line.start : line.end], line.start, line.end, line.words)


def _point(article: Reading, start: int, end: int) -> Point:
    everything = article.words
    first = bisect_left(everything, start, key=_place)
    words = tuple(everything[first : bisect_left(everything, end, key=_place)])
    return Point(article.text[start:end], start, end, words)


def _place(word: Word) -> int:
    return word.token.start


def _split(article: Reading, piece: Point) -> Iterator[Point]:
    """A long sentence in its clauses, roughly: cut at the break that is nearest to its middle."""
    middle = (piece.start + piece.end) // 2
    breaks = [match.end() for match in _BREAK.finditer(article.text, piece.start, piece.end)]
    inside = [place for place in breaks if piece.start < place < piece.end]
    if not inside:
        yield piece
        return
    cut = min(inside, key=lambda place: (abs(place - middle), place))
    yield from (_trim(article, piece.start, cut), _trim(article, cut, piece.end))


def _trim(article: Reading, start: int, end: int) -> Point:
    """A stretch without the punctuation and joining words around it."""
    text = article.text[start:end]
    left = len(text) - len(text.lstrip(" ,;:–—-\n"))
    return _point(article, start + left, start + left + len(text.strip(" ,;:–—-\n")))


def _most_pieces(article: Reading, pieces: list[Point], wanted: int) -> list[Point]:
    """Pieces cut once more where there are still too few."""
    while len(pieces) < wanted:
        finer = [half for piece in pieces for half in _split(article, piece)]
        if len(finer) == len(pieces):
            return pieces
        pieces = finer
    return pieces
