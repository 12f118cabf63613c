"""Other words for a word: the rest of a compound, another name of the same, its initials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from jurat.nlp.doc import DocWord
from jurat.nlp.morphology.stems import stem
from jurat.nlp.terms import aliases
from jurat.nlp.tokens import stop_words, words

_SHORT, _SHORTEST_PART = 3, 3
# Words are bounded: each letter of an unbroken run could begin one, and would be followed to its end.
_CAPITALS = re.compile(r"[A-Z][\w’'-]{0,60}+(?:\s(?:(?:of|the|and|for|on|to|in)\s){0,2}[A-Z][\w’'-]{0,60}+)+")
_FEWEST_INITIALS, _MOST_INITIALS = 3, 6


def parts_of_compounds(found: Iterable[DocWord]) -> dict[str, str]:
    """The stems of parts of hyphened words, each with the stem of the first whole it is part of."""
    wholes: dict[str, str] = {}
    for word in found:
        for part in _parts(word.token.text) if "-" in word.token.text else ():
            wholes.setdefault(part, word.stem)
    return wholes


def _parts(word: str) -> list[str]:
    """The stems of the parts of a hyphened word that carry meaning."""
    return [
        stem(part)
        for part in words(word.replace("-", " "))
        if len(part) >= _SHORTEST_PART and part not in stop_words()
    ]


def split_compound(compound: str) -> list[str]:
    """The stems of all parts of a hyphened word, in order.

    >>> split_compound("state-of-the-art")
    ['state', 'of', 'the', 'art']
    """
    return [stem(part) for part in words(compound.replace("-", " "))]


def initials(text: str) -> Mapping[str, tuple[str, ...]]:
    """The initials of the names of a text, each with the stems of its name.

    >>> initials("The World Food Programme helps.")
    {'wfp': ('world', 'food', 'program')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for match in _CAPITALS.finditer(text):
        names = [one for one in match[0].split() if one[0].isupper()]
        names = names[1:] if names[0].lower() in stop_words() else names
        if _FEWEST_INITIALS <= len(names) <= _MOST_INITIALS:
            stems = tuple(stem(one) for name in names for one in words(name)[:1])
            found.setdefault("".join(name[0] for name in names).lower(), stems)
    return found


def may_be_initials(one: str) -> bool:
    """Whether a stem is as long as initials are.

    >>> may_be_initials("wfp"), may_be_initials("programme")
    (True, False)
    """
    return _FEWEST_INITIALS <= len(one) <= _MOST_INITIALS


def aliases_of(one: str) -> tuple[tuple[str, ...], ...]:
    """Other names of what a stem names, each as stems.

    >>> aliases_of("eu")
    (('european', 'union'),)
    """
    return aliases().get(one, ())


def short_names(part: str) -> tuple[str, ...]:
    """The short names of what a stem is a part of the name of.

    >>> short_names("european")
    ('eu',)
    """
    return _wholes().get(part, ())


@cache
def _wholes() -> Mapping[str, tuple[str, ...]]:
    """For each part of a name of several words, the short names of the same."""
    found: dict[str, dict[str, None]] = {}
    for name, others in aliases().items():
        short = [other[0] for other in others if len(other) == 1 and is_short(other[0])]
        for part in _parts_of(name) if short else ():
            found.setdefault(part, {}).update(dict.fromkeys(short))
    return {part: tuple(names) for part, names in found.items()}


def _parts_of(name: str) -> Iterator[str]:
    parts = name.split()
    return (part for part in parts if len(parts) > 1 and part not in stop_words())


def is_short(name: str) -> bool:
    """Whether a name may be a common word as well, so that only capitals tell: "US", "UN"."""
    return len(name) <= _SHORT
