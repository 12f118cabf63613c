"""Sexist and insulting wording without a listed word: weights of words, learned from labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from jurat.nlp.lexicon.loader import read_lines
from jurat.observers.toxicity.toxicity_lexicon import toxicity_lexicon
from jurat.observers.toxicity.toxicity_tokens import ToxicityToken

TONES = ("sexist", "offensive")
PIECE = "~"
"""What the name of a piece of a word begins with, unlike that of a word."""
GROUP = "_"
"""What stands for words that only name people: whoever is spoken of, the words around them decide."""
_NAMING = frozenset({"GROUP", "GROUPS", "HE", "ADJECTIVE", "OPEN", "PEOPLE"})
_SIZES = (3, 4, 5)
_FEWEST = 4


class ToneWeights(NamedTuple):
    """For each tone a constant and the limit above which a sentence has it; the weights of all features."""

    constants: tuple[float, ...]
    limits: tuple[float, ...]
    weights: dict[str, tuple[float, ...]]


def tone_features(words: Sequence[str]) -> set[str]:
    """Return what a sentence is known by: its words, its pairs of words and the pieces of its words.

    >>> sorted(tone_features(["a", "cat"]))
    ['a', 'a cat', 'cat', '~<a>', '~<ca', '~<cat', '~<cat>', '~at>', '~cat', '~cat>']
    """
    found = set(words) - {GROUP}
    for word in sorted(found):
        found.update(_pieces(f"<{word}>"))
    found.update(f"{one} {other}" for one, other in pairwise(words))
    return found


def tone_words(units: Iterable[ToxicityToken]) -> list[str]:
    """Return the words of some units; those that only name people, or only look like abuse, as one mark."""
    found: list[str] = []
    innocent = toxicity_lexicon().innocent
    for unit in units:
        named = unit.entry.classes & _NAMING or unit.words[0] in innocent
        found += [GROUP] if named else [word for word in unit.words if word]
    return found


def _pieces(word: str) -> Iterator[str]:
    for size in _SIZES:
        for start in range(len(word) - size + 1):
            yield PIECE + word[start : start + size]


def wording_tone(words: Sequence[str]) -> str | None:
    """Return the tone of a sentence that is above its limit, the graver first.

    >>> wording_tone("the council voted on the new budget".split()) is None
    True
    """
    if len(words) < _FEWEST:
        return None
    known = tone_weights()
    for number, (tone, found) in enumerate(zip(TONES, tone_scores(words, known), strict=True)):
        if found > known.limits[number]:
            return tone
    return None


def tone_scores(words: Sequence[str], known: ToneWeights) -> list[float]:
    """Return the log odds of each tone."""
    features = tone_features(words)
    held = [known.weights[one] for one in sorted(features & known.weights.keys())]
    size = sqrt(len(features)) or 1.0
    return [known.constants[number] + sum(one[number] for one in held) / size for number in range(len(TONES))]


@lru_cache(maxsize=1)
def tone_weights() -> ToneWeights:
    """Return the weights of the data file, read once."""
    rows = [line.split("\t") for line in read_lines("toxicity/tone_weights.txt")]
    table = {name: tuple(float(one) for one in values) for name, *values in rows}
    return ToneWeights(table.pop("[constants]"), table.pop("[limits]"), table)
