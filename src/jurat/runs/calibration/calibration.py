"""Calibration of a judge to people's labels, by cross-validation against its defaults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from jurat.errors import InputError
from jurat.options import RECALIBRATION, THRESHOLDS, OptionChanges, Options, RecalibrationPart, Threshold
from jurat.outcomes import Verdict
from jurat.runs.calibration.calibrated_judges import CalibratedJudge
from jurat.runs.calibration.cross_validation import Outcome, PairedFigure, folds_of, paired_figures
from jurat.runs.calibration.recalibration_fit import LabelledClaims, fitted_line, loss
from jurat.runs.calibration.threshold_search import LabelledSignals, Thresholds, fitted_thresholds
from jurat.runs.stats.descriptive import mean
from jurat.runs.stats.resampling import SEED, Interval, mean_interval
from jurat.scoring.recalibration import Line
from jurat.scoring.verdict_rules import verdict_of

LEAST_ROWS = 30
LEAST_OF_A_KIND = 5
"""At least so many rows of each verdict that people give, one for each fold."""
FOLDS = 5
RESAMPLES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRow:
    """A judged row that people labelled: their verdict, what was observed, and claims that they labelled."""

    key: str
    people: Verdict
    observations: Any
    claims: tuple[LabelledClaims, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LossFigure:
    """The mean log loss of the claims' probabilities on rows held out, before and after recalibration."""

    groups: int
    before: float
    after: float
    gain_interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationPlan:
    """Settings of a calibration; `force` accepts a gain that may be chance."""

    seed: int = SEED
    folds: int = FOLDS
    resamples: int = RESAMPLES
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationReport:
    """What was fitted, how accurate it is on rows held out, and whether anything is gained."""

    judge: str
    rows: int
    people: Mapping[Verdict, int]
    binary: bool
    folds: int
    figures: tuple[PairedFigure, ...]
    loss: LossFigure | None
    gained: bool
    reason: str
    thresholds: Mapping[Threshold, float] = field(default_factory=dict)
    recalibration: Mapping[RecalibrationPart, float] | None = None

    @property
    def options(self) -> OptionChanges:
        """Return the fitted options; none where nothing is gained."""
        changes: OptionChanges = {}
        if self.gained and self.thresholds:
            changes["thresholds"] = dict(self.thresholds)
        if self.gained and self.recalibration is not None:
            changes["recalibration"] = dict(self.recalibration)
        return changes

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return asdict(self)


def calibrate_rows(
    rows: Sequence[LabelledRow],
    judge: CalibratedJudge,
    options: Options | None = None,
    plan: CalibrationPlan | None = None,
) -> CalibrationReport:
    """Fit thresholds and recalibration, and compare them with the defaults on rows held out."""
    how = plan or CalibrationPlan()
    _check(rows, how)
    base = replace(options or Options(), thresholds=THRESHOLDS, recalibration=RECALIBRATION)
    return _Fit(tuple(rows), judge, base, how).report()


def _check(rows: Sequence[LabelledRow], how: CalibrationPlan) -> None:
    if len(rows) < LEAST_ROWS:
        hint = f"label {LEAST_ROWS - len(rows)} more; from fewer nothing can be told"
        raise InputError(f"{len(rows)} labelled rows are fewer than {LEAST_ROWS}", where="labels", hint=hint)
    counts = Counter(row.people for row in rows)
    fewest = min(counts, key=lambda kind: (counts[kind], kind))
    if len(counts) < 2:
        what = f"all {len(rows)} rows have the same label ({fewest})"
        raise InputError(what, where="labels", hint="label right and wrong rows")
    if counts[fewest] < max(LEAST_OF_A_KIND, how.folds):
        hint = f"label at least {max(LEAST_OF_A_KIND, how.folds)} of each kind"
        what = f"only {counts[fewest]} rows are labelled {fewest}"
        raise InputError(what, where="labels", hint=hint)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A calibration in progress."""

    rows: tuple[LabelledRow, ...]
    judge: CalibratedJudge
    base: Options
    how: CalibrationPlan

    @property
    def binary(self) -> bool:
        return all(row.people != "WARN" for row in self.rows)

    def report(self) -> CalibrationReport:
        """Fit in every fold, and on all rows where that gains something."""
        folds = folds_of([(row.key, row.people) for row in self.rows], self.how.folds, self.how.seed)
        groups = self._groups()
        lines = self._lines(groups, folds)
        losses = self._losses(groups, folds, lines)
        moved = losses is not None and _is_gain(losses.before - losses.after, losses.gain_interval, self.how)
        used = lines if moved else [RECALIBRATION] * self.how.folds
        figures = self._figures(folds, used, thresholds=True)
        if _is_gain(figures[0].gain, figures[0].gain_interval, self.how):
            return self._made(figures, losses, line=moved, thresholds=True)
        if moved:
            alone = self._figures(folds, used, thresholds=False)
            if alone[0].gain >= 0:
                return self._made(alone, losses, line=True, thresholds=False)
        return self._made(figures, losses, line=False, thresholds=False)

    def _groups(self) -> list[LabelledClaims]:
        """Return what the probabilities are fitted to: claims that people labelled, else whole rows."""
        read = self.judge.probabilities
        if read is None:
            return []
        claims = [claim for row in self.rows for claim in row.claims]
        if len(claims) >= LEAST_ROWS:
            return claims
        kept = [
            LabelledClaims(row.key, found, float(row.people != "FAIL"))
            for row in self.rows
            if (found := read(row.observations))
        ]
        return kept if len(kept) >= LEAST_ROWS else []

    def _lines(self, groups: Sequence[LabelledClaims], folds: Mapping[str, int]) -> list[Line]:
        """Return the line fitted without each fold."""
        if not groups:
            return [RECALIBRATION] * self.how.folds
        return [
            _line([group for group in groups if folds[group.key] != fold]) for fold in range(self.how.folds)
        ]

    def _losses(
        self, groups: Sequence[LabelledClaims], folds: Mapping[str, int], lines: Sequence[Line]
    ) -> LossFigure | None:
        if not groups:
            return None
        before = [loss(group) for group in groups]
        held_out = [lines[folds[group.key]] for group in groups]
        after = [
            loss(one, line["slope"], line["constant"]) for one, line in zip(groups, held_out, strict=True)
        ]
        gains = [a - b for a, b in zip(before, after, strict=True)]
        interval = mean_interval(gains, resamples=self.how.resamples, seed=self.how.seed)
        return LossFigure(groups=len(groups), before=mean(before), after=mean(after), gain_interval=interval)

    def _figures(
        self, folds: Mapping[str, int], lines: Sequence[Line], *, thresholds: bool
    ) -> tuple[PairedFigure, ...]:
        """Return the accuracy on rows held out, with settings fitted on the other rows."""
        plain, outcomes = self._signals(RECALIBRATION), list[Outcome]()
        for fold, line in enumerate(lines):
            seen = plain if line == RECALIBRATION else self._signals(line)
            train = [row for row in seen if folds[row.key] != fold]
            limits = self._thresholds(train) if thresholds else THRESHOLDS
            for before, after in zip(plain, seen, strict=True):
                if folds[before.key] == fold:
                    default, fitted = self._agrees(before, THRESHOLDS), self._agrees(after, limits)
                    outcomes.append((before.people, default, fitted))
        return paired_figures(outcomes, resamples=self.how.resamples, seed=self.how.seed)

    def _signals(self, line: Line) -> list[LabelledSignals]:
        options = replace(self.base, recalibration=line)
        return [
            LabelledSignals(row.key, row.people, self.judge.signals(row.observations, options), self.binary)
            for row in self.rows
        ]

    def _thresholds(self, rows: Sequence[LabelledSignals]) -> dict[Threshold, float]:
        return fitted_thresholds(rows, self.judge.rules, THRESHOLDS)

    def _agrees(self, row: LabelledSignals, thresholds: Thresholds) -> bool:
        return row.agrees(verdict_of(self.judge.rules, row.signals, thresholds))

    def _made(
        self, figures: tuple[PairedFigure, ...], losses: LossFigure | None, *, line: bool, thresholds: bool
    ) -> CalibrationReport:
        chosen = _line(self._groups()) if line else RECALIBRATION
        limits = self._thresholds(self._signals(chosen)) if thresholds else dict(THRESHOLDS)
        gained = line or limits != THRESHOLDS
        return CalibrationReport(
            judge=self.judge.name,
            rows=len(self.rows),
            people=dict(sorted(Counter(row.people for row in self.rows).items())),
            binary=self.binary,
            folds=self.how.folds,
            figures=figures,
            loss=losses,
            gained=gained,
            reason="" if gained else _reason(figures[0]),
            thresholds={name: value for name, value in limits.items() if value != THRESHOLDS[name]},
            recalibration=dict(chosen) if line else None,
        )


def _line(groups: Sequence[LabelledClaims]) -> Line:
    slope, constant = fitted_line(groups)
    return {"slope": slope, "constant": constant}


def _is_gain(gain: float, interval: Interval, how: CalibrationPlan) -> bool:
    """Return whether something is gained, and not by chance."""
    return gain > 0 and (interval.low > 0 or how.force)


def _reason(figure: PairedFigure) -> str:
    """Return in words why nothing was gained."""
    if figure.gain <= 0:
        return f"fitted thresholds are not better than the defaults on rows held out ({figure.gain:+.3f})"
    bounds = figure.gain_interval
    return f"the gain of {figure.gain:.3f} may be chance (95 %: {bounds.low:+.3f} … {bounds.high:+.3f})"
