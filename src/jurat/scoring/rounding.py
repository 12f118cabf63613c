"""Exact numbers in, decimals rounded half-up out. Rounding happens once, at the end."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

SCORE_PLACES = 2
FRACTION_PLACES = 4
_SCALES = (1.0, 10.0, 100.0, 1e3, 1e4)
SAFE, NEAR, FAR = 1e9, 1e-4, 1 - 1e-4
"""Below how many units, and how far from a tie, floating point rounds as exact numbers do."""


@lru_cache(maxsize=65536)
def exact(number: float) -> Fraction:
    """The decimal a person wrote, as an exact number.

    >>> exact(0.95)
    Fraction(19, 20)
    """
    return Fraction(number) if isinstance(number, int) else Fraction(Decimal(repr(number)))


def half_up(number: Fraction, places: int) -> float:
    """Round to so many decimals, halves away from zero.

    >>> half_up(Fraction(5, 2), 0), half_up(Fraction(1, 8), 2), half_up(Fraction(-1, 8), 2)
    (3.0, 0.13, -0.13)
    """
    scale: int = 10**places
    numerator, denominator = number.numerator, number.denominator
    units = (2 * abs(numerator) * scale + denominator) // (2 * denominator)
    return (units if numerator >= 0 else -units) / scale


def score(number: Fraction) -> float:
    """A score as reported: two decimals.

    >>> score(Fraction(2, 3) * 10)
    6.67
    """
    return half_up(number, SCORE_PLACES)


def fraction(number: Fraction) -> float:
    """A fraction as reported: four decimals.

    >>> fraction(Fraction(2, 3))
    0.6667
    """
    return half_up(number, FRACTION_PLACES)


def whole(number: Fraction) -> int:
    """The nearest whole number, halves up.

    >>> whole(Fraction(14, 4)), whole(Fraction(7, 5))
    (4, 1)
    """
    return int(half_up(number, 0))


def measured(number: float, places: int = SCORE_PLACES) -> float:
    """A floating-point figure as reported, with noise beyond 1e-9 taken off first.

    >>> measured(8.124999999999999), measured(-0.005)
    (8.13, -0.01)
    """
    scale = _SCALES[places]
    units = number * scale + 0.5
    beyond = units % 1.0
    if NEAR < beyond < FAR and -SAFE < units < SAFE:  # far from a tie, so that floats decide it
        return (units - beyond) / scale
    return half_up(exact(round(number, 9)), places)
