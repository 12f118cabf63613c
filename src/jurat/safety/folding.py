"""A text made plain for matching, with the way back to the characters as they were given."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from jurat.text.lexicons import look_alikes

_UNIFY = str.maketrans("‘’ʼ＇‐‑–—−\t\n\v\f\r\x85\u2028\u2029\xa0", "''''-----" + " " * 9)
_INVISIBLE = frozenset({"Cc", "Cf", "Mn", "Me"})
_SET_OFF = re.compile(r"[*`~\"“”„«»]|(?<![^\W_])_|_(?![^\W_])|</?[a-zA-Z]\w{0,9} ?/?>")
_UNEVEN = re.compile(rf"{_SET_OFF.pattern}|  |[\x00-\x1f\x7f]")
_DISGUISED = re.compile(r"(?<=[a-z])[013457@$](?=[a-z])")
_DIGITS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}


@dataclass(frozen=True, slots=True)
class Folded:
    """Lower-cased plain text; ``offsets`` is absent where every character kept its place."""

    text: str
    offsets: list[int] | None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the folded text stands in the given one."""
        if self.offsets is None or end <= start:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1

    def place(self, original: int) -> int:
        """Where a place of the given text stands in the folded one."""
        return original if self.offsets is None else bisect_left(self.offsets, original)


def fold(text: str) -> Folded:
    """Lower case, single spaces, nothing invisible; no marks that set words off, no digits for letters.

    >>> fold("Make a **B0MB**’s casing").text
    "make a bomb's casing"
    >>> fold("ki\u200bll").original(0, 4)
    (0, 5)
    """
    if text.isascii():
        plain_text = text.lower().translate(_UNIFY)
        if _UNEVEN.search(plain_text) is None:
            return Folded(_undisguise(plain_text), None)
    kept: list[str] = []
    offsets: list[int] = []
    marks = {place for mark in _SET_OFF.finditer(text) for place in range(*mark.span())}
    for index, character in enumerate(text):
        for plain in "" if index in marks else _plain(character):
            if plain == " " and kept and kept[-1] == " ":
                continue
            kept.append(plain)
            offsets.append(index)
    return Folded(_undisguise("".join(kept)), offsets)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """What one character is read as; nothing for an invisible one.

    >>> [_plain(character) for character in "É\u2063с—"]
    ['e', '', 'c', '-']
    """
    parts = unicodedata.normalize("NFKD", character.translate(_UNIFY))
    visible = "".join(part for part in parts if unicodedata.category(part) not in _INVISIBLE)
    return visible.translate(look_alikes()).casefold().translate(_UNIFY)


def _undisguise(text: str) -> str:
    """Digits and signs inside words read as the letters they stand for."""
    return _DISGUISED.sub(lambda match: _DIGITS[match[0]], text)
