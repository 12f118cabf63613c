"""Normalise characters with offsets that still point into the text as it was given.

Three forms, each for one reader: ``strip_invisible`` removes characters that are not displayed, before
grounding; ``fold_for_matching`` makes plain lower-case text for the patterns of the safety gate;
``fold_characters`` undoes case, accents and look-alike letters for the toxicity lexicon.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from jurat.nlp.lexicon.loader import read_lines

_UNSEEN: Final = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_UNIFY = str.maketrans("‘’ʼ＇‐‑–—−\t\n\v\f\r\x85\u2028\u2029\xa0", "''''-----" + " " * 9)
_DROPPED_IN_MATCHING = frozenset({"Cc", "Cf", "Mn", "Me"})
_SET_OFF = re.compile(r"[*`~\"“”„«»]|(?<![^\W_])_|_(?![^\W_])|</?[a-zA-Z]\w{0,9} ?/?>")
_UNEVEN = re.compile(rf"{_SET_OFF.pattern}|  |[\x00-\x1f\x7f]")
_DISGUISED = re.compile(r"(?<=[a-z])[013457@$](?=[a-z])")
_DIGITS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}
_ACCENTED = {
    "ß": "ss",
    "ø": "o",
    "đ": "d",
    "ł": "l",
    "’": "'",
    "‘": "'",
    "ʼ": "'",
    "＇": "'",
    "‐": "-",
    "‑": "-",
}


class VisibleText(NamedTuple):
    """A text as it is seen, the text as it was given, and what is missing from the first."""

    text: str
    given: str
    gaps: tuple[tuple[int, int], ...] = ()
    """Where an unseen run was left out of the text, and how many characters are missing from there on."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of what is seen stands in the original.

        >>> strip_invisible("su\u00adgar").original(0, 5)
        (0, 6)
        """
        before = max((missing for place, missing in self.gaps if place <= start), default=0)
        within = max((missing for place, missing in self.gaps if place < end), default=0)
        return start + before, max(end + within, start + before)


def strip_invisible(text: str) -> VisibleText:
    """A text without the characters that nobody sees.

    >>> strip_invisible("met\u200bformin").text
    'metformin'
    """
    if text.isascii() or not _UNSEEN.search(text):
        return VisibleText(text, text)
    gaps: list[tuple[int, int]] = []
    missing = 0
    for run in _UNSEEN.finditer(text):
        place = run.start() - missing
        missing += run.end() - run.start()
        gaps.append((place, missing))
    return VisibleText(_UNSEEN.sub("", text), text, tuple(gaps))


@dataclass(frozen=True, slots=True)
class FoldedText:
    """Lower-cased plain text; ``offsets`` is absent where every character kept its place."""

    text: str
    offsets: list[int] | None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the folded text stands in the given one."""
        if self.offsets is None or end <= start:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1

    def folded_offset(self, original: int) -> int:
        """Where a place of the given text stands in the folded one."""
        return original if self.offsets is None else bisect_left(self.offsets, original)


def fold_for_matching(text: str) -> FoldedText:
    """Lower case, single spaces, nothing invisible; no marks that set words off, no digits for letters.

    >>> fold_for_matching("Make a **B0MB**’s casing").text
    "make a bomb's casing"
    >>> fold_for_matching("ki\u200bll").original(0, 4)
    (0, 5)
    """
    if text.isascii():
        plain_text = text.lower().translate(_UNIFY)
        if _UNEVEN.search(plain_text) is None:
            return FoldedText(_digits_as_letters(plain_text), None)
    kept: list[str] = []
    offsets: list[int] = []
    marks = {place for mark in _SET_OFF.finditer(text) for place in range(*mark.span())}
    for index, character in enumerate(text):
        for plain in "" if index in marks else _matching_form(character):
            if plain == " " and kept and kept[-1] == " ":
                continue
            kept.append(plain)
            offsets.append(index)
    return FoldedText(_digits_as_letters("".join(kept)), offsets)


@lru_cache(maxsize=4096)
def _matching_form(character: str) -> str:
    """What one character is read as; nothing for an invisible one.

    >>> [_matching_form(character) for character in "É\u2063с—"]
    ['e', '', 'c', '-']
    """
    parts = unicodedata.normalize("NFKD", character.translate(_UNIFY))
    visible = "".join(part for part in parts if unicodedata.category(part) not in _DROPPED_IN_MATCHING)
    return visible.translate(look_alikes()).casefold().translate(_UNIFY)


def _digits_as_letters(text: str) -> str:
    """Digits and signs inside words read as the letters they stand for."""
    return _DISGUISED.sub(lambda match: _DIGITS[match[0]], text)


@dataclass(frozen=True, slots=True)
class FoldedCharacters:
    """A text as it is read, and where each of its characters stands in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def fold_characters(text: str) -> FoldedCharacters:
    """The text without case, accents, invisible characters and look-alike letters.

    >>> fold_characters("Ｆu\u200bс\u0301k").text
    'fuck'
    >>> folded = fold_characters("a ﬁne"); folded.text, list(folded.starts), list(folded.ends)
    ('a fine', [0, 1, 2, 2, 3, 4], [1, 2, 3, 3, 4, 5])
    """
    if text.isascii():
        return FoldedCharacters(text.lower(), range(len(text)), range(1, len(text) + 1))
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, character in enumerate(text):
        plain = _base_form(character)
        if not plain and ends and unicodedata.combining(character):
            ends[-1] = index + 1
        out.append(plain)
        starts.extend([index] * len(plain))
        ends.extend([index + 1] * len(plain))
    return FoldedCharacters("".join(out), starts, ends)


@lru_cache(maxsize=4096)
def _base_form(character: str) -> str:
    """What one character is read as; nothing for an invisible one.

    >>> [_base_form(character) for character in "É\u200dс"]
    ['e', '', 'c']
    """
    parts = unicodedata.normalize("NFKD", _ACCENTED.get(character, character))
    visible = [part for part in parts if unicodedata.category(part) not in {"Mn", "Me", "Cf"}]
    return "".join(_ACCENTED.get(part, part) for part in visible).translate(look_alikes()).casefold()


@cache
def look_alikes() -> dict[int, str]:
    """Return letters of other scripts with the Latin letter each looks like, for ``str.translate``.

    >>> "Сор".translate(look_alikes())
    'Cop'
    """
    pairs = (line.split() for line in read_lines("look_alikes.txt"))
    return {ord(other): latin for latin, others in pairs for other in others}
