"""Full stops: which of them end a sentence, and which belong to an abbreviation or a numbering."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_table
from jurat.nlp.tokens import stop_words

_BEFORE: Final = re.compile(r"[^\s()\[\]{}\"“”‘’,;:!?/—–]+\Z")
_AFTER: Final = re.compile(r"\s*[\"'“”‘’(\[«*_]*([^\W_]+(?:['’.][^\W_]+)*)?")
_NUMBERING: Final = re.compile(r"(?:^|\n)[^\S\n]*[*_(]*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\Z")
_INITIAL: Final = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]\Z")
_LOOK: Final = 40
_SHORT: Final = 3


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """Words whose full stop is their own: inner never end a sentence, outer and closing may."""

    inner: frozenset[str]
    outer: frozenset[str]
    closing: frozenset[str]
    continuing: frozenset[str]


@cache
def abbreviations() -> Abbreviations:
    """The abbreviations of the data file.

    >>> "mr" in abbreviations().inner, "inc" in abbreviations().outer
    (True, True)
    """
    table = read_table("abbreviations.toml")
    names = ("inner", "outer", "closing", "continuing")
    return Abbreviations(*(frozenset(table[name]) for name in names))


def ends_sentence(text: str, stop: int, after: int) -> bool:
    """Whether the full stop at ``stop`` ends a sentence; what follows it and its quotes begins at ``after``.

    >>> ends_sentence("Mr. Smith left.", 2, 3), ends_sentence("It rained. We left.", 9, 10)
    (False, True)
    """
    before = _word_before(text, stop)
    if numbers_an_item(text, stop):
        return False
    following = _AFTER.match(text, after, after + _LOOK)
    first = following[1] if following else None
    if first is None:
        return True
    if before in abbreviations().inner and text[stop - 1 : stop] != " ":
        return False
    if before in abbreviations().closing:
        goes_on = first.isupper() or first.casefold() in abbreviations().continuing
        return _starts_sentence(first) or (first[0].isupper() and not goes_on)
    if before in abbreviations().outer or (_INITIAL.match(before) and not text[stop - 1].isspace()):
        return _starts_sentence(first)
    return not first[0].islower() or _is_word(before) or text[stop - 1 : stop].isspace()


def ends_abbreviation(text: str, stop: int) -> bool:
    """Whether the full stop belongs to an abbreviation or an initial.

    >>> ends_abbreviation("Acme Inc. grew", 8), ends_abbreviation("It grew. Fast", 7)
    (True, False)
    """
    before = _word_before(text, stop)
    known = abbreviations()
    return before in known.inner or before in known.outer or bool(_INITIAL.match(before))


def numbers_an_item(text: str, stop: int) -> bool:
    """Whether the full stop closes a list numbering at the start of a line, as in ``1.``

    >>> numbers_an_item("1. Mix.", 1), numbers_an_item("Take 1. Mix.", 6)
    (True, False)
    """
    return _begins_line(text, stop) and bool(_NUMBERING.search(text, max(0, stop - _LOOK), stop))


def _begins_line(text: str, stop: int) -> bool:
    line = text.rfind("\n", max(0, stop - _LOOK), stop)
    return line >= 0 or stop < _LOOK


def _word_before(text: str, stop: int) -> str:
    found = _BEFORE.search(text[max(0, stop - _LOOK) : stop])
    return found[0].casefold() if found else ""


def _starts_sentence(word: str) -> bool:
    """Whether a word is written like the first of a sentence and is one that often is."""
    return word[0].isupper() and word.casefold() in stop_words() and word != "I"


def _is_word(before: str) -> bool:
    """Whether this is more likely a word than an abbreviation that no list holds."""
    return len(before) > _SHORT or before in stop_words()
