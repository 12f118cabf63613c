"""Stems: one form for the inflections and common derivations of an English word.

A stem is for comparing, not for reading: ``acquire`` and ``acquired`` are both ``acquir``. Rules cut endings
until none applies; words that the rules get wrong stand in ``lexicon/data/stems.txt``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize
from jurat.nlp.morphology.spellings import MAY_DIFFER, american, listed_spellings

_SHORTEST: Final = 4
_PLAIN: Final = re.compile(r"[a-z]+\Z")
_VOWEL: Final = re.compile(r"[aeiouy]")
_SHORT: Final = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]\Z")
_DOUBLING: Final = frozenset("bdfglmnprtvz")
_HUNGRY: Final = re.compile(r"(?:at|[^aeiou]l|iz|is|iv|[^s]c|dg|rg|ng|u|[^aeiou][aeiou]s)\Z")
# (ending, what takes its place, letters that must be left before it); the first that fits is cut.
_ENDINGS: Final = (
    ("isations", "ize", 3),
    ("izations", "ize", 3),
    ("isation", "ize", 3),
    ("ization", "ize", 3),
    ("ising", "ize", 4),
    ("ised", "ize", 4),
    ("ise", "ize", 4),
    ("fulness", "ful", 3),
    ("iness", "y", 3),
    ("ness", "", 4),
    ("ically", "ic", 3),
    ("ily", "y", 3),
    ("bly", "ble", 3),
    ("ly", "", 3),
    ("ication", "y", 4),
    ("ation", "", 4),
    ("ator", "", 4),
    ("ate", "", 4),
    ("ition", "it", 4),
    ("tion", "t", 3),
    ("sion", "s", 4),
    ("ment", "", 3),
    ("ivity", "ive", 3),
    ("ability", "able", 3),
    ("ibility", "ible", 3),
    ("ity", "", 4),
    ("sses", "ss", 1),
    ("shes", "sh", 1),
    ("ches", "ch", 2),
    ("xes", "x", 2),
    ("zzes", "zz", 1),
    ("oes", "o", 2),
    ("ies", "y", 2),
    ("ied", "y", 2),
)

_BY_LAST: Final = {
    last: tuple(one for one in _ENDINGS if one[0].endswith(last))
    for last in {one[0][-2:] for one in _ENDINGS}
}


def stem(word: str) -> str:
    """The stem of a word; words with one stem are forms of one word.

    >>> [stem(w) for w in ("studies", "studied", "planned", "making", "Children", "governments")]
    ['study', 'study', 'plan', 'make', 'child', 'govern']
    >>> stem("caring"), stem("cars"), stem("planes"), stem("planning")  # a short word keeps its e
    ('care', 'car', 'plane', 'plan')
    >>> stem("bought") == stem("buying"), stem("organisation") == stem("organized"), stem("colours")
    (True, True, 'color')
    """
    if word.isascii() and word.isalpha():
        return _stem_of(word.lower())
    return _stem_of(word.casefold().replace("’", "'").removesuffix("'s").rstrip("'"))


def _stem(word: str) -> str:
    if not _PLAIN.match(word):
        return word
    seen = [american(word) if MAY_DIFFER.search(word) else word]
    while (shorter := _cut(seen[-1])) not in seen:
        seen.append(shorter)
    if shorter == seen[-1]:
        return shorter
    # "hid" is "hide", and "hide" loses its e: such a ring stands for one word, under its shortest form.
    ring = seen[seen.index(shorter) :]
    return min(ring, key=lambda form: (len(form), form))


_stem_of: Final = memoize(_stem)


def _cut(word: str) -> str:
    """The word with one ending less, or with its base in place of an irregular form."""
    base = _irregular().get(word)
    if base is not None:
        return base
    if len(word) < _SHORTEST:
        return word
    for ending, instead, left in _BY_LAST.get(word[-2:], ()):
        if word.endswith(ending) and len(word) - len(ending) >= left:
            return word[: -len(ending)] + instead
    return _uninflected(word)


def _uninflected(word: str) -> str:
    if word[-1] not in "sdge":
        return word[:-1] if _is_doubled(word) else word
    if word.endswith("s") and word[-2] not in "sui":
        return word[:-1]
    if word.endswith("ed") and word[-3] != "e" and _VOWEL.search(word[:-2]):
        return _restored(word[:-2])
    if word.endswith("eed") and len(word) > _SHORTEST + 1:
        return word[:-1]
    if word.endswith("ing") and _VOWEL.search(word[:-3]):
        return _restored(word[:-3])
    if word.endswith("e"):
        return word if _SHORT.match(word[:-1]) else word[:-1]
    return word[:-1] if _is_doubled(word) else word


def _is_doubled(word: str) -> bool:
    return word[-1:] == word[-2:-1] and word[-1:] in _DOUBLING


def _restored(word: str) -> str:
    """What stood before -ed or -ing: an e comes back where English needs one, a doubled letter goes."""
    if _is_doubled(word) and len(word) >= _SHORTEST:
        return word[:-1]
    return word + "e" if _HUNGRY.search(word) or _SHORT.match(word) else word


@cache
def _irregular() -> dict[str, str]:
    """Irregular forms and their stems; a word that is its own stem maps to itself."""
    table = dict(listed_spellings())
    for line in read_list("stems.txt"):
        *forms, base = line.split()
        table.update(dict.fromkeys(forms or [base], base))
    return table
