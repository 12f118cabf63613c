"""Criteria: checks in, one value each, then declared caps, the weighted overall score and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from jurat.observations import CriterionCheck, CriterionLabels
from jurat.outcomes import Cap, Score, Unscored, Verdict
from jurat.scoring import formulas, rounding
from jurat.scoring.summary_metrics import absent, dependent, spans

Combine = Literal["mean", "all", "any"]
OVERALL = "overall"
TOP = 10
"""The greatest overall score."""
WORTH = {"met": Fraction(1), "partial": Fraction(1, 2), "not_met": Fraction(0)}
_COMBINED = {"mean": formulas.mean, "all": min, "any": max}
NOTHING = "no check applies to this case"


@dataclass(frozen=True, slots=True, kw_only=True)
class CapRule:
    """A declared cap: at most `limit` for a metric, or overall, when another metric is beyond a value.

    `when` names that metric; `below` or `above` says beyond what.
    """

    metric: str
    limit: float
    when: str
    below: float | None = None
    above: float | None = None
    reason: str = ""

    def holds(self, value: Fraction) -> bool:
        """Whether a value of the metric `when` brings the cap about.

        >>> CapRule(metric="a", limit=1, when="b", below=0.5).holds(Fraction(1, 2))
        False
        >>> CapRule(metric="a", limit=1, when="b", above=0.2).holds(Fraction(1, 2))
        True
        """
        if self.below is not None and value < rounding.exact(self.below):
            return True
        return self.above is not None and value > rounding.exact(self.above)

    @property
    def name(self) -> str:
        """The reason that results give."""
        side = f"below {self.below:g}" if self.below is not None else f"above {self.above:g}"
        return self.reason or f"{self.when} {side}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRule:
    """What counts of a metric: its scale, its weight, and where the verdict turns."""

    name: str
    maximum: float = 1.0
    higher_is_better: bool = True
    weight: float = 1.0
    fail: float | None = None
    warn: float | None = None

    def goodness(self, value: Fraction) -> Fraction:
        """Return a value as a share of the best one.

        >>> MetricRule(name="doubt", higher_is_better=False).goodness(Fraction(1, 4))
        Fraction(3, 4)
        """
        share = value / rounding.exact(self.maximum)
        return share if self.higher_is_better else 1 - share

    def beyond(self, value: Fraction, limit: float | None) -> bool:
        """Whether a value is worse than a limit; none is worse where there is no limit."""
        if limit is None:
            return False
        bound = rounding.exact(limit)
        return value < bound if self.higher_is_better else value > bound


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric with its exact value, before the declared caps or after some of them."""

    score: Score[Any]
    value: Fraction

    def capped(self, rule: CapRule) -> Measured:
        """Return the metric under a cap that holds; listed also where it does not lower."""
        after = min(self.value, rounding.exact(rule.limit))
        cap = Cap(rule.limit, rule.name, rounding.fraction(self.value), rounding.fraction(after))
        score = replace(self.score, value=rounding.fraction(after), caps=(*self.score.caps, cap))
        return Measured(score, after)


Measures = dict[str, Measured | Unscored]


@dataclass(frozen=True, slots=True)
class CriteriaJudgement:
    """All metrics in order, the overall score, the verdict, and what led to it."""

    metrics: tuple[Score[Any] | Unscored, ...]
    overall: float | None
    verdict: Verdict
    reasons: tuple[str, ...]


def worth(check: CriterionCheck) -> Fraction:
    """Return what a check counts: its degree where one was measured, else what its label means.

    >>> worth(CriterionCheck(label="partial")), worth(CriterionCheck(label="met", degree=0.75))
    (Fraction(1, 2), Fraction(3, 4))
    """
    return WORTH[check.label] if check.degree is None else rounding.exact(check.degree)


def criterion_value(checks: Sequence[CriterionCheck], combine: Combine = "mean") -> Fraction:
    """Return the value of a criterion: the mean of its checks, the worst (`all`) or the best (`any`).

    >>> checks = [CriterionCheck(label="met"), CriterionCheck(label="not_met"), CriterionCheck(label="met")]
    >>> [str(criterion_value(checks, how)) for how in ("mean", "all", "any")]
    ['2/3', '0', '1']
    """
    combined: Fraction = _COMBINED[combine]([worth(check) for check in checks])  # type: ignore[operator]
    return combined


def measure(name: str, labels: CriterionLabels | None, combine: Combine) -> Measured | Unscored:
    """Return a criterion's value; one without checks has none.

    >>> measure("polite", CriterionLabels(checks=()), "mean").unscored
    'no check applies to this case'
    """
    if labels is None or labels.checks is None:
        return absent(name, labels, "checks")
    if not labels.checks:
        return Unscored(metric=name, unscored=NOTHING)
    value = criterion_value(labels.checks, combine)
    counts = {label: sum(check.label == label for check in labels.checks) for label in WORTH}
    rounded = rounding.fraction(value)
    score = Score(
        metric=name,
        value=rounded,
        raw=rounded,
        caps=(),
        details=replace(labels, computed={"checks": len(labels.checks), **counts}),
        evidence=spans(labels.checks),
    )
    return Measured(score, value)


def as_measured(outcome: Score[Any] | Unscored) -> Measured | Unscored:
    """Return a metric of another judge with the value that it reports."""
    return outcome if isinstance(outcome, Unscored) else Measured(outcome, rounding.exact(outcome.value))


def apply_caps(measures: Mapping[str, Measured | Unscored], caps: Sequence[CapRule]) -> Measures:
    """Return the metrics after their caps, in order; a cap that depends on an unscored metric unscores."""
    found = dict(measures)
    for cap in caps:
        if cap.metric == OVERALL:
            continue
        target, cause = found[cap.metric], found[cap.when]
        if isinstance(target, Unscored):
            continue
        if isinstance(cause, Unscored):
            found[cap.metric] = dependent(cap.metric, cause)
        elif cap.holds(cause.value):
            found[cap.metric] = target.capped(cap)
    return found


def overall(
    measures: Mapping[str, Measured | Unscored], rules: Sequence[MetricRule], caps: Sequence[CapRule]
) -> tuple[float | None, tuple[str, ...]]:
    """Return the weighted mean of all metrics on 0 to 10, and the reasons of caps on it.

    There is none where a metric with a weight, or one that a cap on it depends on, is unscored.
    """
    weighed = [(rule, measures[rule.name]) for rule in rules if rule.weight]
    known = [(rule, one.value) for rule, one in weighed if isinstance(one, Measured)]
    causes = [(cap, measures[cap.when]) for cap in caps if cap.metric == OVERALL]
    held = [cap for cap, one in causes if isinstance(one, Measured) and cap.holds(one.value)]
    if not known or len(known) < len(weighed) or any(isinstance(one, Unscored) for _, one in causes):
        return None, ()
    total = sum((rounding.exact(rule.weight) for rule, _ in known), Fraction(0))
    value = sum((rounding.exact(rule.weight) * rule.goodness(one) for rule, one in known), Fraction(0))
    lowest = min([TOP * value / total, *(rounding.exact(cap.limit) for cap in held)])
    return rounding.score(lowest), tuple(f"overall at most {cap.limit:g}: {cap.name}" for cap in held)


def judge_criteria(
    measures: Mapping[str, Measured | Unscored],
    rules: Sequence[MetricRule],
    caps: Sequence[CapRule],
    included: Sequence[tuple[Verdict | None, tuple[str, ...]]] = (),
) -> CriteriaJudgement:
    """Return all metrics after caps, the overall score and the verdict.

    The verdict is the worst of what the metrics' limits and the included judges say; WARN where a metric is
    unscored.
    """
    found = apply_caps(measures, caps)
    total, limits = overall(found, rules, caps)
    failing, warning = _beyond(found, rules, "fail"), _beyond(found, rules, "warn")
    unscored = [f"unscored: {name}" for name, one in found.items() if isinstance(one, Unscored)]
    verdicts = {verdict for verdict, _ in included}
    failed, warned = failing or "FAIL" in verdicts, warning or unscored or "WARN" in verdicts
    told = [reason for _, reasons in included for reason in reasons]
    return CriteriaJudgement(
        metrics=tuple(one if isinstance(one, Unscored) else one.score for one in found.values()),
        overall=total,
        verdict="FAIL" if failed else "WARN" if warned else "PASS",
        reasons=tuple(dict.fromkeys([*failing, *warning, *told, *unscored, *limits])),
    )


def _beyond(
    measures: Mapping[str, Measured | Unscored], rules: Sequence[MetricRule], limit: Literal["fail", "warn"]
) -> list[str]:
    """Return the metrics that are beyond one of their limits, in words."""
    found = []
    for rule in rules:
        one, bound = measures[rule.name], getattr(rule, limit)
        if isinstance(one, Measured) and rule.beyond(one.value, bound):
            side = "below" if rule.higher_is_better else "above"
            found.append(f"{rule.name} {side} {bound:g}")
    return found
