"""Seeing through disguised spellings, with offsets that still point into the text as it was written.

Folding undoes what a reader's eye undoes anyway: compatibility forms, letter case, accents, invisible
characters and letters of other scripts that are drawn like Latin ones. What is left (digits for letters,
stars, repeated letters, a letter too few, two letters swapped, words run together) is undone word by
word, and only where the word is not in the lexicon as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product

from jurat.observers.toxicity.toxicity_lexicon import HOSTILE, ToxicityLexicon, Words, toxicity_lexicon

_STROKES = "1!|"
_MOST_STROKES = 4
_LETTERS = {**dict(zip("0345789@$+", "oeastbgast", strict=True)), **dict.fromkeys(_STROKES, "il")}
_LETTER = re.compile(r"[^\W\d_]")
_TRIPLED = re.compile(r"(.)\1{2,}")
_DOUBLED = re.compile(r"(.)\1+")
_LONGEST = 24
_LONGEST_PART = 12
_PARTS = 4
_NAMING = frozenset({"GROUP", "ADJECTIVE", "OPEN", "PEOPLE"})
_FRAMING = frozenset({"NORM", "DESERVE", "EXCLUDE", "HUMAN", "WORST", "TRAIT", "RUIN"})
_RUDE = frozenset({"SLUR", "SWEAR", "NAME", "VERB"})


@lru_cache(maxsize=8192)
def deobfuscate(word: str) -> tuple[str, ...]:
    """The words of the lexicon that a disguised spelling stands for, or none.

    >>> deobfuscate("w0men"), deobfuscate("fuuuck"), deobfuscate("sh!t"), deobfuscate("f**k")
    (('women',), ('fuck',), ('shit',), ('fuck',))
    >>> deobfuscate("womn"), deobfuscate("sosickening"), deobfuscate("therapist"), deobfuscate("1990")
    (('women',), ('so', 'sickening'), (), ())
    """
    known = toxicity_lexicon()
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
    for spelling in [word] if word.isalpha() else _lettered(word):
        if spelling != word:
            yield spelling
        if _TRIPLED.search(spelling):
            yield _TRIPLED.sub(r"\1", spelling)
            yield _TRIPLED.sub(r"\1\1", spelling)
            yield _DOUBLED.sub(r"\1", spelling)


def _lettered(word: str) -> list[str]:
    """The ways to read digits and signs as letters; 1, ! and | may be i or l.

    >>> _lettered("1d10t")
    ['idiot', 'idlot', 'ldiot', 'ldlot']
    """
    strokes = sum(character in _STROKES for character in word)
    if strokes > _MOST_STROKES:
        return []
    choices = [_LETTERS.get(character, character) for character in word]
    return ["".join(letters) for letters in product(*choices)]


def _uncensored(word: str) -> tuple[str, ...]:
    """The first offensive word that fits a spelling with stars for letters."""
    if len(word) > _LONGEST or not word[0].isalpha():
        return ()
    shape = re.compile(re.sub(r"[*#]", ".", re.escape(word).replace(r"\*", "*").replace(r"\#", "#")))
    for candidate in _offensive():
        if len(candidate) == len(word) and shape.fullmatch(candidate):
            return (candidate,)
    return ()


def _run_together(word: str, known: ToxicityLexicon) -> tuple[str, ...]:
    """Words of the lexicon written as one, at least one of them hostile or naming a group."""
    best: dict[int, Words] = {0: ()} if word[0] not in "ia" else {0: (), 1: (word[0],)}
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - _LONGEST_PART), end):
            part = word[start:end]
            if start in best and len(best[start]) < _PARTS and _part(part, known):
                best[end] = min(best.get(end, (part,) * 9), (*best[start], part), key=len)
    found = best.get(len(word), ())
    return found if len(found) > 1 and (_names_group(found, known) or _any_telling(found, known)) else ()


def _names_group(words: Words, known: ToxicityLexicon) -> bool:
    """Whether the words end in an adjective that names a group and a noun for people."""
    adjective, noun = known.find(words[-2]), known.find(words[-1])
    return bool(adjective and noun and adjective.classes & {"ADJECTIVE", "OPEN"} and "PEOPLE" in noun.classes)


def _any_telling(words: Words, known: ToxicityLexicon) -> bool:
    return any(_telling(word, known) for word in words)


def _part(word: str, known: ToxicityLexicon) -> bool:
    return len(word) > 1 and known.find(word) is not None


def _telling(word: str, known: ToxicityLexicon) -> bool:
    """Whether a word is hostile or names a group, and long enough not to stand in others by chance."""
    entry = known.find(word)
    if entry is None or not entry.classes & (HOSTILE | {"GROUPS", "NORM"}):
        return False
    if "NORM" in entry.classes:
        return len(word) >= 6
    if entry.classes & _RUDE:
        return len(word) >= 6
    return len(word) >= 5 or "HATE" in entry.classes or word == "kill"


@lru_cache(maxsize=1)
def _offensive() -> tuple[str, ...]:
    """Single words a writer would censor, swear words first, then slurs, in the order of the files."""
    entries = toxicity_lexicon().entries
    profane = [words[0] for words, entry in entries.items() if len(words) == 1 and "PROFANE" in entry.classes]
    slurs = [words[0] for words, entry in entries.items() if len(words) == 1 and "SLUR" in entry.classes]
    return (*profane, *slurs)


@lru_cache(maxsize=1)
def _misspellings() -> dict[str, str]:
    """Spellings with one slip, and the word each stands for."""
    known = toxicity_lexicon()
    found: dict[str, str] = {}
    for words, entry in known.entries.items():
        if len(words) == 1 and entry.classes & (HOSTILE | _NAMING | _FRAMING) and words[0].isalpha():
            for spelling in _slips(words[0], entry.classes):
                if not known.find(spelling) and spelling not in known.innocent:
                    found.setdefault(spelling, words[0])
    return found


def _slips(word: str, classes: frozenset[str]) -> Iterator[str]:
    """Spellings of a word with two letters swapped or, unless it is a rude one, an inner letter missing.

    >>> list(_slips("gay", frozenset({"ADJECTIVE"}))), list(_slips("shit", frozenset({"SWEAR"})))
    (['gy'], ['siht', 'shti'])
    """
    if len(word) < 6 and not classes & (HOSTILE | _NAMING):
        return
    if len(word) >= 4:
        for place, (one, other) in enumerate(pairwise(word[1:]), 1):
            if one != other:
                yield word[:place] + other + one + word[place + 2 :]
    if classes & _RUDE:
        return
    for place in range(1, len(word) - 1):
        if len(word) >= 5 or (word[place] in "aeiou" and classes & (_NAMING | {"HATE"})):
            yield word[:place] + word[place + 1 :]
