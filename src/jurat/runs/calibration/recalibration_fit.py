"""Fit of a recalibration: the line through the log odds under which people's labels are most likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from jurat.scoring.claim_lock_ultra import doubt
from jurat.scoring.recalibration import moved

SLOPES = (0.05, 20.0)
CONSTANTS = (-10.0, 10.0)
PRIOR = 0.1
"""How strongly the fit is drawn to the line that changes nothing: a few rows that are all right or all wrong
would else give an endless slope."""
PLACES = 3
_CLIP = 1e-6
_STEP, _LEAST = 1.0, 5e-4


@dataclass(frozen=True, slots=True)
class LabelledClaims:
    """Probabilities of the claims that were labelled together, and how good people call them, from 0 to 1."""

    key: str
    probabilities: tuple[float, ...]
    good: float


def loss(group: LabelledClaims, slope: float = 1.0, constant: float = 0.0) -> float:
    """Return the negative log likelihood of a label under recalibrated probabilities.

    >>> round(loss(LabelledClaims("a", (0.5,), 1.0)), 4)
    0.6931
    """
    values = [moved(one, slope, constant) for one in group.probabilities]
    good = min(1 - _CLIP, max(_CLIP, 1 - float(doubt(values))))
    return -(group.good * log(good) + (1 - group.good) * log(1 - good))


def fitted_line(groups: Sequence[LabelledClaims]) -> tuple[float, float]:
    """Return the slope and constant with the least loss, by a pattern search from the line of no change."""

    def cost(point: tuple[float, float]) -> float:
        slope, constant = _slope(point[0]), point[1]
        prior = PRIOR * (point[0] ** 2 + constant**2)
        return sum(loss(one, slope, constant) for one in groups) + prior

    here = (0.0, 0.0)
    best, step = cost(here), _STEP
    while step >= _LEAST:
        near = [(here[0] + a * step, here[1] + b * step) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        costs = {point: cost(point) for point in near if CONSTANTS[0] <= point[1] <= CONSTANTS[1]}
        point = min(costs, key=costs.__getitem__)
        if costs[point] < best:
            here, best = point, costs[point]
        else:
            step /= 2
    return round(_slope(here[0]), PLACES), round(here[1], PLACES)


def _slope(exponent: float) -> float:
    """Return the slope as a power of two, within its bounds."""
    return float(min(SLOPES[1], max(SLOPES[0], 2.0**exponent)))
