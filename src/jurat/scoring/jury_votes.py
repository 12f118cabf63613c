"""A jury's verdict on a yes/no question: the majority of votes, deadlock at a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from jurat.errors import InputError
from jurat.frozen import frozen
from jurat.observations import Vote
from jurat.scoring.exact_statistics import mean
from jurat.scoring.rounding import FRACTION_PLACES, fraction, measured

Verdict = Literal["yes", "no", "deadlock"]
SIDES: tuple[Literal["yes", "no"], ...] = ("yes", "no")


@frozen
class JuryCount:
    """What a jury's votes come to."""

    verdict: Verdict | None
    decided_by: Literal["majority", "tie_breaker"] | None
    share: float | None
    yes: int
    no: int
    abstained: int
    confidence: Mapping[str, float]
    dissent: tuple[str, ...]
    unscored: str | None = None


def count_votes(votes: Sequence[Vote], *, tie_breaker: str | None = None, quorum: int = 1) -> JuryCount:
    """Return the verdict of the majority; at a tie that of the tie-breaker, or else a deadlock.

    Abstentions count for neither side. Confidence is reported and decides nothing.

    >>> given = {"a": "yes", "b": "no", "c": "yes"}
    >>> votes = [Vote(reviewer=name, vote=vote) for name, vote in given.items()]
    >>> found = count_votes(votes)
    >>> found.verdict, found.share, found.dissent
    ('yes', 0.6667, ('b',))
    >>> count_votes(votes[:2]).verdict, count_votes(votes[:2], tie_breaker="b").verdict
    ('deadlock', 'no')
    """
    check_votes(votes)
    yes, no = (sum(one.vote == side for one in votes) for side in SIDES)
    abstained, cast = len(votes) - yes - no, yes + no
    confidence: dict[str, float] = {
        side: given for side in SIDES if (given := _confidence(votes, side)) is not None
    }
    if cast < quorum:
        short = f"{cast} of {quorum} votes that the quorum asks for were cast"
        return JuryCount(None, None, None, yes, no, abstained, confidence, (), short)
    chosen = _tie_break(votes, tie_breaker) if yes == no else "yes" if yes > no else "no"
    if chosen is None:
        return JuryCount("deadlock", None, 0.5, yes, no, abstained, confidence, ())
    return JuryCount(
        chosen,
        "tie_breaker" if yes == no else "majority",
        fraction(Fraction(yes if chosen == "yes" else no, cast)),
        yes,
        no,
        abstained,
        confidence,
        tuple(one.reviewer for one in votes if one.vote not in (chosen, "abstain")),
    )


def check_votes(votes: Sequence[Vote]) -> None:
    """Refuse a reviewer that votes twice."""
    names = [one.reviewer for one in votes]
    for index, name in enumerate(names):
        if name in names[:index]:
            where = f"votes[{index}].reviewer"
            raise InputError(f"{name!r} has voted already", where=where, hint="give one vote per reviewer")


def _tie_break(votes: Sequence[Vote], tie_breaker: str | None) -> Literal["yes", "no"] | None:
    own = [one.vote for one in votes if one.reviewer == tie_breaker]
    return next((side for side in SIDES if side in own), None)


def _confidence(votes: Sequence[Vote], side: str) -> float | None:
    """Return the mean confidence of those who voted for a side and gave one."""
    given = [one.confidence for one in votes if one.vote == side and one.confidence is not None]
    return measured(mean(given), FRACTION_PLACES) if given else None
