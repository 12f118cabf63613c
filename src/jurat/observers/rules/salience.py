"""Which sentences of an article carry it: by place, by shared words, by names and figures."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from jurat.text.readings import Line, Reading

PLACE = 1.0
CENTRE = 1.0
DETAIL = 0.25
_MIN_WORDS, _GOOD_WORDS = 4, 8
_MOST_LINES = 400
_KEPT = 64


def salience(article: Reading, line: Line, scale: float) -> float:
    """How much a sentence tells of what the article is about, where its most frequent words set the scale."""
    content = line.content
    if len(content) < _MIN_WORDS:
        return 0.0
    place = 1 / sqrt(1 + line.index)
    frequent = [article.counts[word.stem] for word in content]
    centre = sum(min(count, 10) - 1 for count in frequent) / len(content) / scale
    details = sum(1 for word in content if word.capital or word.stem[0].isdigit())
    length = min(1.0, len(content) / _GOOD_WORDS)
    return (PLACE * place + CENTRE * centre + DETAIL * min(1.0, details / 4)) * length


def _scale(article: Reading) -> float:
    """The frequency of the words that the article repeats most, to compare with."""
    stems = {word.stem for word in article.words if word.content}
    top = sorted((min(article.counts[one], 10) - 1 for one in stems), reverse=True)[:5]
    return max(1.0, sum(top) / len(top)) if top else 1.0


@lru_cache(maxsize=_KEPT)
def ranked(article: Reading) -> tuple[Line, ...]:
    """The sentences, the most telling first; of two that tell the same the earlier one."""
    lines, scale = article.lines[:_MOST_LINES], _scale(article)
    return tuple(sorted(lines, key=lambda line: (-salience(article, line, scale), line.index)))
