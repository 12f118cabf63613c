"""The verdict of the summary judges: PASS, WARN or FAIL, with reasons in the order in which they decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from jurat.observations import Claim, SummaryObservations
from jurat.options import Threshold
from jurat.outcomes import Verdict
from jurat.scoring import formulas, rounding
from jurat.scoring.summary_metrics import Drafts, weighted_mean
from jurat.scoring.verdict_rules import Signals, VerdictRule

RULES = (
    VerdictRule("summary_unsupported", signal="unsupported", holds="above", verdict="FAIL"),
    VerdictRule("summary_fail", signal="overall", holds="below", verdict="FAIL"),
    VerdictRule("summary_warn", signal="overall", holds="below", verdict="WARN"),
)
"""The verdict as rules with thresholds, which can be fitted to labels."""
Limits = Mapping[Threshold, Fraction]
USED: tuple[Threshold, ...] = ("summary_unsupported", "summary_fail", "summary_warn")
TOP = 10
"""The best overall; thresholds are shares of it."""


def decide(
    observations: SummaryObservations,
    drafts: Drafts,
    weights: Mapping[str, float] | None,
    thresholds: Mapping[Threshold, float],
) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict on a summary and its reasons, the deciding one first."""
    labels, mean = observations.hallucination, weighted_mean(drafts, weights)
    claims = (labels.claims if labels else None) or ()
    return verdict_of(claims, None if mean is None else mean / TOP, thresholds)


def verdict_of(
    claims: Sequence[Claim], share: Fraction | None, thresholds: Mapping[Threshold, float]
) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict from the claims and the overall as a share of 10, none where it is unscored.

    >>> from jurat.options import THRESHOLDS
    >>> verdict_of([Claim(label="supported")], Fraction(99, 100), THRESHOLDS)
    ('PASS', ())
    >>> verdict_of([Claim(label="unsupported", text="It is red.")], Fraction(99, 100), THRESHOLDS)
    ('FAIL', ('unsupported_claim: It is red.',))
    """
    limits = {name: rounding.exact(value) for name, value in thresholds.items()}
    failing, warning = _failing(claims, share, limits), _warning(claims, share, limits)
    verdict: Verdict = "FAIL" if failing else "WARN" if warning else "PASS"
    return verdict, (*failing, *warning)


def signals_of(
    observations: SummaryObservations, drafts: Drafts, weights: Mapping[str, float] | None
) -> Signals:
    """Return what the rules look at; a claim that is supported in part has no value, so that it warns."""
    labels, mean = observations.hallucination, weighted_mean(drafts, weights)
    found = Counter(claim.label for claim in (labels.claims if labels else None) or ())
    signals: dict[str, Fraction | None] = {"overall": None if mean is None else mean / TOP}
    if found["unsupported"]:
        share = formulas.unsupported_fraction(found["unsupported"], found["partial"], found.total())
        signals["unsupported"] = share
    if found["partial"]:
        signals["partial"] = None
    return signals


def _failing(claims: Sequence[Claim], share: Fraction | None, limits: Limits) -> tuple[str, ...]:
    """Return the reasons to fail: claims without support, then a low overall.

    >>> low = {"summary_unsupported": Fraction(0), "summary_fail": Fraction(3, 10)}
    >>> _failing([Claim(label="unsupported", text="It is red.")], Fraction(1, 4), low)
    ('unsupported_claim: It is red.', 'low_overall')
    """
    wrong = [claim for claim in claims if claim.label == "unsupported"]
    partial = sum(claim.label == "partial" for claim in claims)
    fraction = formulas.unsupported_fraction(len(wrong), partial, len(claims))
    held = {
        _naming("unsupported_claim", wrong): bool(wrong) and fraction > limits["summary_unsupported"],
        "low_overall": share is not None and share < limits["summary_fail"],
    }
    return tuple(name for name, holds in held.items() if holds)


def _warning(claims: Sequence[Claim], share: Fraction | None, limits: Limits) -> tuple[str, ...]:
    """Return the reasons to warn: claims supported in part, a middling overall, something unscored.

    >>> low = {"summary_warn": Fraction(6, 10), "summary_fail": Fraction(3, 10)}
    >>> _warning([Claim(label="partial", text="It is red.")], None, low)
    ('partial_claim: It is red.', 'unscored')
    """
    partial = [claim for claim in claims if claim.label == "partial"]
    held = {
        _naming("partial_claim", partial): bool(partial),
        "middling_overall": share is not None and limits["summary_fail"] <= share < limits["summary_warn"],
        "unscored": share is None,
    }
    return tuple(name for name, holds in held.items() if holds)


def _naming(reason: str, claims: Sequence[Claim]) -> str:
    """Return a reason with the text of the claim that decided it: the least probable, else the first."""
    one = min(claims, key=lambda claim: 1.0 if claim.probability is None else claim.probability, default=None)
    return f"{reason}: {one.text}" if one and one.text else reason
