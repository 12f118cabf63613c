"""Verdicts as rules: a signal, a threshold, and the verdict where the signal is beyond it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from jurat.options import Threshold
from jurat.outcomes import Verdict
from jurat.scoring import rounding

Side = Literal["above", "at_least", "below"]
Signals = Mapping[str, Fraction | None]
"""What rules look at, by name; none where it is unscored."""


@dataclass(frozen=True, slots=True)
class VerdictRule:
    """A rule that turns a verdict to FAIL or WARN.

    >>> rule = VerdictRule("relevance", signal="relevance", holds="below", verdict="FAIL")
    >>> rule.applies(Fraction(1, 20), Fraction(1, 10)), rule.applies(None, Fraction(1, 10))
    (True, False)
    """

    threshold: Threshold
    signal: str
    holds: Side
    verdict: Literal["FAIL", "WARN"]

    def applies(self, value: Fraction | None, threshold: Fraction) -> bool:
        """Return whether a signal is beyond the threshold; one without a value is not."""
        if value is None:
            return False
        if self.holds == "below":
            return value < threshold
        return value > threshold or (self.holds == "at_least" and value == threshold)


def verdict_of(
    rules: Sequence[VerdictRule], signals: Signals, thresholds: Mapping[Threshold, float]
) -> Verdict:
    """Return the verdict: FAIL before WARN before PASS; WARN also where a metric is unscored.

    >>> rules = (VerdictRule("completeness", signal="completeness", holds="below", verdict="WARN"),)
    >>> verdict_of(rules, {"completeness": Fraction(1, 2)}, {"completeness": 0.6})
    'WARN'
    """
    held = {
        rule.verdict
        for rule in rules
        if rule.applies(signals.get(rule.signal), rounding.exact(thresholds[rule.threshold]))
    }
    if "FAIL" in held:
        return "FAIL"
    return "WARN" if held or None in signals.values() else "PASS"
