"""Recalibration of probabilities: a line through their log odds, fitted to labels."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, log

from jurat.options import RECALIBRATION, RecalibrationPart
from jurat.scoring import rounding

PLACES = 6
"""Decimals of a recalibrated probability, the same on every machine."""
Line = Mapping[RecalibrationPart, float]


def recalibrated(probability: Fraction, line: Line = RECALIBRATION) -> Fraction:
    """Return the probability whose log odds are slope times the old ones plus the constant.

    0 and 1, whose log odds are infinite, stay.

    >>> recalibrated(Fraction(9, 10)), recalibrated(Fraction(1, 2), {"slope": 2.0, "constant": 0.0})
    (Fraction(9, 10), Fraction(1, 2))
    >>> float(recalibrated(Fraction(3, 4), {"slope": 2.0, "constant": 0.0}))
    0.9
    """
    if line["slope"] == 1 and not line["constant"]:
        return probability
    return rounding.exact(round(moved(float(probability), line["slope"], line["constant"]), PLACES))


def moved(probability: float, slope: float, constant: float) -> float:
    """Return a probability moved along the line, in floating point.

    >>> moved(0.5, 1.0, 0.0), moved(0.0, 3.0, 1.0), moved(1.0, 3.0, 1.0)
    (0.5, 0.0, 1.0)
    """
    if not 0 < probability < 1:
        return probability
    odds = slope * log(probability / (1 - probability)) + constant
    return 1 / (1 + exp(-max(-700.0, min(700.0, odds))))
