"""Where the words of a claim stand together in a passage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from jurat.nlp.terms import aliases, equivalents, forms, opposites
from jurat.nlp.word_similarity import similar_stems
from jurat.observers.grounding.attributes import alike
from jurat.observers.grounding.passages import Passage

WITHIN: Final = 300
"""Characters within which subject and object must stand."""
_ALIKE: Final = 0.68
"""The cosine from which two words are taken to say the same: "adolescent" and "teen"."""
_NUMBERED: Final = re.compile(r"[^\W\d]+(?:[\s-]{0,2}(?:and |or |to |through |[,/–&] ?)?\d+)+")
_DIGITS: Final = re.compile(r"\d+")
_MOST: Final = 400
"""Places looked at for one word; a word that stands more often tells little about where a claim is said."""


class TermMatch(NamedTuple):
    """A stretch of a passage and which of the looked-up words stand in it."""

    start: int
    end: int
    found: frozenset[int]


def places(word: str, passage: Passage) -> Sequence[int]:
    """Where a word stands in a passage, under any of its forms, names or plain synonyms.

    >>> places("movies", Passage("A film. Two movies.")), places("American", Passage("In the U.S. it rains."))
    ((12,), (7,))
    """
    if " " in word:
        return _name_places(word, passage)
    index, own = passage.positions, forms(word)
    if not own:
        return ()
    if own[0] in index:
        return index.of(own[0])
    if len(own) > 1 and all(form in index for form in own[1:]):
        return index.of(own[1])
    return (
        _other_names(own[0], passage)
        or _same_meaning(own[0], passage)
        or _initials(word, passage)
        or near_places(word, passage)
        or _key_places(own[0], passage)
    )


def _name_places(name: str, passage: Passage) -> Sequence[int]:
    """Where a name of several words stands, or another name for the same."""
    parts = [forms(part)[0] for part in name.split() if forms(part)]
    if parts[-1].isdigit():
        return _numbered_places(parts[0], parts[-1], passage)
    if all(part in passage.positions for part in parts):
        return passage.positions.of(parts[0])
    return _other_names(" ".join(parts), passage)


def _numbered_places(name: str, number: str, passage: Passage) -> Sequence[int]:
    """Where a name stands with its number, in a list too ("types 1 and 2"); by itself if it never has one."""
    named = passage.positions.of(name)
    found = [(place, _NUMBERED.match(passage.text, place)) for place in named]
    numbered = [(place, _DIGITS.findall(match[0])) for place, match in found if match]
    if numbered or number not in passage.positions:
        return [place for place, numbers in numbered if number in numbers]
    return named or passage.positions.of(number)


def _other_names(form: str, passage: Passage) -> Sequence[int]:
    index = passage.positions
    found = [index.of(name[0]) for name in aliases().get(form, ()) if all(part in index for part in name)]
    return found[0] if found else ()


def _same_meaning(form: str, passage: Passage) -> Sequence[int]:
    index = passage.positions
    return sorted(place for other in equivalents(form) for place in index.of(other))


def near_places(word: str, passage: Passage, least: float = _ALIKE) -> Sequence[int]:
    """Where words near a word in meaning stand; a name has none, and an opposite is no match.

    >>> near_places("adolescent", Passage("The teen left.")), near_places("Teen", Passage("The teen left."))
    ([4], ())
    """
    if not word.islower():
        return ()
    index = passage.positions
    return sorted(place for other in _near(forms(word)[0], least) for place in index.of(other))


@lru_cache(maxsize=16_384)
def _near(form: str, least: float) -> tuple[str, ...]:
    """The stems near a stem in meaning, its opposites left out."""
    against = opposites().get(form, ())
    return tuple(o for o, cosine in similar_stems(form).items() if cosine >= least and o not in against)


def _key_places(form: str, passage: Passage) -> Sequence[int]:
    """Where the data has a key for what a word says: reviews come from customers, stars are a rating."""
    if passage.record is None:
        return ()
    return sorted(place for other in alike(form) for place in passage.positions.of(other))


def _initials(word: str, passage: Passage) -> Sequence[int]:
    """A short word in capitals may be the initials of a name that is written out."""
    plain = word.replace(".", "")
    name = passage.doc.initials.get(plain.lower(), ()) if plain.isupper() else ()
    return passage.positions.of(name[0]) if name else ()


def best_match(terms: Sequence[Sequence[int]], within: int = WITHIN) -> TermMatch | None:
    """The stretch of at most so many characters that holds the most terms, the earliest of equals.

    >>> best_match([[0, 900], [950], [5000]])
    TermMatch(start=900, end=950, found=frozenset({0, 1}))
    """
    hits = sorted((place, term) for term, found in enumerate(terms) for place in found[:_MOST])
    if not hits:
        return None
    counts = [0] * len(terms)
    most = present = left = 0
    best = (0, 0)
    for right, (place, term) in enumerate(hits):
        counts[term] += 1
        present += counts[term] == 1
        while hits[left][0] < place - within:
            counts[hits[left][1]] -= 1
            present -= counts[hits[left][1]] == 0
            left += 1
        if present > most:
            most, best = present, (left, right)
    window = hits[best[0] : best[1] + 1]
    return _tightened(window)


def _tightened(window: list[tuple[int, int]]) -> TermMatch:
    """The window without hits at its start that are repeated later."""
    last = {term: index for index, (_, term) in enumerate(window)}
    first = 0
    while last[window[first][1]] != first:
        first += 1
    found = frozenset(term for _, term in window)
    return TermMatch(window[first][0], window[-1][0], found)
