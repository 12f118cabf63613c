"""Rubric weights that agree with people's choices between candidates, checked by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, fsum, sqrt
from random import Random
from typing import NamedTuple

from jurat.frozen import frozen
from jurat.scoring.exact_statistics import Z_95, mean
from jurat.scoring.rounding import FRACTION_PLACES, measured

PULLS = (10.0, 1.0, 0.1, 0.01)
"""How strongly fitted weights are pulled to the present ones; cross-validation chooses."""
STEPS, RATE = 400, 0.5
LEAST_PAIRS, LEAST_GROUPS = 20, 10
FOLDS = 5


class Preference(NamedTuple):
    """A person's choice: the question, and how far the better candidate's mean scores exceed the other's."""

    group: str
    gaps: Mapping[str, float]


@frozen
class FittedWeights:
    """Weights fitted to choices, and their agreement with choices that they were not fitted to.

    `agreement` and `present_agreement` are shares of the pairs, ties half; `gain` is their difference with a
    95 % interval over questions. `gained` is none where there are too few pairs to tell.
    """

    weights: Mapping[str, float]
    pairs: int
    questions: int
    present_agreement: float
    agreement: float | None
    gain: float | None
    low: float | None
    high: float | None
    gained: bool | None
    pull: float | None = None


def fit_weights(choices: Sequence[Preference], present: Mapping[str, float], seed: int = 7) -> FittedWeights:
    """Return weights of 0 or more that sum to 1, near the present ones, and whether they gain anything.

    The present weights are returned where too few choices are given or nothing is gained.

    >>> flat = [Preference(str(n), {"accuracy": 1.0, "clarity": -1.0}) for n in range(5)]
    >>> fit_weights(flat, {"accuracy": 0.5, "clarity": 0.5}).gained is None
    True
    """
    groups = sorted({one.group for one in choices})
    here = agreement(choices, present)
    if len(choices) < LEAST_PAIRS or len(groups) < LEAST_GROUPS:
        shown = measured(here, FRACTION_PLACES)
        return FittedWeights(dict(present), len(choices), len(groups), shown, None, None, None, None, None)
    folds = _folds(groups, seed)
    pull = max(PULLS, key=lambda one: (fsum(_held_out(choices, present, folds, one).values()), one))
    scored = _held_out(choices, present, folds, pull)
    now = {group: _hits(choices, present, group) for group in groups}
    gains = [scored[group] - now[group] for group in groups]
    gain, reach = _mean_and_reach(gains, len(choices))
    gained = gain - reach > 0
    weights = _rounded(_fitted(choices, present, pull)) if gained else dict(present)
    return FittedWeights(
        weights,
        len(choices),
        len(groups),
        measured(here, FRACTION_PLACES),
        measured(fsum(scored.values()) / len(choices), FRACTION_PLACES),
        measured(gain, FRACTION_PLACES),
        measured(gain - reach, FRACTION_PLACES),
        measured(gain + reach, FRACTION_PLACES),
        gained,
        pull,
    )


def agreement(choices: Sequence[Preference], weights: Mapping[str, float]) -> float:
    """Return the share of choices that weights agree with, ties half.

    >>> agreement([Preference("q", {"a": 1.0}), Preference("q", {"a": 0.0})], {"a": 1.0})
    0.75
    """
    return mean([_hit(one, weights) for one in choices]) if choices else 0.0


def _hit(one: Preference, weights: Mapping[str, float]) -> float:
    total = round(fsum(weights[name] * one.gaps.get(name, 0.0) for name in weights), 9)
    return 0.5 if total == 0 else float(total > 0)


def _hits(choices: Sequence[Preference], weights: Mapping[str, float], group: str) -> float:
    return fsum(_hit(one, weights) for one in choices if one.group == group)


def _folds(groups: Sequence[str], seed: int) -> list[set[str]]:
    """Return the questions in five parts, so that no question is in two."""
    shuffled = list(groups)
    Random(seed).shuffle(shuffled)
    return [set(shuffled[start::FOLDS]) for start in range(FOLDS)]


def _held_out(
    choices: Sequence[Preference], present: Mapping[str, float], folds: Sequence[set[str]], pull: float
) -> dict[str, float]:
    """Return for each question how many of its choices weights agree with that were fitted without it."""
    found = {}
    for fold in folds:
        weights = _fitted([one for one in choices if one.group not in fold], present, pull)
        for group in fold:
            found[group] = _hits(choices, weights, group)
    return found


def _mean_and_reach(gains: Sequence[float], pairs: int) -> tuple[float, float]:
    """Return the gain per pair, and how far its 95 % interval reaches; questions are the units."""
    size = len(gains)
    centre = mean(gains)
    variance = fsum((one - centre) ** 2 for one in gains) / (size - 1)
    return fsum(gains) / pairs, Z_95 * sqrt(variance * size) / pairs


def _fitted(choices: Sequence[Preference], present: Mapping[str, float], pull: float) -> dict[str, float]:
    """Return the weights of least logistic loss plus the pull times the squared distance from present."""
    names = list(present)
    rows = [[one.gaps.get(name, 0.0) for name in names] for one in choices]
    start = [present[name] for name in names]
    weights, slope = list(start), 1.0
    for step in range(STEPS):
        sums = [fsum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
        doubts = [1 / (1 + exp(min(50.0, slope * total))) for total in sums]
        steps = [
            slope * fsum(doubt * row[place] for doubt, row in zip(doubts, rows, strict=True)) / len(rows)
            - 2 * pull * (weights[place] - start[place])
            for place in range(len(names))
        ]
        rate = RATE / (1 + pull) / (1 + step / 50)
        weights = simplex([w + rate * one for w, one in zip(weights, steps, strict=True)])
        grow = fsum(doubt * total for doubt, total in zip(doubts, sums, strict=True)) / len(rows)
        slope = min(20.0, max(0.1, slope + grow))
    return dict(zip(names, weights, strict=True))


def simplex(values: Sequence[float]) -> list[float]:
    """Return the nearest values of 0 or more that sum to 1.

    >>> simplex([0.5, 0.7]), simplex([2.0, 0.0])
    ([0.4, 0.6], [1.0, 0.0])
    """
    total, shift = 0.0, 0.0
    for count, value in enumerate(sorted(values, reverse=True), start=1):
        total += value
        if value - (total - 1) / count > 0:
            shift = (total - 1) / count
    return [round(max(0.0, value - shift), 12) for value in values]


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    """Return weights with two decimals that sum to exactly 1; what is left goes where most was cut off."""
    cents = {name: int(weight * 100) for name, weight in weights.items()}
    rest = sorted(weights, key=lambda name: (cents[name] - weights[name] * 100, name))
    for name in rest[: 100 - sum(cents.values())]:
        cents[name] += 1
    return {name: count / 100 for name, count in cents.items()}
