"""How far a run agrees with people: correlations, agreement beyond chance, thresholds on held-out cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isnan, sqrt
from random import Random

from jurat.errors import InputError
from jurat.runs.columns import Columns
from jurat.runs.labels import Labels
from jurat.runs.pairs import CalibrationBin, Pair, best_threshold, calibration, halves
from jurat.runs.scales import Scale, scale_of
from jurat.runs.sources import RunInfo
from jurat.runs.statistics.agreement import auroc, balanced_accuracy, cohen_kappa, krippendorff_alpha
from jurat.runs.statistics.correlation import kendall, pearson, spearman
from jurat.runs.statistics.resampling import SEED, Interval, scaled

RESAMPLES = 500
DRAW = 1000
FEW = 10
"""Below so many pairs no figure is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measure of agreement with its bootstrap interval; no value where it cannot be taken."""

    name: str
    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A threshold chosen on one half of the cases, and what it came to on the other half."""

    value: float
    chosen_on: int
    chosen: float
    tried_on: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAgreement:
    """One metric against people."""

    name: str
    scale: Scale
    pairs: int
    unscored: int
    figures: tuple[Figure, ...]
    threshold: Threshold | None
    calibration: tuple[CalibrationBin, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A run against people's labels."""

    run: RunInfo
    labels: str
    columns: tuple[str, ...]
    cut: float | None
    reach: tuple[float, float]
    rows: int
    labelled: int
    without_label: int
    without_row: int
    people: Figure | None
    verdicts: tuple[Figure, ...]
    metrics: tuple[MetricAgreement, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How agreement is measured: resamples, seed, and from where on people's labels count as good."""

    resamples: int = RESAMPLES
    seed: int = SEED
    cut: float | None = None


def agree(run: Columns, labels: Labels, plan: Plan | None = None, metrics: Sequence[str] = ()) -> Agreement:
    """A run measured against labels, metric by metric."""
    how = plan or Plan()
    cut = 0.5 if labels.binary and how.cut is None else how.cut
    shared = [key for key in run.places if labels.value(key) is not None]
    if not shared:
        hint = "the ids of both must be the same; name the column with --id"
        raise InputError("no case of the run has a label", where=labels.name, hint=hint)
    for name in metrics:
        if name not in run.values:
            raise InputError(f"no metric is named {name!r}", hint=f"the metrics are {', '.join(run.metrics)}")
    return Agreement(
        run=run.info,
        labels=labels.name,
        columns=labels.columns,
        cut=cut,
        reach=labels.reach,
        rows=run.rows,
        labelled=len(shared),
        without_label=run.rows - len(shared),
        without_row=sum(bool(said) for key, said in labels.by_id.items() if key not in run.places),
        people=_people(labels, how),
        verdicts=() if cut is None else _verdicts(run, labels, shared, how, cut),
        metrics=tuple(_metric(run, labels, name, shared, how, cut) for name in metrics or run.metrics),
    )


def _people(labels: Labels, how: Plan) -> Figure | None:
    """How far people agree among themselves; none where each case has one label."""
    units = [said for said in labels.by_id.values() if len(said) > 1]
    if len(units) < FEW:
        return None
    alpha = partial(krippendorff_alpha, level="nominal" if labels.binary else "interval")
    return _figures({"people among themselves, Krippendorff's alpha": alpha}, units, how)[0]


def _verdicts(
    run: Columns, labels: Labels, shared: Sequence[str], how: Plan, cut: float
) -> tuple[Figure, ...]:
    """Whether FAIL falls on the cases that people hold for bad."""
    said = [(run.verdict(run.places[key]), labels.value(key)) for key in shared]
    calls = [
        (mine != "FAIL", theirs >= cut) for mine, theirs in said if mine is not None and theirs is not None
    ]
    return _figures(CALLS, calls, how) if len(calls) >= FEW else ()


def _metric(
    run: Columns, labels: Labels, name: str, shared: Sequence[str], how: Plan, cut: float | None
) -> MetricAgreement:
    scale, column = scale_of(run.judge, name), run.values[name]
    pairs = []
    for key in shared:
        value, said = column[run.places[key]], labels.value(key)
        if not isnan(value) and said is not None:
            pairs.append(Pair(key, scale.gain(value), said))
    few = len(pairs) < FEW
    figures = () if few else _figures(_measures(labels, scale, cut), pairs, how)
    return MetricAgreement(
        name=name,
        scale=scale,
        pairs=len(pairs),
        unscored=len(shared) - len(pairs),
        figures=figures,
        threshold=None if cut is None or few else _threshold(pairs, cut, scale, how),
        calibration=tuple(calibration(pairs, scale)),
        note=f"fewer than {FEW} cases have both" if few else _reversed(figures),
    )


def _reversed(figures: Sequence[Figure]) -> str:
    """A word of warning where the judge goes clearly against people."""
    against = [one for one in figures if one.name == "Spearman" and one.interval and one.interval.high < 0]
    return "goes against the labels; if a higher label is worse, say --reverse" if against else ""


Measure = Callable[[Sequence[Pair]], float | None]


def _measures(labels: Labels, scale: Scale, cut: float | None) -> dict[str, Measure]:
    """The measures that make sense for labels like these."""
    made: dict[str, Measure] = {
        "Spearman": lambda pairs: spearman(_judge(pairs), _said(pairs)),
        "Kendall tau-b": lambda pairs: kendall(_judge(pairs), _said(pairs)),
        "Pearson": lambda pairs: pearson(_judge(pairs), _said(pairs)),
    }
    if cut is not None:
        made["AUROC"] = lambda pairs: auroc(_judge(pairs), [one.good(cut) for one in pairs])
    if not labels.binary and scale.better == "higher" and _same_scale(labels, scale):
        made["Krippendorff's alpha"] = lambda pairs: krippendorff_alpha(
            [(one.judge, one.people) for one in pairs], "interval"
        )
    return made


def _same_scale(labels: Labels, scale: Scale) -> bool:
    """Whether labels reach from 0 to the metric's top, so that equal numbers mean the same."""
    low, high = labels.reach
    return low >= 0 and scale.top / 2 < high <= scale.top


def _judge(pairs: Sequence[Pair]) -> list[float]:
    return [one.judge for one in pairs]


def _said(pairs: Sequence[Pair]) -> list[float]:
    return [one.people for one in pairs]


def _figures(
    measures: dict[str, Callable[..., float | None]], items: Sequence[object], how: Plan
) -> tuple[Figure, ...]:
    """All measures with intervals; every resample is drawn once and measured by all."""
    random, size = Random(how.seed), min(DRAW, len(items))
    drawn: dict[str, list[float]] = {name: [] for name in measures}
    values = {name: measure(items) for name, measure in measures.items()}
    for _ in range(how.resamples):
        sample = random.choices(items, k=size)
        for name, measure in measures.items():
            found = None if values[name] is None else measure(sample)
            if found is not None:
                drawn[name].append(found)
    shrink = sqrt(size / len(items))
    return tuple(
        Figure(name=name, value=value, interval=_bounds(drawn[name], value, shrink))
        for name, value in values.items()
    )


def _bounds(drawn: list[float], value: float | None, shrink: float) -> Interval | None:
    return None if value is None or not drawn else scaled(sorted(drawn), value, shrink, 0.95)


def _threshold(pairs: Sequence[Pair], cut: float, scale: Scale, how: Plan) -> Threshold | None:
    first, second = halves(pairs, how.seed)
    found = best_threshold(first, cut)
    if found is None or not second:
        return None
    place, accuracy = found
    calls = [(one.judge >= place, one.good(cut)) for one in second]
    return Threshold(
        value=scale.gain(place),
        chosen_on=len(first),
        chosen=accuracy,
        tried_on=len(second),
        figures=_figures(CALLS, calls, how),
    )


def _sides(items: Sequence[tuple[bool, bool]]) -> tuple[list[bool], list[bool]]:
    return [a for a, _ in items], [b for _, b in items]


CALLS: dict[str, Callable[..., float | None]] = {
    "balanced accuracy": lambda items: balanced_accuracy(*_sides(items)),
    "Cohen's kappa": lambda items: cohen_kappa(*_sides(items)),
    "Krippendorff's alpha": lambda items: krippendorff_alpha([(float(a), float(b)) for a, b in items]),
}
"""The measures of calls, good or bad, against what people hold the cases for."""
