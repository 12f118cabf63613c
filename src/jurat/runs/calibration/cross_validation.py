"""Folds for cross-validation, and bootstrap intervals of paired accuracies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

from jurat.outcomes import Verdict
from jurat.runs.calibration.threshold_search import balanced_accuracy_of
from jurat.runs.stats.resampling import Interval, scaled

Outcome = tuple[Verdict, bool, bool]
"""What people say of a row, and whether the defaults and the fitted settings agree with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedFigure:
    """A share with the defaults and with fitted settings, and the gain, each with a 95 % interval."""

    name: str
    default: float
    default_interval: Interval
    fitted: float
    fitted_interval: Interval
    gain: float
    gain_interval: Interval


def folds_of(rows: Sequence[tuple[str, Verdict]], count: int, seed: int) -> dict[str, int]:
    """Return the fold of every row by its key: equal shares of each verdict, whatever the order of rows.

    >>> folds_of([("a", "PASS"), ("b", "PASS"), ("c", "FAIL"), ("d", "FAIL")], 2, 1)
    {'d': 0, 'c': 1, 'a': 0, 'b': 1}
    """

    def rank(row: tuple[str, Verdict]) -> tuple[Verdict, bytes]:
        return row[1], blake2b(f"{seed}:{row[0]}".encode("utf-8", "replace"), digest_size=8).digest()

    return {key: place % count for place, (key, _) in enumerate(sorted(rows, key=rank))}


def paired_figures(outcomes: Sequence[Outcome], *, resamples: int, seed: int) -> tuple[PairedFigure, ...]:
    """Return balanced and plain accuracy of both settings; rows are resampled within people's verdicts."""
    measures: dict[str, Callable[[Sequence[tuple[Verdict, bool]]], float]] = {
        "balanced accuracy": balanced_accuracy_of,
        "accuracy": lambda right: sum(hit for _, hit in right) / len(right),
    }
    grouped: dict[Verdict, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        grouped[one[0]].append(one)
    random, drawn = Random(seed), defaultdict[str, list[tuple[float, float]]](list)
    for _ in range(resamples):
        sample = [one for group in grouped.values() for one in random.choices(group, k=len(group))]
        for name, measure in measures.items():
            drawn[name].append(_both(sample, measure))
    return tuple(_figure(name, _both(outcomes, measure), drawn[name]) for name, measure in measures.items())


def _both(
    outcomes: Sequence[Outcome], measure: Callable[[Sequence[tuple[Verdict, bool]]], float]
) -> tuple[float, float]:
    return measure([(kind, a) for kind, a, _ in outcomes]), measure([(kind, b) for kind, _, b in outcomes])


def _figure(name: str, value: tuple[float, float], drawn: Sequence[tuple[float, float]]) -> PairedFigure:
    default, fitted = value
    return PairedFigure(
        name=name,
        default=default,
        default_interval=_interval([a for a, _ in drawn]),
        fitted=fitted,
        fitted_interval=_interval([b for _, b in drawn]),
        gain=fitted - default,
        gain_interval=_interval([b - a for a, b in drawn]),
    )


def _interval(drawn: Sequence[float]) -> Interval:
    return scaled(sorted(drawn), 0.0, 1.0, 0.95)
