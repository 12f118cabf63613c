"""A text made plain for matching, with the way back to the characters as they were given."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_UNIFY = str.maketrans(
    "‘’ʼ＇“”«»‐‑–—−\t\n\v\f\r\x85\u2028\u2029\xa0аеорсухіѕјԁһԛԝ",
    "''''\"\"\"\"-----" + " " * 9 + "aeopcyxisjdhqw",
)
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff\u180e\u034f\x00")
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


def fold(text: str) -> Folded:
    """Lower case, plain quotes, single spaces, no invisible characters, no digits in the place of letters.

    >>> fold("Make a B0MB’s casing").text
    "make a bomb's casing"
    >>> fold("ki\u200bll").original(0, 4)
    (0, 5)
    """
    if text.isascii() and "\x00" not in text:
        plain_text = text.lower().translate(_UNIFY)
        if "  " not in plain_text:
            return Folded(_undisguise(plain_text), None)
    kept: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(text):
        for plain in _plain(character):
            if plain == " " and kept and kept[-1] == " ":
                continue
            kept.append(plain)
            offsets.append(index)
    return Folded(_undisguise("".join(kept)), offsets)


def _plain(character: str) -> str:
    if character.isascii():
        return "" if character == "\x00" else character.lower().translate(_UNIFY)
    if character in _INVISIBLE or unicodedata.combining(character):
        return ""
    return unicodedata.normalize("NFKC", character).casefold().translate(_UNIFY)


def _undisguise(text: str) -> str:
    """Digits and signs inside words read as the letters they stand for."""
    return _DISGUISED.sub(lambda match: _DIGITS[match[0]], text)
