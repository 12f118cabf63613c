"""Plots of comparisons: two runs, or a judge and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jurat.runs.agreement.label_agreement import MetricLabelAgreement
from jurat.runs.agreement.label_pairs import CalibrationBin
from jurat.runs.compare.comparison import Change
from jurat.runs.report.html import Html, element
from jurat.runs.report.number_format import value
from jurat.runs.report.svg import svg, svg_text

_ROW, _LEFT, _WIDTH, _SIDE = 26.0, 150.0, 640.0, 8.0
_KINDS = {"better": "good", "worse": "bad", "unclear": "flat"}


def forest(changes: Sequence[Change]) -> Html:
    """Return a forest plot of differences as shares of the scale, better to the right."""
    shown = [one for one in changes if one.difference is not None]
    ends = [abs(bound or 0) / one.scale.top for one in shown for bound in (one.low, one.high)]
    reach, height = max((*ends, 0.02)) * 1.1, _ROW * len(shown) + 30
    half = (_WIDTH - _LEFT - _SIDE) / 2
    parts = [element("line", x1=_LEFT + half, y1=4, x2=_LEFT + half, y2=height - 22, class_="axis")]
    for place, one in enumerate(shown):
        parts += _whisker(one, 16 + place * _ROW, half, reach)
    parts += [
        svg_text("← worse", _LEFT, height - 4),
        svg_text("better →", _WIDTH - _SIDE, height - 4, anchor="end"),
    ]
    return svg(*parts, width=_WIDTH, height=height, label="differences between the runs")


def _whisker(change: Change, y: float, half: float, reach: float) -> list[Html]:
    at, low, high = (
        round(_LEFT + half + half * change.scale.gain(bound or 0) / change.scale.top / reach, 2)
        for bound in (change.difference, change.low, change.high)
    )
    kind = _KINDS[change.outcome]
    return [
        svg_text(change.name, _LEFT - 10, y + 4, anchor="end", kind="label"),
        element("line", x1=min(low, high), y1=y, x2=max(low, high), y2=y, class_=f"whisker stroke-{kind}"),
        element("circle", element("title", _told(change)), cx=at, cy=y, r=5, class_=f"fill-{kind}"),
    ]


def _told(change: Change) -> str:
    difference, low, high = (
        value(bound, change.scale, signed=True) for bound in (change.difference, change.low, change.high)
    )
    return f"{change.name}: {difference} ({low} to {high})"


@dataclass(frozen=True, slots=True)
class PlotArea:
    """A square plot area that converts values to positions."""

    max_score: float
    low: float
    high: float
    size: float = 240.0
    pad: float = 34.0

    def x(self, value: float) -> float:
        """Return the horizontal position of the judge's value."""
        return round(self.pad + (self.size - self.pad - _SIDE) * value / self.max_score, 2)

    def y(self, value: float) -> float:
        """Return the vertical position of a label."""
        span = (self.high - self.low) or 1.0
        return round(self.size - self.pad - (self.size - self.pad - _SIDE) * (value - self.low) / span, 2)


def calibration_plot(metric: MetricLabelAgreement, low: float, high: float) -> Html:
    """Return a plot of human labels against the judge's values, in groups of similar value."""
    field = PlotArea(metric.scale.top, low, high)
    left, right, bottom, top = field.x(0), field.x(metric.scale.top), field.y(low), field.y(high)
    ideal = (bottom, top) if metric.scale.better == "higher" else (top, bottom)
    most = max((one.cases for one in metric.calibration), default=1)
    parts = [
        element("line", x1=left, y1=bottom, x2=right, y2=bottom, class_="axis"),
        element("line", x1=left, y1=bottom, x2=left, y2=top, class_="axis"),
        element("line", x1=left, y1=ideal[0], x2=right, y2=ideal[1], class_="ideal"),
        element("path", d=_trend(metric.calibration, field) or "M0 0", class_="trend"),
        *(_point(one, field, most) for one in metric.calibration),
        svg_text(f"judge, 0 to {metric.scale.top:g}", (left + right) / 2, field.size - 8, anchor="middle"),
        svg_text(f"people, {low:g} to {high:g}", -(bottom + top) / 2, 14, anchor="middle", turn=-90),
    ]
    return svg(*parts, width=field.size, height=field.size, label=f"calibration of {metric.name}")


def _trend(bins: Sequence[CalibrationBin], field: PlotArea) -> str:
    return "".join(
        f"{'L' if place else 'M'}{field.x(one.judge):g} {field.y(one.people):g}"
        for place, one in enumerate(bins)
    )


def _point(one: CalibrationBin, field: PlotArea, most: int) -> Html:
    told = element("title", f"{one.cases} cases: judge {one.judge:.2f}, people {one.people:.2f}")
    radius = round(3 + 4 * (one.cases / most) ** 0.5, 2)
    return element(
        "circle", told, cx=field.x(one.judge), cy=field.y(one.people), r=radius, class_="fill-accent"
    )
