"""Seeing through disguised spellings, with offsets that still point into the text as it was written.

Folding undoes what a reader's eye undoes anyway: compatibility forms, letter case, accents, invisible
characters and letters of other scripts that are drawn like Latin ones. What is left (digits for letters,
stars, repeated letters, a letter too few, two letters swapped, words run together) is undone word by
word, and only where the word is not in the lexicon as it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from jurat.text.lexicons import HOSTILE, Lexicon, lexicon, look_alikes

_DIGITS = str.maketrans("013457890@$!+|", "oieastbgoasitl", "")
_ELLS = str.maketrans("013457890@$!+|", "oleastbgoasltl", "")
_LETTER = re.compile(r"[^\W\d_]")
_TRIPLED = re.compile(r"(.)\1{2,}")
_DOUBLED = re.compile(r"(.)\1+")
_LONGEST = 24
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


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as it is read, and where each of its characters stands in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def fold(text: str) -> Folded:
    """The text without case, accents, invisible characters and look-alike letters.

    >>> fold("Ｆu\u200bс\u0301k").text
    'fuck'
    >>> folded = fold("a ﬁne"); folded.text, list(folded.starts), list(folded.ends)
    ('a fine', [0, 1, 2, 2, 3, 4], [1, 2, 3, 3, 4, 5])
    """
    if text.isascii():
        return Folded(text.lower(), range(len(text)), range(1, len(text) + 1))
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, character in enumerate(text):
        plain = _plain(character)
        if not plain and ends and unicodedata.combining(character):
            ends[-1] = index + 1
        out.append(plain)
        starts.extend([index] * len(plain))
        ends.extend([index + 1] * len(plain))
    return Folded("".join(out), starts, ends)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """What one character is read as; nothing for an invisible one.

    >>> [_plain(character) for character in "É\u200dс"]
    ['e', '', 'c']
    """
    parts = unicodedata.normalize("NFKD", _ACCENTED.get(character, character))
    visible = [part for part in parts if unicodedata.category(part) not in {"Mn", "Me", "Cf"}]
    return "".join(_ACCENTED.get(part, part) for part in visible).translate(_table()).casefold()


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    return look_alikes()


@lru_cache(maxsize=8192)
def undisguised(word: str) -> tuple[str, ...]:
    """The words of the lexicon that a disguised spelling stands for, or none.

    >>> undisguised("w0men"), undisguised("fuuuck"), undisguised("sh!t"), undisguised("f**k")
    (('women',), ('fuck',), ('shit',), ('fuck',))
    >>> undisguised("womn"), undisguised("sosickening"), undisguised("therapist"), undisguised("1990")
    (('women',), ('so', 'sickening'), (), ())
    """
    known = lexicon()
    if (len(word) > _LONGEST and not _TRIPLED.search(word)) or not _LETTER.search(word):
        return ()
    if word in known.innocent:
        return ()
    if "*" in word or "#" in word:
        return _uncensored(word)
    for candidate in _respelled(word):
        if known.find(candidate):
            return (candidate,)
    if not word.isalpha():
        return ()
    near = _misspellings().get(word)
    return (near,) if near else _run_together(word, known)


def _respelled(word: str) -> Iterator[str]:
    """The word with digits and signs read as letters, and with repeated letters reduced."""
    plain = [word] if word.isalpha() else [word.translate(_DIGITS), word.translate(_ELLS)]
    for spelling in plain:
        if spelling != word:
            yield spelling
        if _TRIPLED.search(spelling):
            yield _TRIPLED.sub(r"\1", spelling)
            yield _TRIPLED.sub(r"\1\1", spelling)
            yield _DOUBLED.sub(r"\1", spelling)


def _uncensored(word: str) -> tuple[str, ...]:
    """The first offensive word that fits a spelling with stars for letters."""
    if len(word) > _LONGEST or not word[0].isalpha():
        return ()
    shape = re.compile(re.sub(r"[*#]", ".", re.escape(word).replace(r"\*", "*").replace(r"\#", "#")))
    for candidate in _offensive():
        if len(candidate) == len(word) and shape.fullmatch(candidate):
            return (candidate,)
    return ()


def _run_together(word: str, known: Lexicon) -> tuple[str, ...]:
    """Two words of the lexicon written as one, at least one of them hostile or naming a group."""
    for cut in range(2, len(word) - 1):
        left, right = word[:cut], word[cut:]
        one, other = known.find(left), known.find(right)
        if one and other and (_telling(left, known) or _telling(right, known)):
            return (left, right)
    return ()


def _telling(word: str, known: Lexicon) -> bool:
    entry = known.find(word)
    return len(word) >= 4 and entry is not None and bool(entry.classes & (HOSTILE | {"GROUPS"}))


@lru_cache(maxsize=1)
def _offensive() -> tuple[str, ...]:
    """Single words a writer would censor, swear words first, then slurs, in the order of the files."""
    entries = lexicon().entries
    profane = [words[0] for words, entry in entries.items() if len(words) == 1 and "PROFANE" in entry.classes]
    slurs = [words[0] for words, entry in entries.items() if len(words) == 1 and "SLUR" in entry.classes]
    return (*profane, *slurs)


@lru_cache(maxsize=1)
def _misspellings() -> dict[str, str]:
    """Spellings with an inner letter dropped or two swapped, and the word each stands for."""
    known = lexicon()
    found: dict[str, str] = {}
    for words, entry in known.entries.items():
        naming = bool(entry.classes & {"GROUP", "ADJECTIVE", "OPEN", "PEOPLE"})
        if len(words) == 1 and (naming or entry.classes & HOSTILE) and words[0].isalpha():
            for spelling in _slips(words[0], 3 if naming else 5):
                if not known.find(spelling) and spelling not in known.innocent:
                    found.setdefault(spelling, words[0])
    return found


def _slips(word: str, shortest: int) -> Iterator[str]:
    """Spellings of a word with one slip: a vowel or inner letter missing, two inner letters swapped.

    >>> list(_slips("gay", 3)), sorted(_slips("women", 5))
    (['gy'], ['wmen', 'wmoen', 'woemn', 'woen', 'womn'])
    """
    if len(word) < shortest:
        return
    for place in range(1, len(word) - 1):
        if len(word) >= 5 or word[place] in "aeiou":
            yield word[:place] + word[place + 1 :]
    if len(word) >= 5:
        for place, (one, other) in enumerate(pairwise(word[1:-1]), 1):
            if one != other:
                yield word[:place] + other + one + word[place + 2 :]
