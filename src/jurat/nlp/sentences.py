"""Sentences and segments, as offsets into the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from jurat.nlp.full_stops import ends_abbreviation, ends_sentence, numbers_an_item
from jurat.nlp.tokens import count_tokens

MAX_SENTENCE: Final = 4000
"""A longer stretch without an end is cut at white space."""
MIN_SEGMENT_TOKENS: Final = 6

_CLOSERS: Final = r"[\"'”’)\]»*_]"
_WIDE: Final = "。！？"
_END: Final = re.compile(
    rf"[.!?…{_WIDE}\n](?:(?<=[{_WIDE}\n])|(?<![.!?…]{{2}})[.!?…]*+(?P<closers>{_CLOSERS}*+)(?=\s|\Z))"
)
"""What may end a sentence. It begins with a set of characters, up to which a search runs fast."""
_BULLET: Final = re.compile(r"\s*(?:[-*•·‣▪◦–—>+]|\d{1,3}[.)]|\([a-z\d]{1,3}\)|#{1,6})\s")
_MARK: Final = re.compile(r"(?:\s|[-*•·‣▪◦–—>+](?=\s)|#{1,6}(?=\s))*+")
_SEGMENT_END: Final = re.compile(r"[.](?=\s|\Z)|[;\n]")

_KEPT: Final = 16
"""Texts whose sentences are kept: several steps ask for those of the same text."""


class Sentence(NamedTuple):
    """Where a sentence stands, without the white space and bullets around it."""

    start: int
    end: int


@lru_cache(maxsize=_KEPT)
def sentences(text: str) -> Sequence[Sentence]:
    """The sentences of a text; blank lines, bullets and lines that start anew are ends too.

    >>> text = 'Mr. Li paid $3.5 in the U.S. market. "Why?" he asked.\\n- First\\n- Second'
    >>> [text[s.start : s.end] for s in sentences(text)]
    ['Mr. Li paid $3.5 in the U.S. market.', '"Why?" he asked.', 'First', 'Second']
    """
    found: list[Sentence] = []
    start = 0
    for end in (*_ends(text), len(text)):
        found.extend(_pieces(text, start, end))
        start = end
    return tuple(found)


def segments(summary: str) -> list[Sentence]:
    """The parts of a summary that relevance looks at: cut at ``.``, ``;`` and line ends, six tokens or more.

    >>> text = "Acme Inc. grew 3.5 percent in the spring; nobody there knows why it did."
    >>> [text[s.start : s.end] for s in segments(text)]
    ['Acme Inc. grew 3.5 percent in the spring', 'nobody there knows why it did.']
    >>> segments("Too short. It is.")
    [Sentence(start=0, end=17)]
    """
    found: list[Sentence] = []
    start = 0
    for match in (*_SEGMENT_END.finditer(summary), None):
        if match and match[0] == "." and _belongs(summary, match.start()):
            continue
        end = match.end() if match else len(summary)
        stop = match.start() if match and match[0] != "." else end
        found.extend(_trimmed(summary, start, stop))
        start = end
    long = [s for s in found if count_tokens(summary[s.start : s.end]) >= MIN_SEGMENT_TOKENS]
    return long or list(_trimmed(summary, 0, len(summary)))


def _belongs(text: str, stop: int) -> bool:
    """Whether a full stop is part of an abbreviation or of a number, and not the last of the text."""
    rest = text[stop + 1 : stop + 40]
    return bool(rest.strip()) and (ends_abbreviation(text, stop) or numbers_an_item(text, stop))


def _ends(text: str) -> Iterator[int]:
    for match in _END.finditer(text):
        mark = text[match.start()]
        if _breaks(text, match.end()) if mark == "\n" else mark in _WIDE or _stops(text, match):
            yield match.end()


def _breaks(text: str, line: int) -> bool:
    """Whether a new line begins something new, rather than go on with a wrapped paragraph."""
    first = text[line : line + 80].lstrip(" \t\r")[:1]
    return not first.islower() or bool(_BULLET.match(text, line, line + 80))


def _stops(text: str, match: re.Match[str]) -> bool:
    marks = text[match.start() : match.start("closers")]
    if marks == ".":
        return ends_sentence(text, match.start(), match.end())
    first = text[match.end() : match.end() + 40].lstrip()[:1]
    quoted = match.end() > match.start("closers")
    return not first.islower() or not (quoted or marks.endswith(("..", "…")))


def _pieces(text: str, start: int, end: int) -> Iterator[Sentence]:
    """The stretch as one sentence, or as several where it is longer than any sentence."""
    while end - start > MAX_SENTENCE:
        cut = max(
            text.rfind(" ", start + 1, start + MAX_SENTENCE),
            text.rfind("\n", start + 1, start + MAX_SENTENCE),
        )
        cut = cut if cut > start else start + MAX_SENTENCE
        yield from _trimmed(text, start, cut)
        start = cut
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Sentence]:
    mark = _MARK.match(text, start, end)
    start = mark.end() if mark else start
    end = start + len(text[start:end].rstrip())
    if end > start:
        yield Sentence(start, end)
