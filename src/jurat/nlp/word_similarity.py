"""Words that are near in meaning, by a table reduced from static word vectors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.spellings import american

_NONE: Mapping[str, float] = {}


@lru_cache(maxsize=16384)
def similar_stems(stem: str) -> Mapping[str, float]:
    """The stems near a stem, with their cosine; opposites can be among them.

    >>> from jurat.nlp.morphology.stems import stem
    >>> similar_stems(stem("lawyers"))[stem("attorney")]
    0.79
    >>> similar_stems("no such word")
    {}
    """
    line = _lines().get(stem)
    if line is None:
        return _NONE
    pairs = (entry.rsplit("=", 1) for entry in line.split())
    return {american(other): int(cosine) / 100 for other, cosine in pairs}


@cache
def _lines() -> dict[str, str]:
    """Each stem of the table with the rest of its line, read when it is asked for."""
    lines = [line.partition(" ") for line in read_list("neighbours.txt")]
    return {american(head): rest for head, _, rest in lines} | {head: rest for head, _, rest in lines}
