"""Negatives: words that deny by their beginning what the rest of them says, such as "unsafe"."""

from __future__ import annotations

from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize
from jurat.nlp.morphology.stems import stem
from jurat.nlp.tagging.perceptron import is_listed

_PREFIXES: Final = ("un", "non", "non-", "in", "im", "ir", "il", "dis")
_SHORTEST: Final = 4


def is_negative(word: str) -> bool:
    """Whether a word denies by its beginning what the rest of it says.

    >>> is_negative("unwilling"), is_negative("illegal"), is_negative("inform"), is_negative("important")
    (True, True, False, False)
    """
    return not is_whole(stem(word)) and any(
        len(rest) >= _SHORTEST and is_listed(rest) for rest in rests(word)
    )


def rests(word: str) -> list[str]:
    """What is left of a word without a beginning that may deny it."""
    return [word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix)]


def is_whole(form: str) -> bool:
    """Whether a stem is that of a word that begins like a denial and is none."""
    return form in _whole()


def _counterparts(word: str) -> frozenset[str]:
    """The stems of the words that deny a word, or that it denies, by their beginning.

    >>> counterparts("safe") >= {stem("unsafe")}, counterparts("unwilling") == {stem("willing")}
    (True, True)
    """
    if is_negative(word):
        return frozenset(stem(rest) for rest in rests(word) if len(rest) >= _SHORTEST and is_listed(rest))
    if len(word) < _SHORTEST:
        return frozenset()
    own = stem(word)
    return frozenset(prefix + form for prefix in _PREFIXES for form in {own, own.removesuffix("e")})


counterparts: Final = memoize(_counterparts)


@cache
def _whole() -> frozenset[str]:
    return frozenset(stem(word) for line in read_list("whole_words.txt") for word in line.split())
