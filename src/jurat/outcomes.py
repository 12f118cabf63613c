"""What comes out of a judge: scores with their story, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal

from typing_extensions import TypeVar

from jurat.frozen import frozen
from jurat.observations import (
    Aboutness,
    Alignment,
    Anchors,
    BiasToxicity,
    CitedSentences,
    ComparedClaims,
    Completeness,
    Coverage,
    CriterionLabels,
    Hallucination,
    QueryParts,
    RankedPassages,
    Relevance,
    ResponseClaims,
    ResponseRelevance,
    SafetyFinding,
    Vote,
    WantedClaims,
)
from jurat.plain_values import notebook_html, plain_values
from jurat.spans import Span

__all__ = [
    "Agreement",
    "Audit",
    "Candidate",
    "Cap",
    "Correlation",
    "CouncilResult",
    "Details",
    "EffectiveReviewers",
    "Failure",
    "HolisticComparison",
    "JuryResult",
    "KeptReview",
    "LeaveOneOut",
    "Outcome",
    "Result",
    "ReviewProblem",
    "Reviewer",
    "RoundComparison",
    "SafetyGate",
    "Score",
    "Span",
    "Spread",
    "Unscored",
    "Verdict",
    "VoteShare",
]

Details = (
    Coverage
    | Alignment
    | Hallucination
    | Relevance
    | BiasToxicity
    | ResponseRelevance
    | Completeness
    | Anchors
    | Aboutness
    | QueryParts
    | ResponseClaims
    | CriterionLabels
    | RankedPassages
    | WantedClaims
    | ComparedClaims
    | CitedSentences
)
"""What the scores of our own judges rest on; a judge from another package brings types of its own."""
DetailsT_co = TypeVar("DetailsT_co", covariant=True, default=Details)
Verdict = Literal["PASS", "WARN", "FAIL"]


@frozen
class Cap:
    """A limit whose condition held: why, and the score before and after it."""

    limit: float
    reason: str
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Generic[DetailsT_co]):
    """A metric's final value, its raw value, the caps between them in order, and what it rests on.

    `maximum` and `higher_is_better` are set where a reader of the result may not know the judge.
    """

    metric: str
    value: float
    raw: float
    caps: tuple[Cap, ...]
    details: DetailsT_co
    evidence: tuple[Span, ...] = ()
    maximum: float | None = None
    higher_is_better: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscored:
    """A metric that has no value, and why."""

    metric: str
    unscored: str

    @property
    def value(self) -> None:
        """None: there is no value."""
        return


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result(Generic[DetailsT_co]):
    """One case judged: its metrics in order, and what the judge adds to them."""

    judge: str
    version: str
    id: str | int
    metrics: tuple[Score[DetailsT_co] | Unscored, ...]
    signature: str
    overall: float | None = None
    verdict: Verdict | None = None
    reasons: tuple[str, ...] | None = None
    error: str | None = None

    def __getitem__(self, metric: str) -> Score[DetailsT_co] | Unscored:
        """The outcome of one metric, by its name."""
        for outcome in self.metrics:
            if outcome.metric == metric:
                return outcome
        raise KeyError(f"{metric} (metrics: {', '.join(one.metric for one in self.metrics)})")

    def __repr__(self) -> str:
        told: list[str] = [] if self.verdict is None else [self.verdict]
        told += [] if self.overall is None else [f"overall {self.overall:g}"]
        for one in self.metrics:
            told.append(f"{one.metric} {'unscored' if isinstance(one, Unscored) else f'{one.value:g}'}")
        return f"Result({self.judge}, id {self.id!r}: {', '.join(told)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the values that `jurat.dump` writes."""
        values: dict[str, Any] = plain_values(self, drop_none=True)
        return values

    def _repr_html_(self) -> str:
        return notebook_html(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A case that could not be judged, in its place, with an error a person can act on."""

    id: str | int
    error: str

    @property
    def verdict(self) -> None:
        """None: there is no verdict."""
        return

    def to_dict(self) -> dict[str, Any]:
        """Return the values that `jurat.dump` writes."""
        values: dict[str, Any] = plain_values(self, drop_none=True)
        return values

    def _repr_html_(self) -> str:
        return notebook_html(self)


@frozen
class KeptReview:
    """One reviewer's overall of one candidate, as given and as calibrated."""

    reviewer: str
    kind: Literal["rubric", "holistic"]
    overall: float
    calibrated: float


@frozen
class ReviewProblem:
    """An evaluation that did not count as the rubric score it was meant to be."""

    candidate: str
    action: Literal["fallback: holistic", "dropped"]
    reason: str


@frozen
class Candidate:
    """A candidate's score with all that led to it, or the reason why it has none."""

    score: float | None
    uncapped: float | None
    accuracy: float | None
    ceiling: float | None
    safety: Literal["passed", "failed"] | None
    dimensions: Mapping[str, float]
    reviews: tuple[KeptReview, ...]
    borda: float | None
    caps: tuple[Cap, ...] = ()
    unscored: str | None = None


@frozen
class Reviewer:
    """What became of one reviewer's reviews."""

    kept: int
    mean: float | None
    sd: float | None
    leniency: float | None
    self_review: bool
    problems: tuple[ReviewProblem, ...] = ()
    order_conflicts: tuple[tuple[str, str], ...] = ()


@frozen
class SafetyGate:
    """Whether the gate was on, its cap, and which candidates failed it and why."""

    enabled: bool
    score_cap: float
    failed_models: Mapping[str, tuple[SafetyFinding, ...]]


@frozen
class Correlation:
    """Pearson's r with a 95 % interval and n; no r where n is too small or nothing varies."""

    n: int
    r: float | None = None
    low: float | None = None
    high: float | None = None


@frozen
class Spread:
    """The mean variance between reviewers, over n candidates that at least two of them scored."""

    n: int
    variance: float | None = None


@frozen
class LeaveOneOut:
    """How the ranking changes when one reviewer is left out."""

    n: int
    winner_kept: bool | None = None
    tau: float | None = None


@frozen
class EffectiveReviewers:
    """How many independent reviewers the panel is worth, by Kish's design effect."""

    n: int
    pairs: int
    correlation: float | None = None
    effective: float | None = None


@frozen
class Agreement:
    """How far reviewers agree: Krippendorff's alpha (interval) over n candidates that at least two of them
    scored, and Kendall's W over the shared ones that all of them scored; no figure below three."""

    n: int = 0
    alpha: float | None = None
    shared: int = 0
    kendall_w: float | None = None


@frozen
class RoundComparison:
    """What the second round changed.

    `n` scores of reviewers who revised were compared and `moved` of them differ: `closer` to the mean of the
    others' first scores, or `farther` from it; `towards` counts by reviewer the moves that came closer to its
    first score. `failed` holds why a reviewer kept its first scores. `before` and `after` are the variances
    of the overalls between reviewers; `ranking` is that of the first round, which `tau` compares.
    """

    revised: tuple[str, ...]
    failed: Mapping[str, str]
    n: int
    moved: int
    closer: int
    farther: int
    towards: Mapping[str, int]
    before: Spread
    after: Spread
    variance_fell: bool | None
    ranking: tuple[str, ...]
    winner_kept: bool | None
    tau: float | None


@frozen
class HolisticComparison:
    """The ranking by holistic scores beside the rubric's, for the `n` candidates that both rank.

    `tau` compares the two; the stabilities are the mean taus with one reviewer left out, the variances those
    between reviewers on the same candidates. `more_stable` is none where they are equal or too few.
    """

    ranking: tuple[str, ...]
    n: int
    tau: float | None
    winner_same: bool | None
    rubric_stability: float | None
    holistic_stability: float | None
    rubric_variance: float | None
    holistic_variance: float | None
    more_stable: Literal["rubric", "holistic"] | None


@frozen
class Audit:
    """What can be said about the reviewing itself; every figure with its n."""

    length: Mapping[str, Correlation]
    position: Mapping[str, Correlation]
    variance: Mapping[str, Spread]
    leave_one_out: Mapping[str, LeaveOneOut]
    effective_reviewers: EffectiveReviewers
    agreement: Agreement = Agreement()
    rounds: RoundComparison | None = None
    holistic: HolisticComparison | None = None


@frozen
class CouncilResult:
    """One question judged by a council: the ranking and everything that led to it."""

    judge: str
    version: str
    id: str | int
    ranking: tuple[str, ...]
    candidates: Mapping[str, Candidate]
    reviewers: Mapping[str, Reviewer]
    safety_gate: SafetyGate
    audit: Audit
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return the values that `jurat.dump` writes."""
        values: dict[str, Any] = plain_values(self, drop_none=False)
        return values

    def _repr_html_(self) -> str:
        return notebook_html(self)


@frozen
class VoteShare:
    """The share of the cast votes that say yes, as a metric of a run."""

    metric: str
    value: float
    maximum: float = 1.0
    higher_is_better: bool = True


@frozen
class JuryResult:
    """A yes/no question decided by a jury: the verdict, and everything that led to it.

    `share` is the part of the cast votes (abstentions are none) that agree with the verdict; `confidence` is
    the mean of each side. Where too few voted there is no verdict, and `unscored` says why. `metrics` has the
    share of yes, so that a run of juries is counted, compared and reported like any other.
    """

    judge: str
    mode: Literal["jury"]
    version: str
    id: str | int
    verdict: Literal["yes", "no", "deadlock"] | None
    decided_by: Literal["majority", "tie_breaker"] | None
    share: float | None
    yes: int
    no: int
    abstained: int
    confidence: Mapping[str, float]
    dissent: tuple[str, ...]
    votes: tuple[Vote, ...]
    signature: str
    tie_breaker: str | None = None
    unscored: str | None = None
    metrics: tuple[VoteShare | Unscored, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the values that `jurat.dump` writes."""
        values: dict[str, Any] = plain_values(self, drop_none=False)
        return values

    def _repr_html_(self) -> str:
        return notebook_html(self)


Outcome = Result | CouncilResult | JuryResult | Failure
