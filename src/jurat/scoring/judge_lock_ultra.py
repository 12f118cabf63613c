"""Judge-Lock Ultra: Judge-Lock's five metrics and caps, with what was measured counted as it is.

Judge-Lock multiplies by the share of questions answered, or takes a harmonic mean with it, and then caps
at 7 where not all are. Here the questions set the scale instead: all six answered keep all of a score, fewer
keep at most seven tenths, so that the same cap holds and ties nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from jurat.observations import Claim, SummaryObservations
from jurat.outcomes import Unscored
from jurat.scoring import formulas, judge_lock, label_limits, rounding, summary_metrics
from jurat.scoring.caps import Draft
from jurat.scoring.judge_lock import Answers, Formulas
from jurat.scoring.summary_metrics import ClaimCounts, Drafts
from jurat.scoring.twin_lock import claims_computed

MOST, LEAST = Fraction(7, 10), Fraction(4, 10)
"""What is kept where one question or more is not answered: of six nearly answered, and of none."""
WORTH = {"supported": Fraction(1), "partial": Fraction(1, 2), "unsupported": Fraction(0)}
"""What a claim is worth by its label alone."""
LIGHTLY = 10
"""How many times less the doubt about a supported claim counts than that about another."""


def score(observations: SummaryObservations, *, strict_partial: bool = False) -> Drafts:
    """The five metrics in order, before rounding; where no claim has a probability, Judge-Lock's own."""
    counts = summary_metrics.claim_counts(observations)
    labels = observations.hallucination
    claims = (labels.claims if labels else None) or ()
    if isinstance(counts, Unscored) or all(claim.probability is None for claim in claims):
        return judge_lock.score(observations, strict_partial=strict_partial)
    label_limits.check_counts(observations, label_limits.JUDGE_LOCK)
    weighed = WeighedClaims(counts.supported, counts.partial, counts.unsupported, doubt_about(claims))
    faithful = hallucination(observations, weighed)
    return judge_lock.assembled(observations, weighed, faithful, SCALED, strict_partial=strict_partial)


@dataclass(frozen=True, slots=True)
class WeighedClaims(ClaimCounts):
    """Claims by label, and the doubt about them."""

    doubt: Fraction = Fraction(0)

    @property
    def unsupported_fraction(self) -> Fraction:
        """The doubt, which takes the place of the share without support.

        >>> WeighedClaims(1, 0, 1, doubt=Fraction(2, 5)).unsupported_fraction
        Fraction(2, 5)
        """
        return self.doubt


def doubt_about(claims: Sequence[Claim]) -> Fraction:
    """1 less what a claim is worth: half of it the mean of all claims, half of it that of the worst.

    >>> claims = [Claim(label="partial", probability=0.6), Claim(label="supported", probability=1.0)]
    >>> doubt_about(claims)  # the mean of 0.4 and 0 is 0.2, the worst 0.4
    Fraction(3, 10)
    """
    doubts = [1 - worth(claim) for claim in claims]
    return (formulas.mean(doubts) + max(doubts)) / 2


def worth(claim: Claim) -> Fraction:
    """The probability of a claim, or what its label stands for; what a supported one lacks counts a tenth.

    So a summary without a flaw stays near 10, and still stands in order among others.

    >>> worth(Claim(label="supported", probability=0.8)), worth(Claim(label="partial", probability=0.65))
    (Fraction(49, 50), Fraction(13, 20))
    >>> worth(Claim(label="partial"))
    Fraction(1, 2)
    """
    if claim.probability is None:
        return WORTH[claim.label]
    lacking = 1 - rounding.exact(claim.probability)
    return 1 - (lacking / LIGHTLY if claim.label == "supported" else lacking)


def doubted_base(doubt: Fraction, *, any_unsupported: bool) -> Fraction:
    """Judge-Lock's base without its rounding: at most 4 once a claim is unsupported, and never more for it.

    >>> [float(doubted_base(Fraction(1, 4), any_unsupported=unsupported)) for unsupported in (True, False)]
    [3.0, 6.5]
    >>> [float(doubted_base(Fraction(4, 5), any_unsupported=unsupported)) for unsupported in (True, False)]
    [0.8, 0.8]
    """
    locked = 4 - 4 * doubt
    return locked if any_unsupported else max(locked, 10 - 14 * doubt)


def kept(answers: Answers) -> Fraction:
    """The share of Coverage and Relevance that question-answers leave: all, or from four to seven tenths.

    >>> [float(kept(Answers(correct, 0, duplicates=False))) for correct in (6, 4, 0)]
    [1.0, 0.6, 0.4]
    """
    if answers.correct == label_limits.QUESTIONS:
        return Fraction(1)
    return LEAST + (MOST - LEAST) * answers.share


def scaled_coverage(f1: Fraction, answers: Answers) -> Fraction:
    """10 times F1, as far as the question-answers keep it.

    >>> scaled_coverage(Fraction(1, 2), Answers(correct=4, partial=0, duplicates=False))
    Fraction(3, 1)
    """
    return 10 * f1 * kept(answers)


def scaled_relevance(overlap: Fraction, recall: Fraction, answers: Answers) -> Fraction:
    """10 times the harmonic mean of section overlap and recall of key points, as far as it is kept.

    >>> scaled_relevance(Fraction(1), Fraction(1, 3), Answers(correct=4, partial=0, duplicates=False))
    Fraction(3, 1)
    """
    return 10 * formulas.harmonic_mean(overlap, recall) * kept(answers)


SCALED = Formulas(scaled_coverage, scaled_relevance)


def hallucination(observations: SummaryObservations, claims: WeighedClaims) -> Draft | Unscored:
    """What doubt leaves of 10, seven tenths of it where not all six questions are answered."""
    labels = observations.hallucination
    if labels is None or labels.claims is None or labels.qags is None:
        return summary_metrics.absent("hallucination", labels, "claims", "qags")
    answers = judge_lock.read_answers(labels.qags, "article")
    base = doubted_base(claims.doubt, any_unsupported=claims.unsupported > 0)
    share = Fraction(1) if answers.correct == label_limits.QUESTIONS else MOST
    computed = {
        **claims_computed(claims),
        "severity": formulas.severity(claims.doubt),
        "base": rounding.score(base),
        "kept": float(share),
        "qag_precision": rounding.fraction(answers.share),
    }
    raw, found = base * share, summary_metrics.spans((*labels.claims, *labels.qags))
    return answers.caps(Draft("hallucination", raw, raw, replace(labels, computed=computed), evidence=found))
