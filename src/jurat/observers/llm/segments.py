"""A summary cut into the segments that Relevance judges."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from jurat.spans import Span
from jurat.text.tokens import count_tokens

SHORTEST = 6
_CUT = re.compile(r"[;\n]|\.(?=\s|\Z)")
_LAST = re.compile(r"(?:[^\W\d_]\.)*[^\W_]{1,12}\Z")


def segments(summary: str) -> list[Span]:
    """The stretches between full stops, semicolons and newlines that have at least six tokens.

    If none has, the whole summary is one segment. A full stop after an abbreviation, an initial or a list's
    number does not end a segment.

    >>> text = "Mr. Hale of the U.S. Navy arrived at 5 p.m. today. It rained; they all stayed at home then."
    >>> [one.text for one in segments(text)]
    ['Mr. Hale of the U.S. Navy arrived at 5 p.m. today', 'they all stayed at home then']
    """
    cuts = [match.start() for match in _CUT.finditer(summary) if _ends(summary, match)]
    found, start = [], 0
    for cut in [*cuts, len(summary)]:
        found.append(_trimmed(summary, start, cut))
        start = cut + 1
    kept = [one for one in found if count_tokens(one.text) >= SHORTEST]
    return kept or [_trimmed(summary, 0, len(summary))]


def _ends(summary: str, match: re.Match[str]) -> bool:
    if match[0] != ".":
        return True
    before = summary[max(0, match.start() - 24) : match.start()]
    last = _LAST.search(before)
    if last is None:
        return True
    word = last[0].casefold()
    initial = len(word) == 1 and word.isalpha()
    listed = word.isdigit() and not before[: last.start()].rpartition("\n")[2].strip() and match.start() < 24
    return not (word in _abbreviations() or initial or listed)


def _trimmed(summary: str, start: int, end: int) -> Span:
    text = summary[start:end]
    start += len(text) - len(text.lstrip())
    return Span("summary", start, start + len(text.strip()), text.strip())


@lru_cache(maxsize=1)
def _abbreviations() -> frozenset[str]:
    lines = (files("jurat.observers.llm") / "abbreviations.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))
