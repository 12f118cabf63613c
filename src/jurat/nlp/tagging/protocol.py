"""The protocol of part-of-speech taggers, and the tagger that this process uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from jurat.nlp.tagging import perceptron


class Tagger(Protocol):
    """Gives each token of a sentence its Penn Treebank tag."""

    @property
    def name(self) -> str:
        """The name with which signatures of results identify the tagger, with its version."""
        ...

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return one tag for each token; the tokens are those of ``nlp.treebank_tokens``."""
        ...


class PerceptronTagger:
    """The built-in tagger: tables of weights, no model to load."""

    name = "perceptron"

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return one tag for each token."""
        return perceptron.tag(words)


BUILT_IN: Tagger = PerceptronTagger()
_used: list[Tagger] = [BUILT_IN]


def tag(words: Sequence[str]) -> list[str]:
    """Return the tags of a sentence by the tagger in use.

    >>> tag(["Google", "bought", "Fitbit", "."])
    ['NNP', 'VBD', 'NNP', '.']
    """
    return _used[-1].tag(words)


def tagger_in_use() -> Tagger:
    """Return the tagger in use.

    >>> tagger_in_use().name
    'perceptron'
    """
    return _used[-1]


@contextmanager
def use_tagger(tagger: Tagger) -> Iterator[None]:
    """Use another tagger in this process until the block ends.

    Worker processes keep the built-in tagger, and texts that were analysed before keep their tags. Signatures
    of results name a tagger that is not the built-in one.
    """
    _used.append(tagger)
    try:
        yield
    finally:
        _used.remove(tagger)
