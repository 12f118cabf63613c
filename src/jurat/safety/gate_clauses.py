"""Clauses: the stretches that an excuse covers. What excuses one clause says nothing about the next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from jurat.safety.word_lists import compiled

_BOUNDARY = (
    r"[.!?]+[')\]]*(?= |$)|[;:|]+(?!//)(?=\W|$)| -+ (?! )|--+|"
    r",(?= *(?:(?:and|so|or) )?{turning})| (?={turn_anywhere}\b)| (?=(?:and|so|because|since) {hand_over}\b)"
)
_SENTENCE = re.compile(r"[.!?]+(?= |$)")
_LISTED = re.compile(r"\n[ \t]*(?=[^\w\s\"'“‘«(),.;:!?…]|\d{1,3}(?:[.)]|\ufe0f?\u20e3)|[a-z]\))|\n[ \t]*\n")
_NEW_LINE = re.compile(r"\n[ \t]*(?=[A-Z])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|vs|etc|e\.g|i\.e|u\.s|jr|sr|inc)|\b[a-z]|^ *\d{1,3})\.$"
)


@dataclass(frozen=True, slots=True)
class GateClause:
    """A clause, by its place in the folded text."""

    start: int
    end: int


def clauses(folded: str, breaks: list[int] | None = None) -> list[GateClause]:
    """The clauses of a folded text; ``breaks`` are places where a line break or list item divides too.

    >>> text = "i can't believe how easy it is: here is how to bake"
    >>> [text[c.start : c.end] for c in clauses(text)]
    ["i can't believe how easy it is:", 'here is how to bake']
    """
    ends = [m.end() for m in _boundary().finditer(folded) if not _abbreviated(folded, m)]
    cuts = sorted({*ends, *(breaks or ()), len(folded)})
    found = []
    start = 0
    for cut in cuts:
        begin = start
        while begin < cut and folded[begin] == " ":
            begin += 1
        if begin < cut:
            found.append(GateClause(begin, cut))
        start = cut
    return found


@lru_cache(maxsize=1)
def _boundary() -> re.Pattern[str]:
    return compiled(_BOUNDARY)


def line_breaks(text: str) -> list[int]:
    """Where blank lines and list items divide a text as it was given."""
    return [match.end() for match in _LISTED.finditer(text)]


def new_lines(text: str) -> list[int]:
    """Where a line begins with a capital: with a new clause, or with a name in the middle of one."""
    return [match.end() for match in _NEW_LINE.finditer(text)]


def sentence_end(folded: str) -> int:
    """Where the first sentence of a folded text ends.

    >>> sentence_end("dr. a. fell. he rose.")
    12
    """
    for match in _SENTENCE.finditer(folded):
        if not _abbreviated(folded, match):
            return match.end()
    return len(folded)


def _abbreviated(folded: str, boundary: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or the number of a list item."""
    if boundary[0] != ".":
        return False
    return _ABBREVIATION.search(folded[max(0, boundary.start() - 6) : boundary.end()]) is not None
