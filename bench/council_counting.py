"""Ways of counting the same scores, beside the truth; part of bench.council."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from jurat.judges.council.aggregate import aggregate
from jurat.observations import Review
from jurat.options import Calibration, Options
from jurat.outcomes import CouncilResult

Scores = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Each reviewer's scores of each candidate on each dimension."""
CALIBRATIONS: tuple[Calibration, ...] = ("none", "z", "effects")


def held(
    scores: Scores, options: Options, holistic: Mapping[str, Mapping[str, float]] | None = None
) -> CouncilResult:
    """The council's result of some scores; of holistic ones alone where they are given."""
    names = list(dict.fromkeys(name for own in scores.values() for name in own))
    if holistic is None:
        reviews = [Review(reviewer=one, evaluations=own) for one, own in scores.items()]
    else:
        reviews = [Review(reviewer=one, holistic=own) for one, own in holistic.items()]
    return aggregate(dict.fromkeys(names, "-"), reviews, options, case=1, observer="bench")


def without_ceilings(scores: Scores) -> Scores:
    """The same scores with accuracy under a name that sets no ceiling."""
    return {
        reviewer: {
            name: {("truth" if key == "accuracy" else key): value for key, value in given.items()}
            for name, given in own.items()
        }
        for reviewer, own in scores.items()
    }


def options_of(calibration: Calibration, weights: Mapping[str, float], *, ceilings: bool) -> Options:
    """A council's options, with accuracy as a ceiling or under a name that sets none."""
    named = weights if ceilings else {("truth" if k == "accuracy" else k): w for k, w in weights.items()}
    return Options(calibration=calibration, weights=named)


def tau(ranking: Sequence[str], truth: Mapping[str, float]) -> float:
    """Kendall's tau-a of a ranking with true scores; pairs that the truth does not order count 0."""
    place = {name: number for number, name in enumerate(ranking)}
    pairs = list(combinations([name for name in truth if name in place], 2))
    signs = [
        (truth[a] > truth[b]) - (truth[a] < truth[b])
        if place[a] < place[b]
        else (truth[b] > truth[a]) - (truth[b] < truth[a])
        for a, b in pairs
    ]
    return fmean(signs) if signs else 0.0


def stability(result: CouncilResult) -> float | None:
    """How much of the ranking stays when one reviewer is left out, on average."""
    found = [one.tau for one in result.audit.leave_one_out.values() if one.tau is not None]
    return fmean(found) if found else None


class Tally:
    """Figures of several ways of counting, averaged over questions."""

    def __init__(self) -> None:
        self.figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.groups: list[str] = []

    def add(self, way: str, result: CouncilResult, truth: Mapping[str, float]) -> None:
        """One question counted one way."""
        own = self.figures[way]
        own["tau"].append(tau(result.ranking, truth))
        own["first"].append(float(truth[result.ranking[0]] == max(truth.values())))
        if (stays := stability(result)) is not None:
            own["stable"].append(stays)

    def show(self) -> None:
        """A line for each way; where rows come in groups, with how far its tau is from plain means."""
        plain = next(iter(self.figures.values()))["tau"]
        for way, own in self.figures.items():
            figures = "  ".join(f"{name} {fmean(values):.3f}" for name, values in own.items())
            beside = ""
            if self.groups and own["tau"] is not plain:
                low, high = self._interval([a - b for a, b in zip(own["tau"], plain, strict=True)])
                beside = f"  tau − plain [{low:+.3f}, {high:+.3f}]"
            print(f"    {way:<34} {figures}{beside}  (n {len(own['tau'])})")

    def _interval(self, gains: Sequence[float], turns: int = 1000) -> tuple[float, float]:
        """95 % of the means of gains whose groups are drawn with replacement."""
        by_group: dict[str, list[float]] = defaultdict(list)
        for group, gain in zip(self.groups, gains, strict=True):
            by_group[group].append(gain)
        means = [fmean(own) for own in by_group.values()]
        rng = random.Random(7)
        return middle([fmean(rng.choices(means, k=len(means))) for _ in range(turns)])


def middle(drawn: Sequence[float]) -> tuple[float, float]:
    """Between which values 95 % of the drawn ones lie."""
    ordered, cut = sorted(drawn), len(drawn) // 40
    return ordered[cut], ordered[-cut]


def ways(scores: Scores, weights: Mapping[str, float]) -> Iterator[tuple[str, CouncilResult]]:
    """The result of every way of counting some scores, plain means first."""
    for ceilings in (False, True):
        given = scores if ceilings else without_ceilings(scores)
        for calibration in CALIBRATIONS:
            options = options_of(calibration, weights, ceilings=ceilings)
            yield f"{calibration}{', ceilings' if ceilings else ''}", held(given, options)


def count(
    found: Tally,
    scores: Scores,
    truth: Mapping[str, float],
    weights: Mapping[str, float],
    group: str | None = None,
) -> None:
    """Every way of counting some scores, against the truth."""
    if group is not None:
        found.groups.append(group)
    for way, result in ways(scores, weights):
        found.add(way, result, truth)
