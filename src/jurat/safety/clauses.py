"""Clauses: the stretches that an excuse covers. What excuses one clause says nothing about the next."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TURN = (
    r"but|however|yet|though|nevertheless|nonetheless|still|that said|having said that|anyway|instead|"
    r"here(?:'s| is| are)|(?:you|one) (?:can|could|should|need|must|have to|may|will|just)|"
    r"first(?:ly)?|next|then|just|simply|so here|start by|begin by|follow these"
)
_BOUNDARY = re.compile(
    r"[.!?]+[\"')\]]*(?= |$)|[;:|]+(?!//)(?=\W|$)| -+ (?! )|--+|"
    rf",(?= *(?:and |so |or )?(?:{_TURN})\b)|"
    rf" (?=(?:but|however|nevertheless|nonetheless)\b)|"
    rf" (?=(?:and|so|because|since) (?:here(?:'s| is| are)|you (?:can|could|should|need|just))\b)"
)
_SENTENCE = re.compile(r"[.!?]+(?= |$)")
_LISTED = re.compile(r"\n[ \t]*(?=[-*•#]|\d{1,3}[.)])|\n[ \t]*\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|vs|etc|e\.g|i\.e|u\.s|jr|sr|inc)|\b[a-z]|^ *\d{1,3})\.$"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, by its place in the folded text."""

    start: int
    end: int


def clauses(folded: str, breaks: list[int] | None = None) -> list[Clause]:
    """The clauses of a folded text; ``breaks`` are places where a line break or list item divides too.

    >>> text = "i can't believe how easy it is: here is how to bake"
    >>> [text[c.start : c.end] for c in clauses(text)]
    ["i can't believe how easy it is:", 'here is how to bake']
    """
    ends = [m.end() for m in _BOUNDARY.finditer(folded) if not _abbreviated(folded, m)]
    cuts = sorted({*ends, *(breaks or ()), len(folded)})
    found = []
    start = 0
    for cut in cuts:
        begin = start
        while begin < cut and folded[begin] == " ":
            begin += 1
        if begin < cut:
            found.append(Clause(begin, cut))
        start = cut
    return found


def line_breaks(text: str) -> list[int]:
    """Where blank lines and list items divide a text as it was given."""
    return [match.end() for match in _LISTED.finditer(text)]


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
