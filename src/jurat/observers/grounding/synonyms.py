"""Synonyms: words that say the same in most texts, by a list of our own."""

from __future__ import annotations

from functools import lru_cache

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem


def synonyms(one: str) -> tuple[str, ...]:
    """The stems that say the same as a stem.

    >>> synonyms(stem("automobile"))
    ('auto', 'car', 'vehicl')
    """
    return _synonyms().get(one, ())


@lru_cache(maxsize=1)
def _synonyms() -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for line in read_list("synonyms.txt"):
        stems = {stem(one) for one in line.split()}
        for one in stems:
            found.setdefault(one, set()).update(stems - {one})
    return {one: tuple(sorted(others)) for one, others in found.items()}
