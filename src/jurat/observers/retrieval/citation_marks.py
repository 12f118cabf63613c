"""Citations of passages in a response: marks such as [1], [1, 3] and [2-4], and their sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jurat.nlp.sentences import sentences

_MARK = re.compile(r"\[\s*(\d{1,3}(?:\s*[-–,;]\s*\d{1,3}){0,20})\s*\]")
_PART = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
_WIDEST = 50
"""Passages that one range may name."""


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence from `start` to `end`, with spaces instead of its marks, and the numbers it cites."""

    start: int
    end: int
    text: str
    cites: tuple[int, ...]


def citing_sentences(response: str) -> list[CitingSentence]:
    """Return the sentences that cite something; a mark after a full stop belongs to the sentence before it.

    >>> found = citing_sentences("Tea is old [1]. It came from China. [2, 3] It is cheap.")
    >>> [(one.text.strip(), one.cites) for one in found]
    [('Tea is old    .', (1,)), ('It came from China.', (2, 3))]
    """
    marks = [(found.start(), _numbers(found[1])) for found in _MARK.finditer(response)]
    if not marks:
        return []
    plain = without_marks(response)
    places = [(one.start, one.end) for one in sentences(plain) if plain[one.start : one.end].strip()]
    cited: dict[tuple[int, int], dict[int, None]] = {}
    for start, numbers in marks:
        home = max((place for place in places if place[0] <= start), default=None)
        if home is not None:
            cited.setdefault(home, {}).update(dict.fromkeys(numbers))
    return [
        CitingSentence(start, end, plain[start:end], tuple(numbers))
        for (start, end), numbers in sorted(cited.items())
    ]


def without_marks(response: str) -> str:
    """Return a response with spaces instead of its marks, so that places stay.

    >>> without_marks("Tea is old [1].")
    'Tea is old    .'
    """
    return _MARK.sub(lambda found: " " * len(found[0]), response)


def _numbers(written: str) -> list[int]:
    """Return the numbers of a mark; a range names all of its passages.

    >>> _numbers("1, 3-5"), _numbers("5-3")
    ([1, 3, 4, 5], [5, 3])
    """
    found: list[int] = []
    for first, last in _PART.findall(written):
        low, high = int(first), int(last or first)
        found += range(low, high + 1) if low <= high < low + _WIDEST else [low, high]
    return found
