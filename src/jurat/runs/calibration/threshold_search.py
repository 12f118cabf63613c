"""Search for the thresholds whose verdicts agree best with people's, one threshold at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor

from jurat.options import Threshold
from jurat.outcomes import Verdict
from jurat.scoring.rounding import exact
from jurat.scoring.verdict_rules import Signals, VerdictRule, verdict_of

ROUNDS = 20
PLACES = 6
"""At most so many decimals of a threshold."""
Thresholds = Mapping[Threshold, float]


@dataclass(frozen=True, slots=True)
class LabelledSignals:
    """What the rules of a judge look at in one row, and the verdict that people give it.

    With `binary` labels people only say right or wrong: PASS stands for right, FAIL for wrong, and a WARN of
    the judge counts as right.
    """

    key: str
    people: Verdict
    signals: Signals
    binary: bool = True

    def agrees(self, verdict: Verdict) -> bool:
        """Return whether the judge's verdict is that of the people."""
        seen = "PASS" if self.binary and verdict == "WARN" else verdict
        return seen == self.people


def balanced_accuracy_of(right: Sequence[tuple[Verdict, bool]]) -> float:
    """Return the mean over people's verdicts of the share that the judge got right.

    >>> balanced_accuracy_of([("PASS", True), ("PASS", True), ("FAIL", True), ("FAIL", False)])
    0.75
    """
    total, hits = Counter(kind for kind, _ in right), Counter(kind for kind, hit in right if hit)
    return float(sum((Fraction(hits[kind], total[kind]) for kind in total), Fraction(0)) / len(total))


def fitted_thresholds(
    rows: Sequence[LabelledSignals], rules: Sequence[VerdictRule], start: Thresholds
) -> dict[Threshold, float]:
    """Return the thresholds with the highest balanced accuracy that can be reached from the start.

    A threshold moves only where that is better, and lies in the middle of its gap between two rows.
    """
    found = dict(start)
    useful = [rule for rule in rules if rule.verdict == "FAIL" or not all(row.binary for row in rows)]
    for _ in range(ROUNDS):
        before = dict(found)
        for rule in useful:
            found[rule.threshold] = _best(rows, rules, rule, found, start[rule.threshold])
        if found == before:
            break
    return found


def _best(
    rows: Sequence[LabelledSignals],
    rules: Sequence[VerdictRule],
    rule: VerdictRule,
    present: Thresholds,
    default: float,
) -> float:
    """Return the best place of one threshold while the others stay; of equally good ones the nearest."""
    weighed = _weighed(rows, rules, rule, present)
    here, best = exact(present[rule.threshold]), None
    now = sum((gain for value, gain in weighed if rule.applies(value, here)), Fraction(0))
    for place, gain in _places(weighed, rule):
        rank = (gain, -abs(place - default))
        if gain > now and (best is None or rank > best[0]):
            best = (rank, place)
    return present[rule.threshold] if best is None else best[1]


def _weighed(
    rows: Sequence[LabelledSignals], rules: Sequence[VerdictRule], rule: VerdictRule, present: Thresholds
) -> list[tuple[Fraction, Fraction]]:
    """Return the signals in order, each with the agreement that is gained where the rule holds."""
    total = Counter(row.people for row in rows)
    others = [one for one in rules if one is not rule]
    made = []
    for row in rows:
        value = row.signals.get(rule.signal)
        if value is None:
            continue
        without = verdict_of(others, row.signals, present)
        held: Verdict = "FAIL" if "FAIL" in (rule.verdict, without) else "WARN"
        gain = Fraction(row.agrees(held) - row.agrees(without), total[row.people])
        made.append((value, gain))
    return sorted(made)


def _places(
    weighed: Sequence[tuple[Fraction, Fraction]], rule: VerdictRule
) -> Iterator[tuple[float, Fraction]]:
    """Yield a threshold for every gap between signals, with the agreement gained by the rule there."""
    grouped: dict[Fraction, Fraction] = {}
    for value, gain in weighed:
        grouped[value] = grouped.get(value, Fraction(0)) + gain
    values = list(grouped)
    below, whole = Fraction(0), sum(grouped.values(), Fraction(0))
    edges = [Fraction(0), *values, Fraction(1)]
    for index, (low, high) in enumerate(pairwise(edges)):
        below += grouped[low] if index else 0
        place = _between(low, high, rule)
        if place is not None:
            yield place, below if rule.holds == "below" else whole - below


def _between(low: Fraction, high: Fraction, rule: VerdictRule) -> float | None:
    """Return the shortest number in the middle half of a gap; none where there is no gap.

    Where the lowest or highest signal is at the end of the scale, the end itself switches a rule off.
    """
    if low == high:
        off = 0 if rule.holds == "below" else 1 if rule.holds == "above" else None
        return float(low) if low == off else None
    return middle(low, high)


def middle(low: Fraction, high: Fraction) -> float:
    """Return the shortest number in the middle half of a gap, the nearest to its middle.

    >>> middle(Fraction(0), Fraction(1, 3)), middle(Fraction(1, 4), Fraction(1, 3))
    (0.2, 0.3)
    """
    centre, reach = (low + high) / 2, (high - low) / 4
    for places in range(1, PLACES + 1):
        scale = 10**places
        near = Fraction(floor(centre * scale + Fraction(1, 2)), scale)
        if abs(near - centre) <= reach:
            return float(near)
    return float(centre)
