"""Comparison of two runs over the same cases: differences, intervals and significance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import islice
from typing import Literal

from jurat.errors import InputError
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.results.sources import SourceInfo
from jurat.runs.scales import FRACTION, RISK, Scale
from jurat.runs.stats.paired_tests import ALPHA, holm, mcnemar, smallest_difference
from jurat.runs.stats.resampling import RESAMPLES, SEED, TestResult, counted_interval, paired_test
from jurat.runs.stats.value_counts import UNITS, ValueCounts, units

Values = tuple[float | None, float | None]
Outcome = Literal["better", "worse", "unclear"]
_NAMED = 3
_SHARES = {"verdict.PASS": ("PASS", FRACTION), "verdict.FAIL": ("FAIL", RISK)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One figure in both runs, over the cases that have it in both.

    `adjusted` is the p-value after Holm's correction over all figures; `smallest` is the smallest detectable
    difference at 80 % power; `low` and `high` bound the difference.
    """

    name: str
    scale: Scale
    pairs: int
    unscored: tuple[int, int]
    before: float | None = None
    after: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    adjusted: float | None = None
    method: str = ""
    smallest: float | None = None
    wins: int = 0
    losses: int = 0
    ties: int = 0
    alpha: float = ALPHA

    @property
    def outcome(self) -> Outcome:
        """Return whether the second run is better, worse, or the difference is unclear."""
        if self.adjusted is None or self.difference is None or self.adjusted > self.alpha:
            return "unclear"
        return "better" if self.scale.gain(self.difference) > 0 else "worse"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChange:
    """A case that changed: the metric that changed most, as a share of its scale; positive is better."""

    id: str
    gain: float
    metric: str
    before: float
    after: float
    verdicts: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The comparison of two runs."""

    before: SourceInfo
    after: SourceInfo
    pairs: int
    only_before: int
    only_after: int
    failed: tuple[int, int]
    changes: tuple[Change, ...]
    cases: tuple[CaseChange, ...]
    notes: tuple[str, ...] = ()

    def named(self, outcome: Outcome) -> list[str]:
        """Return the figures with this outcome."""
        return [change.name for change in self.changes if change.outcome == outcome]


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Settings of a comparison: resamples, seed, significance level, number of cases listed."""

    resamples: int = RESAMPLES
    seed: int = SEED
    alpha: float = ALPHA
    max_cases: int = 10


@dataclass(slots=True)
class PairedValues:
    """One figure in both runs: sums in whole units, and counted differences."""

    name: str
    scale: Scale
    before: int = 0
    after: int = 0
    unscored: tuple[int, int] = (0, 0)
    gaps: ValueCounts = field(default_factory=ValueCounts)

    def add(self, x: float | None, y: float | None) -> None:
        """Add one case; without a value in both runs it is only counted."""
        if x is None or y is None:
            self.unscored = (self.unscored[0] + (x is None), self.unscored[1] + (y is None))
            return
        first, second = units(x), units(y)
        self.before += first
        self.after += second
        self.gaps.counts[second - first] += 1


def compare(
    before: ResultColumns,
    after: ResultColumns,
    *,
    force: bool = False,
    method: ComparisonSettings | None = None,
) -> Comparison:
    """Compare two runs; different cases or judges raise an error unless `force` is set."""
    how = method or ComparisonSettings()
    both = sum(key in after.row_index for key in before.row_index)
    notes = tuple(differences(before, after, both))
    if notes and not force:
        hint = "compare runs of one judge over the same cases, or use --force"
        raise InputError("; ".join(notes), where=f"{before.info.name} and {after.info.name}", hint=hint)
    metrics = [PairedValues(name, after.info.scale(name)) for name in after.metrics if name in before.values]
    verdicts = [PairedValues(name, scale) for name, (_, scale) in _SHARES.items()]
    cases = nlargest(how.max_cases, _moved(before, after, metrics, verdicts), key=lambda one: abs(one.gain))
    changes = [_change(one, how, paired_test(one.gaps, seed=how.seed)) for one in metrics]
    if {*before.verdict_names, *after.verdict_names} & {name for name, _ in _SHARES.values()}:
        changes += [_change(one, how, _mcnemar(one.gaps)) for one in verdicts]
    return Comparison(
        before=before.info,
        after=after.info,
        pairs=both,
        only_before=len(before.row_index) - both,
        only_after=len(after.row_index) - both,
        failed=(before.failed, after.failed),
        changes=tuple(_adjusted(changes)),
        cases=tuple(cases),
        notes=notes,
    )


def _moved(
    before: ResultColumns,
    after: ResultColumns,
    metrics: Sequence[PairedValues],
    verdicts: Sequence[PairedValues],
) -> Iterator[CaseChange]:
    """Yield the cases in both runs that changed; all shared cases are added to every figure."""
    for key, first in before.row_index.in_order():
        if (second := after.row_index.get(key)) is None:
            continue
        values = [(before.value(one.name, first), after.value(one.name, second)) for one in metrics]
        for one, (x, y) in zip(metrics, values, strict=True):
            one.add(x, y)
        called = before.verdict(first), after.verdict(second)
        for one in verdicts:
            wanted, _ = _SHARES[one.name]
            one.add(_share(called[0], wanted), _share(called[1], wanted))
        if change := _case_change(key, metrics, values, called):
            yield change


def _share(verdict: str | None, wanted: str) -> float | None:
    return None if verdict is None else float(verdict == wanted)


def differences(before: ResultColumns, after: ResultColumns, both: int) -> Iterator[str]:
    """Return why two runs should not be compared, in words."""
    if before.rows and after.rows and before.judges != after.judges:
        yield f"the judges differ: {_list(sorted(before.judges))} and {_list(sorted(after.judges))}"
    elif before.signatures != after.signatures and before.signatures and after.signatures:
        first, second = sorted(before.signatures), sorted(after.signatures)
        yield f"the signatures differ: {_list(first)} and {_list(second)}"
    for run, other, name in ((before, after, "first"), (after, before, "second")):
        if missing := len(run.row_index) - both:
            shown = list(islice((key for key in run.row_index if key not in other.row_index), _NAMED + 1))
            yield f"{missing:,} of {run.rows:,} cases are only in the {name} ({_list(shown)})"
    if repeated := {**before.repeated, **after.repeated}:
        yield f"ids occur more than once ({_list(list(repeated))})"


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(name.split("\0")[0] for name in names[:_NAMED]) or "none"
    return f"{shown}, …" if len(names) > _NAMED else shown


def _mcnemar(gaps: ValueCounts) -> TestResult:
    return TestResult(mcnemar(gaps.below(), gaps.above()), "McNemar, exact")


def _change(figure: PairedValues, how: ComparisonSettings, tested: TestResult) -> Change:
    gaps, n = figure.gaps, len(figure.gaps)
    change = Change(name=figure.name, scale=figure.scale, pairs=n, unscored=figure.unscored, alpha=how.alpha)
    if not n:
        return change
    bounds = counted_interval(gaps, resamples=how.resamples, seed=how.seed)
    up, down = gaps.above(), gaps.below()
    wins, losses = (up, down) if figure.scale.better == "higher" else (down, up)
    return replace(
        change,
        before=figure.before / (n * UNITS),
        after=figure.after / (n * UNITS),
        difference=gaps.mean(),
        low=bounds.low,
        high=bounds.high,
        p=tested.p,
        method=tested.method,
        smallest=smallest_difference(gaps.deviation(), n, alpha=how.alpha),
        wins=wins,
        losses=losses,
        ties=n - up - down,
    )


def _adjusted(changes: Sequence[Change]) -> Iterator[Change]:
    """Return the changes with corrected p-values."""
    tested = [change.p for change in changes if change.p is not None]
    raised = iter(holm(tested))
    for change in changes:
        yield change if change.p is None else replace(change, adjusted=next(raised))


def _case_change(
    key: str,
    figures: Sequence[PairedValues],
    values: Sequence[Values],
    verdicts: tuple[str | None, str | None],
) -> CaseChange | None:
    """Return what changed most in a case, or None."""
    best: CaseChange | None = None
    for one, (x, y) in zip(figures, values, strict=True):
        if x is None or y is None or x == y:
            continue
        gain = round(one.scale.goodness(y) - one.scale.goodness(x), 10)
        if gain and (best is None or abs(gain) > abs(best.gain)):
            name = key.split("\0", maxsplit=1)[0]
            best = CaseChange(id=name, gain=gain, metric=one.name, before=x, after=y, verdicts=verdicts)
    return best
