"""Agreement of a run with human labels: correlations, chance-corrected agreement, held-out thresholds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isnan, sqrt
from random import Random

from jurat.errors import InputError
from jurat.runs.agreement.human_labels import HumanLabels
from jurat.runs.agreement.label_pairs import CalibrationBin, LabelPair, best_threshold, calibration, halves
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.results.sources import SourceInfo
from jurat.runs.scales import Scale
from jurat.runs.stats.classification import auroc, balanced_accuracy, cohen_kappa, krippendorff_alpha
from jurat.runs.stats.correlation import kendall, pearson, spearman
from jurat.runs.stats.resampling import SEED, Interval, scaled

RESAMPLES = 500
DRAW = 1000
FEW = 10
"""Below so many pairs no figure is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementFigure:
    """A measure of agreement with its bootstrap interval; None if it is undefined."""

    name: str
    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenThreshold:
    """A threshold chosen on one half of the cases, and its figures on the other half."""

    value: float
    chosen_on: int
    chosen: float
    tried_on: int
    figures: tuple[AgreementFigure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricLabelAgreement:
    """Agreement of one metric with human labels."""

    name: str
    scale: Scale
    pairs: int
    unscored: int
    figures: tuple[AgreementFigure, ...]
    threshold: ChosenThreshold | None
    calibration: tuple[CalibrationBin, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAgreement:
    """Agreement of a run with human labels."""

    run: SourceInfo
    labels: str
    columns: tuple[str, ...]
    cut: float | None
    reach: tuple[float, float]
    rows: int
    labelled: int
    without_label: int
    without_row: int
    people: AgreementFigure | None
    verdicts: tuple[AgreementFigure, ...]
    metrics: tuple[MetricLabelAgreement, ...]


@dataclass(frozen=True, slots=True)
class AgreementSettings:
    """Settings of agreement: resamples, seed, and the label from which a case counts as good."""

    resamples: int = RESAMPLES
    seed: int = SEED
    cut: float | None = None


def label_agreement(
    run: ResultColumns,
    labels: HumanLabels,
    plan: AgreementSettings | None = None,
    metrics: Sequence[str] = (),
) -> LabelAgreement:
    """Measure the agreement of a run with labels, metric by metric."""
    how = plan or AgreementSettings()
    cut = 0.5 if labels.binary and how.cut is None else how.cut
    shared = [key for key in run.row_index if labels.value(key) is not None]
    if not shared:
        hint = "ids must match; name the id column with --id"
        raise InputError("no row of the run has a label", where=labels.name, hint=hint)
    for name in metrics:
        if name not in run.values:
            raise InputError(f"unknown metric {name!r}", hint=f"the metrics are {', '.join(run.metrics)}")
    return LabelAgreement(
        run=run.info,
        labels=labels.name,
        columns=labels.columns,
        cut=cut,
        reach=labels.reach,
        rows=run.rows,
        labelled=len(shared),
        without_label=run.rows - len(shared),
        without_row=sum(bool(said) for key, said in labels.by_id.items() if key not in run.row_index),
        people=_people(labels, how),
        verdicts=() if cut is None else _verdicts(run, labels, shared, how, cut),
        metrics=tuple(_metric(run, labels, name, shared, how, cut) for name in metrics or run.metrics),
    )


def _people(labels: HumanLabels, how: AgreementSettings) -> AgreementFigure | None:
    """Return the agreement between annotators; None if each case has one label."""
    units = [said for said in labels.by_id.values() if len(said) > 1]
    if len(units) < FEW:
        return None
    alpha = partial(krippendorff_alpha, level="nominal" if labels.binary else "interval")
    return _figures({"between annotators, Krippendorff's alpha": alpha}, units, how)[0]


def _verdicts(
    run: ResultColumns, labels: HumanLabels, shared: Sequence[str], how: AgreementSettings, cut: float
) -> tuple[AgreementFigure, ...]:
    """Return how well FAIL matches the cases that people label as bad."""
    said = [(run.verdict(run.row_index[key]), labels.value(key)) for key in shared]
    calls = [
        (mine != "FAIL", theirs >= cut) for mine, theirs in said if mine is not None and theirs is not None
    ]
    return _figures(CALLS, calls, how) if len(calls) >= FEW else ()


def _metric(
    run: ResultColumns,
    labels: HumanLabels,
    name: str,
    shared: Sequence[str],
    how: AgreementSettings,
    cut: float | None,
) -> MetricLabelAgreement:
    scale, column = run.info.scale(name), run.values[name]
    pairs = []
    for key in shared:
        value, said = column[run.row_index[key]], labels.value(key)
        if not isnan(value) and said is not None:
            pairs.append(LabelPair(key, scale.gain(value), said))
    few = len(pairs) < FEW
    figures = () if few else _figures(_measures(labels, scale, cut), pairs, how)
    return MetricLabelAgreement(
        name=name,
        scale=scale,
        pairs=len(pairs),
        unscored=len(shared) - len(pairs),
        figures=figures,
        threshold=None if cut is None or few else _threshold(pairs, cut, scale, how),
        calibration=tuple(calibration(pairs, scale)),
        note=f"fewer than {FEW} cases have both" if few else _reversed(figures),
    )


def _reversed(figures: Sequence[AgreementFigure]) -> str:
    """Return a warning if the judge clearly correlates negatively with people."""
    against = [one for one in figures if one.name == "Spearman" and one.interval and one.interval.high < 0]
    return (
        "correlates negatively with the labels; use --reverse if higher labels are worse" if against else ""
    )


Measure = Callable[[Sequence[LabelPair]], float | None]


def _measures(labels: HumanLabels, scale: Scale, cut: float | None) -> dict[str, Measure]:
    """Return the measures that are meaningful for these labels."""
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


def _same_scale(labels: HumanLabels, scale: Scale) -> bool:
    """Return whether labels have the metric's range, so that equal numbers mean the same."""
    low, high = labels.reach
    return low >= 0 and scale.top / 2 < high <= scale.top


def _judge(pairs: Sequence[LabelPair]) -> list[float]:
    return [one.judge for one in pairs]


def _said(pairs: Sequence[LabelPair]) -> list[float]:
    return [one.people for one in pairs]


def _figures(
    measures: dict[str, Callable[..., float | None]], items: Sequence[object], how: AgreementSettings
) -> tuple[AgreementFigure, ...]:
    """Return all measures with intervals; every resample is drawn once for all measures."""
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
        AgreementFigure(name=name, value=value, interval=_bounds(drawn[name], value, shrink))
        for name, value in values.items()
    )


def _bounds(drawn: list[float], value: float | None, shrink: float) -> Interval | None:
    return None if value is None or not drawn else scaled(sorted(drawn), value, shrink, 0.95)


def _threshold(
    pairs: Sequence[LabelPair], cut: float, scale: Scale, how: AgreementSettings
) -> ChosenThreshold | None:
    first, second = halves(pairs, how.seed)
    found = best_threshold(first, cut)
    if found is None or not second:
        return None
    place, accuracy = found
    calls = [(one.judge >= place, one.good(cut)) for one in second]
    return ChosenThreshold(
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
