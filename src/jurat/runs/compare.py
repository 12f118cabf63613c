"""Two runs over the same cases: what changed, by how much, and whether chance alone could do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import islice
from typing import Literal

from jurat.errors import InputError
from jurat.runs.columns import Columns
from jurat.runs.scales import FRACTION, RISK, Scale, scale_of
from jurat.runs.sources import RunInfo
from jurat.runs.statistics.counted import UNITS, Counted, units
from jurat.runs.statistics.paired import ALPHA, holm, mcnemar, smallest_difference
from jurat.runs.statistics.resampling import RESAMPLES, SEED, TestResult, counted_interval, paired_test

Values = tuple[float | None, float | None]
Outcome = Literal["better", "worse", "unclear"]
_NAMED = 3
_SHARES = {"verdict.PASS": ("PASS", FRACTION), "verdict.FAIL": ("FAIL", RISK)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One figure in both runs, over the cases that have it in both.

    `adjusted` is the chance of such a difference after Holm's correction over all figures; `smallest` the
    difference that so many cases would show four times in five; `low` and `high` bound the difference.
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
        """Whether the second run is better, worse, or neither can be said."""
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
    """Two runs compared, case by case."""

    before: RunInfo
    after: RunInfo
    pairs: int
    only_before: int
    only_after: int
    failed: tuple[int, int]
    changes: tuple[Change, ...]
    cases: tuple[CaseChange, ...]
    notes: tuple[str, ...] = ()

    def named(self, outcome: Outcome) -> list[str]:
        """The figures that came out so."""
        return [change.name for change in self.changes if change.outcome == outcome]


@dataclass(frozen=True, slots=True)
class Method:
    """How a comparison is done: resamples, seed, the level of the tests, how many cases are named."""

    resamples: int = RESAMPLES
    seed: int = SEED
    alpha: float = ALPHA
    top: int = 10


@dataclass(slots=True)
class Figure:
    """One figure of both runs, as far as it was seen: sums in whole units, and the differences counted."""

    name: str
    scale: Scale
    before: int = 0
    after: int = 0
    unscored: tuple[int, int] = (0, 0)
    gaps: Counted = field(default_factory=Counted)

    def add(self, x: float | None, y: float | None) -> None:
        """Take in one case; without a value in both it is only counted."""
        if x is None or y is None:
            self.unscored = (self.unscored[0] + (x is None), self.unscored[1] + (y is None))
            return
        first, second = units(x), units(y)
        self.before += first
        self.after += second
        self.gaps.counts[second - first] += 1


def compare(
    before: Columns, after: Columns, *, anyway: bool = False, method: Method | None = None
) -> Comparison:
    """Two runs compared; runs over other cases or of another judge are refused unless told to go on."""
    how = method or Method()
    both = sum(key in after.places for key in before.places)
    notes = tuple(differences(before, after, both))
    if notes and not anyway:
        hint = "compare runs of one judge over the same cases, or say --anyway"
        raise InputError("; ".join(notes), where=f"{before.info.name} and {after.info.name}", hint=hint)
    metrics = [Figure(name, scale_of(after.judge, name)) for name in after.metrics if name in before.values]
    verdicts = [Figure(name, scale) for name, (_, scale) in _SHARES.items()]
    cases = nlargest(how.top, _moved(before, after, metrics, verdicts), key=lambda one: abs(one.gain))
    changes = [_change(one, how, paired_test(one.gaps, seed=how.seed)) for one in metrics]
    if before.verdict_names and after.verdict_names:
        changes += [_change(one, how, _mcnemar(one.gaps)) for one in verdicts]
    return Comparison(
        before=before.info,
        after=after.info,
        pairs=both,
        only_before=len(before.places) - both,
        only_after=len(after.places) - both,
        failed=(before.failed, after.failed),
        changes=tuple(_adjusted(changes)),
        cases=tuple(cases),
        notes=notes,
    )


def _moved(
    before: Columns, after: Columns, metrics: Sequence[Figure], verdicts: Sequence[Figure]
) -> Iterator[CaseChange]:
    """The cases in both runs that changed, while all that both have are shown to every figure."""
    for key, first in before.places.in_order():
        if (second := after.places.get(key)) is None:
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


def differences(before: Columns, after: Columns, both: int) -> Iterator[str]:
    """Why two runs with so many cases in common should not be compared, in words."""
    if before.rows and after.rows and before.judges != after.judges:
        yield f"the judges differ: {_list(sorted(before.judges))} and {_list(sorted(after.judges))}"
    elif before.signatures != after.signatures and before.signatures and after.signatures:
        first, second = sorted(before.signatures), sorted(after.signatures)
        yield f"the signatures differ: {_list(first)} and {_list(second)}"
    for run, other, name in ((before, after, "first"), (after, before, "second")):
        if missing := len(run.places) - both:
            shown = list(islice((key for key in run.places if key not in other.places), _NAMED + 1))
            yield f"{missing:,} of {run.rows:,} cases are only in the {name} ({_list(shown)})"
    if repeated := {**before.repeated, **after.repeated}:
        yield f"ids occur more than once ({_list(list(repeated))})"


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(name.split("\0")[0] for name in names[:_NAMED]) or "none"
    return f"{shown}, …" if len(names) > _NAMED else shown


def _mcnemar(gaps: Counted) -> TestResult:
    return TestResult(mcnemar(gaps.below(), gaps.above()), "McNemar, exact")


def _change(figure: Figure, how: Method, tested: TestResult) -> Change:
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
    """The same with each chance corrected for all the others."""
    tested = [change.p for change in changes if change.p is not None]
    raised = iter(holm(tested))
    for change in changes:
        yield change if change.p is None else replace(change, adjusted=next(raised))


def _case_change(
    key: str, figures: Sequence[Figure], values: Sequence[Values], verdicts: tuple[str | None, str | None]
) -> CaseChange | None:
    """What changed most in a case; none where nothing did."""
    best: CaseChange | None = None
    for one, (x, y) in zip(figures, values, strict=True):
        if x is None or y is None or x == y:
            continue
        gain = round(one.scale.goodness(y) - one.scale.goodness(x), 10)
        if gain and (best is None or abs(gain) > abs(best.gain)):
            name = key.split("\0", maxsplit=1)[0]
            best = CaseChange(id=name, gain=gain, metric=one.name, before=x, after=y, verdicts=verdicts)
    return best
