"""The probability that an article supports a claim, from what speaks against it."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from jurat.nlp.lexicon.loader import read_list
from jurat.observers.grounding.features import Features

PLACES = 4
_CONSTANT = "constant"


def support_probability(found: Features) -> float:
    """How likely a claim is supported: 1 where nothing speaks against it, and less the more does.

    >>> nothing = Features(*[0.0] * len(Features._fields))
    >>> support_probability(nothing)
    1.0
    >>> support_probability(nothing._replace(reworded=1.0, misfit=1.0, wrong_figures=1.0, weak=0.8))
    0.6773
    """
    if not any(found):
        return 1.0
    constant, weights = _model()
    doubt = constant + sum([weight * sign for weight, sign in zip(weights, found, strict=True)])
    return round(1.0 / (1.0 + exp(doubt)), PLACES)


@lru_cache(maxsize=1)
def _model() -> tuple[float, tuple[float, ...]]:
    """The constant and the weight of each sign, none of them negative."""
    listed = dict(line.split() for line in read_list("claim_support.txt"))
    return float(listed[_CONSTANT]), tuple([float(listed[name]) for name in Features._fields])
