"""A calibration in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.options import RECALIBRATION, THRESHOLDS
from jurat.runs.calibration.calibration import CalibrationReport
from jurat.runs.stats.resampling import Interval


def calibration_figures(report: CalibrationReport) -> RenderableType:
    """Render a calibration: the labels, the accuracy on rows held out, and what was fitted."""
    kinds = ", ".join(f"{count:,} {name}" for name, count in report.people.items())
    head = [
        plain(f"judge   {report.judge}"),
        plain(f"labels  {report.rows:,} rows: {kinds}"),
        plain(f"figures on rows held out, {report.folds}-fold cross-validation; 95 % bootstrap intervals"),
    ]
    parts: list[RenderableType] = [joined(head), _accuracy(report)]
    if report.thresholds or report.recalibration:
        parts.append(_fitted(report))
    return Group(*(line for part in parts for line in (part, Text(""))))


def _accuracy(report: CalibrationReport) -> Figures:
    table = Figures([Column("", figures=False), Column("defaults"), Column("fitted"), Column("gain")])
    for one in report.figures:
        table.add(
            one.name,
            _cell(f"{one.default:.3f}", one.default_interval),
            _cell(f"{one.fitted:.3f}", one.fitted_interval),
            _cell(f"{one.gain:+.3f}", one.gain_interval, signed=True),
        )
    if report.loss is not None:
        gain = report.loss.before - report.loss.after
        table.add(
            f"log loss of p ({report.loss.groups:,})",
            f"{report.loss.before:.3f}",
            f"{report.loss.after:.3f}",
            _cell(f"{gain:+.3f}", report.loss.gain_interval, signed=True),
        )
    return table


def _cell(value: str, bounds: Interval, *, signed: bool = False) -> Text:
    sign = "+" if signed else ""
    told = f"{bounds.low:{sign}.2f} … {bounds.high:{sign}.2f}"
    return joined([plain(value, "bold"), plain(told, "dim")])


def _fitted(report: CalibrationReport) -> Figures:
    table = Figures([Column("", figures=False), Column("default"), Column("fitted")])
    for name, value in report.thresholds.items():
        table.add(f"threshold {name}", f"{THRESHOLDS[name]:g}", f"{value:g}")
    for part, number in (report.recalibration or {}).items():
        table.add(f"recalibration {part}", f"{RECALIBRATION[part]:g}", f"{number:g}")
    return table
