"""A council's leaderboard over many questions, in memory that does not grow with them.

Questions are dealt into blocks in turn, and intervals come from drawing blocks with replacement: up to as
many questions as there are blocks that is the ordinary bootstrap over questions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations
from math import fsum
from operator import itemgetter
from random import Random

from jurat.judges.council.session import Session
from jurat.observations import Review
from jurat.outcomes import Audit, Candidate, CouncilResult, Failure
from jurat.runs.council.holistic_board import HolisticBoard, HolisticBoardBuilder
from jurat.runs.council.seat_totals import SeatTotal, SeatTotalsBuilder
from jurat.runs.stats.descriptive import quantile
from jurat.runs.stats.resampling import SEED, Interval
from jurat.runs.stats.streaming_stats import (
    CentredValues,
    StreamingAlpha,
    StreamingCorrelation,
    centre_values,
)
from jurat.scoring.bradley_terry import strengths

Given = Mapping[str, Mapping[str, float]]
"""Each reviewer's overalls of the candidates."""
BLOCKS = 256
RESAMPLES, REFITS = 1000, 200
TAIL = 0.025


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardEntry:
    """A candidate over all questions: how often scored and first, mean score and strength with intervals,
    means by dimension, and how often a ceiling or the gate lowered it."""

    name: str
    questions: int
    unscored: int
    first: int
    score: float | None
    interval: Interval | None
    strength: float | None
    strength_interval: Interval | None
    dimensions: Mapping[str, float]
    capped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerFigures:
    """A reviewer over all questions: valid reviews, mean leniency, dropped reviews, and reviews that
    contradict their own ranking."""

    name: str
    kept: int
    leniency: float | None
    problems: int
    contradictions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """The leaderboard, best first, and the audit of the reviewing."""

    questions: int
    failed: int
    places: tuple[LeaderboardEntry, ...]
    reviewers: tuple[ReviewerFigures, ...]
    alpha: float | None
    alpha_n: int
    kendall_w: float | None
    winner_kept: float | None
    winner_kept_n: int
    effective_reviewers: float | None
    length: Mapping[str, StreamingCorrelation]
    position: StreamingCorrelation
    holistic: HolisticBoard | None = None
    seats: tuple[SeatTotal, ...] = ()


def _sums() -> defaultdict[str, float]:
    return defaultdict(float)


@dataclass(slots=True)
class _Block:
    """The sums of a share of the questions."""

    sums: defaultdict[str, float] = field(default_factory=_sums)
    counts: Counter[str] = field(default_factory=Counter)
    wins: defaultdict[str, defaultdict[str, float]] = field(default_factory=lambda: defaultdict(_sums))


@dataclass(slots=True)
class _Mean:
    total: float = 0.0
    n: int = 0

    def add(self, value: float) -> None:
        self.total += value
        self.n += 1

    def value(self) -> float | None:
        return self.total / self.n if self.n else None


class LeaderboardBuilder:
    """Builds the leaderboard from sessions, one by one."""

    def __init__(self, seed: int = SEED) -> None:
        self.questions = self.failed = 0
        self._seed = seed
        self._blocks = [_Block() for _ in range(BLOCKS)]
        self._unscored: Counter[str] = Counter()
        self._first: Counter[str] = Counter()
        self._capped: dict[str, Counter[str]] = {}
        self._dimensions: dict[str, defaultdict[str, _Mean]] = {}
        self._lenient: defaultdict[str, _Mean] = defaultdict(_Mean)
        self._kept: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()
        self._contradictions: Counter[str] = Counter()
        self._units, self._w, self._stable, self._effective = StreamingAlpha(), _Mean(), _Mean(), _Mean()
        self._length: defaultdict[str, StreamingCorrelation] = defaultdict(StreamingCorrelation)
        self._position = StreamingCorrelation()
        self._holistic, self._seats = HolisticBoardBuilder(), SeatTotalsBuilder()

    def add(self, session: Session | Failure) -> None:
        """Add one question."""
        if isinstance(session, Failure):
            self.failed += 1
            return
        block = self._blocks[self.questions % BLOCKS]
        self.questions += 1
        given = _given(session.result)
        self._add_candidates(session.result, block)
        self._add_wins(given, block)
        self._add_reviewers(session.result)
        self._add_audit(session.result.audit)
        self._add_lengths(session.result.candidates, session.lengths)
        if session.result.audit.holistic is not None:
            self._holistic.add(session.result.audit.holistic, session.question.reviews)
        self._add_places(session.question.reviews, given, list(session.result.candidates))
        self._seats.add(session)

    def _add_candidates(self, result: CouncilResult, block: _Block) -> None:
        if result.ranking:
            self._first[result.ranking[0]] += 1
        for name, one in result.candidates.items():
            means = self._dimensions.get(name)
            if means is None:
                means = self._dimensions[name] = defaultdict(_Mean)
            for dimension, value in one.dimensions.items():
                mean = means[dimension]
                mean.total += value
                mean.n += 1
            if len(one.reviews) > 1:
                self._units.add([review.overall for review in one.reviews])
            if one.score is None:
                self._unscored[name] += 1
                continue
            block.sums[name] += one.score
            block.counts[name] += 1
            for cap in one.caps:
                if cap.after < cap.before:
                    self._capped.setdefault(name, Counter())[cap.reason] += 1

    def _add_wins(self, given: Given, block: _Block) -> None:
        """Count pairwise wins within a reviewer and a question, where leniency cancels out."""
        wins = block.wins
        for own in given.values():
            for (one, overall), (other, theirs) in combinations(own.items(), 2):
                if overall > theirs:
                    wins[one][other] += 1.0
                elif overall < theirs:
                    wins[other][one] += 1.0
                else:
                    wins[one][other] += 0.5
                    wins[other][one] += 0.5

    def _add_reviewers(self, result: CouncilResult) -> None:
        for name, one in result.reviewers.items():
            self._kept[name] += one.kept
            self._problems[name] += len(one.problems)
            self._contradictions[name] += bool(one.order_conflicts)
            if one.leniency is not None:
                self._lenient[name].add(one.leniency)

    def _add_audit(self, audit: Audit) -> None:
        if audit.agreement.kendall_w is not None:
            self._w.add(audit.agreement.kendall_w)
        if audit.effective_reviewers.effective is not None:
            self._effective.add(audit.effective_reviewers.effective)
        for one in audit.leave_one_out.values():
            if one.winner_kept is not None:
                self._stable.add(float(one.winner_kept))

    def _add_lengths(self, found: Mapping[str, Candidate], lengths: Mapping[str, int]) -> None:
        """Add length against each dimension's mean, centred within the question."""
        known: dict[tuple[str, ...], CentredValues] = {}
        for dimension, names, values in _by_dimension(found):
            if names not in known:
                known[names] = centre_values([lengths[name] for name in names])
            self._length[dimension].add(known[names], values)

    def _add_places(self, reviews: Sequence[Review], given: Given, candidates: Sequence[str]) -> None:
        """Add the reading position of a candidate against its overall, centred by reviewer."""
        read: list[tuple[int, CentredValues, list[float]]] = []
        for review in reviews:
            own = given.get(review.reviewer)
            if own and review.shown:
                names, places = _places(tuple(own), review.shown)
                if len(names) > 1:
                    read.append((candidates.index(names[0]), places, [own[name] for name in names]))
        read.sort(key=itemgetter(0))  # the order of sums is felt in their last digit
        for _, places, overalls in read:
            self._position.add(places, overalls)

    def standings(self) -> Leaderboard:
        """Return the current leaderboard."""
        blocks = [block for block in self._blocks[: self.questions] if block.counts or block.wins]
        names = sorted({*self._dimensions, *self._unscored})
        scores, strong = _bootstrap(blocks, names, self._seed)
        fitted = strengths(names, _wins(blocks))
        places = [self._place(name, blocks, fitted[name], (scores[name], strong[name])) for name in names]
        return Leaderboard(
            questions=self.questions,
            failed=self.failed,
            places=tuple(sorted(places, key=lambda one: (-(one.score or 0.0), one.name))),
            reviewers=tuple(self._reviewing(name) for name in sorted(self._kept)),
            alpha=self._units.alpha(),
            alpha_n=self._units.n,
            kendall_w=self._w.value(),
            winner_kept=self._stable.value(),
            winner_kept_n=self._stable.n,
            effective_reviewers=self._effective.value(),
            length=dict(self._length),
            position=self._position,
            holistic=self._holistic.board({one.name: one.score for one in places}),
            seats=self._seats.totals(),
        )

    def _place(
        self,
        name: str,
        blocks: Sequence[_Block],
        strength: float,
        drawn: tuple[Sequence[float], Sequence[float]],
    ) -> LeaderboardEntry:
        score = _mean_score(blocks, name)
        means = {dimension: mean.value() for dimension, mean in self._dimensions[name].items()}
        return LeaderboardEntry(
            name=name,
            questions=sum(block.counts[name] for block in blocks),
            unscored=self._unscored[name],
            first=self._first[name],
            score=score,
            interval=_middle(drawn[0]) if score is not None else None,
            strength=strength if score is not None else None,
            strength_interval=_middle(drawn[1]) if score is not None else None,
            dimensions={dimension: value for dimension, value in means.items() if value is not None},
            capped=dict(sorted(self._capped.get(name, Counter()).items())),
        )

    def _reviewing(self, name: str) -> ReviewerFigures:
        return ReviewerFigures(
            name=name,
            kept=self._kept[name],
            leniency=self._lenient[name].value() if name in self._lenient else None,
            problems=self._problems[name],
            contradictions=self._contradictions[name],
        )


@lru_cache(maxsize=4096)
def _places(names: tuple[str, ...], shown: tuple[str, ...]) -> tuple[tuple[str, ...], CentredValues]:
    """Return which candidates were shown, and their positions.

    Over many questions the same candidates are shown in the same few orders.

    >>> _places(("a", "b", "c"), ("c", "a"))
    (('a', 'c'), CentredValues(deviations=[0.5, -0.5], squares=0.5))
    """
    held = tuple([name for name in names if name in shown])
    return held, centre_values([shown.index(name) for name in held])


def _by_dimension(found: Mapping[str, Candidate]) -> Iterator[tuple[str, tuple[str, ...], Sequence[float]]]:
    """Return every dimension, and the uncapped score as overall, with candidates and values."""
    names, means = tuple(found), [one.dimensions for one in found.values()]
    if len(set(map(tuple, means))) == 1:
        columns = zip(*[own.values() for own in means], strict=True)
        for dimension, values in zip(means[0], columns, strict=True):
            yield dimension, names, values
    else:
        for dimension in dict.fromkeys(chain(*means)):
            held = tuple([name for name in names if dimension in found[name].dimensions])
            yield dimension, held, [found[name].dimensions[dimension] for name in held]
    uncapped = {name: one.uncapped for name, one in found.items() if one.uncapped is not None}
    if uncapped:
        yield "overall", tuple(uncapped), list(uncapped.values())


def _given(result: CouncilResult) -> Given:
    """Return the scores of each reviewer by candidate."""
    given: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for name, one in result.candidates.items():
        for review in one.reviews:
            given[review.reviewer][name] = review.overall
    return given


def _mean_score(blocks: Sequence[_Block], name: str) -> float | None:
    count = sum(block.counts[name] for block in blocks)
    return fsum(block.sums.get(name, 0.0) for block in blocks) / count if count else None


def _wins(blocks: Sequence[_Block]) -> dict[tuple[str, str], float]:
    whole: dict[tuple[str, str], float] = {}
    for block in blocks:
        for winner, beaten in block.wins.items():
            for loser, count in beaten.items():
                whole[winner, loser] = whole.get((winner, loser), 0.0) + count
    return whole


def _bootstrap(
    blocks: Sequence[_Block], names: Sequence[str], seed: int
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return sorted mean scores and strengths of blocks drawn with replacement."""
    random = Random(seed)
    scores: dict[str, list[float]] = {name: [] for name in names}
    strong: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(RESAMPLES if blocks else 0):
        drawn = random.choices(blocks, k=len(blocks))
        for name in names:
            score = _mean_score(drawn, name)
            if score is not None:
                scores[name].append(score)
        if turn < REFITS:
            for name, value in strengths(names, _wins(drawn)).items():
                strong[name].append(value)
    return (
        {name: sorted(values) for name, values in scores.items()},
        {name: sorted(values) for name, values in strong.items()},
    )


def _middle(ordered: Sequence[float]) -> Interval | None:
    if not ordered:
        return None
    return Interval(quantile(ordered, TAIL), quantile(ordered, 1 - TAIL))
