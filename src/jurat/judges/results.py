"""Results from observations: the scoring rules of each judge, with name, version and signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from jurat.judges.council.council_spec import COUNCIL, JURY, YES_SHARE
from jurat.nlp.tagging.protocol import BUILT_IN, tagger_in_use
from jurat.observations import Review, SafetyFinding, Vote
from jurat.options import Options
from jurat.outcomes import CouncilResult, JuryResult, Result, Unscored, VoteShare
from jurat.scoring import council_scoring, jury_votes
from jurat.scoring.claim_lock import Judgement
from jurat.scoring.rounding import fraction
from jurat.scoring.rubric import make_rubric
from jurat.version import __version__


def signature(judge: str, observer: str, options: Options, *, version: str = __version__) -> str:
    """Return everything needed to reproduce a result, as text.

    >>> signature("twin-lock", "rules", Options()).replace(__version__, "X")
    'judge:twin-lock|version:X|observer:rules'
    """
    tagger = tagger_in_use()
    tagged = "" if tagger is BUILT_IN else f"|tagger:{tagger.name}"
    return f"judge:{judge}|version:{version}|observer:{observer}{tagged}{options.signature()}"


def verdict_result(
    name: str, judged: Judgement, options: Options, *, case: str | int, observer: str
) -> Result:
    """Return metrics with a verdict and its reasons as a result."""
    return Result(
        judge=name,
        version=__version__,
        id=case,
        metrics=tuple(one if isinstance(one, Unscored) else one.final() for one in judged.metrics),
        verdict=judged.verdict,
        reasons=judged.reasons,
        signature=signature(name, observer, options),
    )


def score_jury(
    votes: Sequence[Vote],
    options: Options,
    *,
    case: str | int,
    observer: str,
    tie_breaker: str | None = None,
) -> JuryResult:
    """Return a jury's verdict with everything that led to it."""
    found = jury_votes.count_votes(votes, tie_breaker=tie_breaker, quorum=options.quorum)
    breaker = f"|tie_breaker:{tie_breaker}" if tie_breaker else ""
    return JuryResult(
        JURY.name,
        "jury",
        __version__,
        case,
        found.verdict,
        found.decided_by,
        found.share,
        found.yes,
        found.no,
        found.abstained,
        found.confidence,
        found.dissent,
        tuple(votes),
        signature(JURY.name, observer, options) + breaker,
        tie_breaker,
        found.unscored,
        (_yes_share(found),),
    )


def _yes_share(found: jury_votes.JuryCount) -> VoteShare | Unscored:
    if found.unscored is not None:
        return Unscored(metric=YES_SHARE, unscored=found.unscored)
    return VoteShare(YES_SHARE, fraction(Fraction(found.yes, found.yes + found.no)))


def score_council(
    lengths: Mapping[str, int],
    reviews: Sequence[Review],
    failed: Mapping[str, tuple[SafetyFinding, ...]],
    options: Options,
    *,
    case: str | int,
    observer: str,
) -> CouncilResult:
    """Return the result of a council: the ranking and everything it is based on."""
    panel = council_scoring.Panel(
        rubric=make_rubric(options.rubric, options.weights),
        calibration=options.calibration,
        quorum=options.quorum,
        safety_gate=options.safety_gate,
        safety_score_cap=options.safety_score_cap,
    )
    session = council_scoring.score(lengths, reviews, panel, failed)
    return CouncilResult(
        COUNCIL.name,
        __version__,
        case,
        session.ranking,
        session.candidates,
        session.reviewers,
        session.safety_gate,
        session.audit,
        signature(COUNCIL.name, observer, options),
    )
