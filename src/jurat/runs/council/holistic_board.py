"""The leaderboard by holistic scores beside the rubric's: agreement, stability, variance over questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from jurat.observations import Review
from jurat.outcomes import HolisticComparison
from jurat.runs.stats.correlation import kendall
from jurat.scoring.exact_statistics import mean
from jurat.scoring.holistic_comparison import more_stable
from jurat.scoring.rubric import is_score


@dataclass(frozen=True, slots=True, kw_only=True)
class HolisticBoard:
    """Holistic scores beside the rubric over all questions that have both.

    `ranking` orders candidates by their mean holistic score, and `tau` compares it with the order of their
    mean rubric scores. The other figures are means over questions: tau within a question, stability without
    one reviewer, variance between reviewers; `winner_same` is the share of questions with the same winner.
    """

    questions: int
    ranking: tuple[str, ...]
    scores: Mapping[str, float]
    tau: float | None
    tau_within: float | None
    winner_same: float | None
    rubric_stability: float | None
    holistic_stability: float | None
    rubric_variance: float | None
    holistic_variance: float | None
    more_stable: Literal["rubric", "holistic"] | None


_MEANS = (
    "tau",
    "winner_same",
    "rubric_stability",
    "holistic_stability",
    "rubric_variance",
    "holistic_variance",
)


@dataclass(slots=True)
class HolisticBoardBuilder:
    """Takes the comparison of each question, in memory for the candidates alone."""

    questions: int = 0
    _sums: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0]))
    _scores: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0]))

    def add(self, found: HolisticComparison, reviews: Sequence[Review]) -> None:
        """Add one question."""
        self.questions += 1
        for name in _MEANS:
            _count(self._sums[name], getattr(found, name))
        for candidate in found.ranking:
            scores = [(one.holistic or {}).get(candidate) for one in reviews if one.reviewer != candidate]
            given = [float(one) for one in scores if one is not None and is_score(one)]
            _count(self._scores[candidate], mean(given) if given else None)

    def board(self, rubric: Mapping[str, float | None]) -> HolisticBoard | None:
        """Return the comparison with the mean rubric scores; none where no question had both."""
        if not self.questions:
            return None
        figures = {name: _mean(self._sums[name]) for name in _MEANS}
        scores = {name: value for name, sums in self._scores.items() if (value := _mean(sums)) is not None}
        both = [name for name in sorted(scores) if rubric.get(name) is not None]
        return HolisticBoard(
            questions=self.questions,
            ranking=tuple(sorted(scores, key=lambda name: (-scores[name], name))),
            scores=dict(sorted(scores.items())),
            tau=kendall([rubric[name] or 0.0 for name in both], [scores[name] for name in both]),
            tau_within=figures["tau"],
            winner_same=figures["winner_same"],
            rubric_stability=figures["rubric_stability"],
            holistic_stability=figures["holistic_stability"],
            rubric_variance=figures["rubric_variance"],
            holistic_variance=figures["holistic_variance"],
            more_stable=more_stable(figures["rubric_stability"], figures["holistic_stability"]),
        )


def _count(sums: list[float], value: float | None) -> None:
    if value is not None:
        sums[0] += value
        sums[1] += 1


def _mean(sums: Sequence[float]) -> float | None:
    return round(sums[0] / sums[1], 4) if sums[1] else None
