"""Two runs over the same cases: what changed, by how much, and whether chance alone could do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from math import isnan
from typing import Literal

from jurat.errors import InputError
from jurat.runs.columns import Columns
from jurat.runs.scales import FRACTION, RISK, Scale, scale_of
from jurat.runs.sources import RunInfo
from jurat.runs.statistics.centre import deviation, mean
from jurat.runs.statistics.paired import ALPHA, holm, mcnemar, smallest_difference
from jurat.runs.statistics.resampling import RESAMPLES, SEED, mean_interval, paired_test

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


@dataclass(frozen=True, slots=True)
class Paired:
    """The columns of two runs and the places of each case in both."""

    before: Columns
    after: Columns
    places: Sequence[tuple[int, int]] = field(repr=False)
    keys: Sequence[str] = field(repr=False)


def compare(
    before: Columns, after: Columns, *, anyway: bool = False, method: Method | None = None
) -> Comparison:
    """Two runs compared; runs over other cases or of another judge are refused unless told to go on."""
    how = method or Method()
    notes = tuple(differences(before, after))
    if notes and not anyway:
        hint = "compare runs of one judge over the same cases, or say --anyway"
        raise InputError("; ".join(notes), where=f"{before.info.name} and {after.info.name}", hint=hint)
    keys = [key for key in before.places if key in after.places]
    pairs = Paired(before, after, [(before.places[key], after.places[key]) for key in keys], keys)
    changes = [_metric_change(pairs, name, how) for name in after.metrics if name in before.values]
    if before.verdict_names and after.verdict_names:
        changes += [_verdict_change(pairs, name, how) for name in _SHARES]
    return Comparison(
        before=before.info,
        after=after.info,
        pairs=len(keys),
        only_before=len(before.places) - len(keys),
        only_after=len(after.places) - len(keys),
        failed=(before.failed, after.failed),
        changes=tuple(_adjusted(changes)),
        cases=tuple(_changed_most(pairs, how.top)),
        notes=notes,
    )


def differences(before: Columns, after: Columns) -> Iterator[str]:
    """Why two runs should not be compared, in words."""
    if before.rows and after.rows and before.judges != after.judges:
        yield f"the judges differ: {_list(sorted(before.judges))} and {_list(sorted(after.judges))}"
    elif before.signatures != after.signatures and before.signatures and after.signatures:
        first, second = sorted(before.signatures), sorted(after.signatures)
        yield f"the signatures differ: {_list(first)} and {_list(second)}"
    if missing := [key for key in before.places if key not in after.places]:
        yield f"{len(missing):,} of {before.rows:,} cases are only in the first ({_list(missing)})"
    if missing := [key for key in after.places if key not in before.places]:
        yield f"{len(missing):,} of {after.rows:,} cases are only in the second ({_list(missing)})"
    if repeated := {**before.repeated, **after.repeated}:
        yield f"ids occur more than once ({_list(list(repeated))})"


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(name.split("\0")[0] for name in names[:_NAMED]) or "none"
    return f"{shown}, …" if len(names) > _NAMED else shown


def _metric_change(pairs: Paired, metric: str, how: Method) -> Change:
    first, second = pairs.before.values[metric], pairs.after.values[metric]
    values = [(first[a], second[b]) for a, b in pairs.places]
    both = [(x, y) for x, y in values if not isnan(x) and not isnan(y)]
    scale = scale_of(pairs.after.judge, metric)
    unscored = (sum(isnan(x) for x, _ in values), sum(isnan(y) for _, y in values))
    change = Change(name=metric, scale=scale, pairs=len(both), unscored=unscored, alpha=how.alpha)
    if not both:
        return change
    gaps = [round(y - x, 10) for x, y in both]
    tested = paired_test(gaps, seed=how.seed)
    return _measured(change, both, gaps, how, p=tested.p, test=tested.method)


def _verdict_change(pairs: Paired, name: str, how: Method) -> Change:
    """The share of one verdict in both runs, tested by McNemar's exact test."""
    verdict, scale = _SHARES[name]
    said = [(pairs.before.verdict(a), pairs.after.verdict(b)) for a, b in pairs.places]
    both = [(float(x == verdict), float(y == verdict)) for x, y in said if x is not None and y is not None]
    unscored = (sum(x is None for x, _ in said), sum(y is None for _, y in said))
    change = Change(name=name, scale=scale, pairs=len(both), unscored=unscored, alpha=how.alpha)
    if not both:
        return change
    gaps = [y - x for x, y in both]
    p = mcnemar(gaps.count(-1.0), gaps.count(1.0))
    return _measured(change, both, gaps, how, p=p, test="McNemar, exact")


def _measured(
    change: Change,
    both: Sequence[tuple[float, float]],
    gaps: Sequence[float],
    how: Method,
    *,
    p: float,
    test: str,
) -> Change:
    bounds = mean_interval(gaps, resamples=how.resamples, seed=how.seed)
    gains = [change.scale.gain(gap) for gap in gaps]
    return replace(
        change,
        before=mean([x for x, _ in both]),
        after=mean([y for _, y in both]),
        difference=mean(gaps),
        low=bounds.low,
        high=bounds.high,
        p=p,
        method=test,
        smallest=smallest_difference(deviation(gaps), len(gaps), alpha=how.alpha),
        wins=sum(gain > 0 for gain in gains),
        losses=sum(gain < 0 for gain in gains),
        ties=sum(gain == 0 for gain in gains),
    )


def _adjusted(changes: Sequence[Change]) -> Iterator[Change]:
    """The same with each chance corrected for all the others."""
    tested = [change.p for change in changes if change.p is not None]
    raised = iter(holm(tested))
    for change in changes:
        yield change if change.p is None else replace(change, adjusted=next(raised))


def _changed_most(pairs: Paired, top: int) -> list[CaseChange]:
    found = (_case_change(pairs, place) for place in range(len(pairs.keys)))
    return nlargest(top, (one for one in found if one is not None), key=lambda one: abs(one.gain))


def _case_change(pairs: Paired, place: int) -> CaseChange | None:
    """What changed most in a case; none where nothing did."""
    a, b = pairs.places[place]
    best: CaseChange | None = None
    for metric in pairs.after.metrics:
        if metric not in pairs.before.values:
            continue
        x, y = pairs.before.values[metric][a], pairs.after.values[metric][b]
        scale = scale_of(pairs.after.judge, metric)
        gain = round(scale.goodness(y) - scale.goodness(x), 10)
        if gain and not isnan(gain) and (best is None or abs(gain) > abs(best.gain)):
            verdicts = (pairs.before.verdict(a), pairs.after.verdict(b))
            key = pairs.keys[place].split("\0")[0]
            best = CaseChange(id=key, gain=gain, metric=metric, before=x, after=y, verdicts=verdicts)
    return best
