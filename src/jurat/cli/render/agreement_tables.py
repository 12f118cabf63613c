"""Agreement with human labels in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.runs.agreement.label_agreement import (
    AgreementFigure,
    LabelAgreement,
    MetricLabelAgreement,
)
from jurat.runs.agreement.label_pairs import CalibrationBin
from jurat.runs.report.number_format import value

_BAR = 20


def agreement_figures(agreement: LabelAgreement) -> RenderableType:
    """Render agreement: figures, thresholds, calibration."""
    parts: list[RenderableType] = [_head(agreement), _measures(agreement)]
    if any(metric.threshold for metric in agreement.metrics):
        parts.append(_thresholds(agreement))
    if agreement.verdicts:
        parts.append(joined(["verdict FAIL against people", *map(_line, agreement.verdicts)]))
    parts += [_calibration(one, agreement.reach) for one in agreement.metrics if one.calibration]
    return Group(*(line for part in parts for line in (part, Text(""))))


def _head(agreement: LabelAgreement) -> Text:
    lines = [
        plain(f"run     {agreement.run.name}"),
        plain(f"labels  {agreement.labels} ({', '.join(agreement.columns)})"),
        plain(f"{agreement.labelled:,} of {agreement.rows:,} rows have a label"),
    ]
    if agreement.without_row:
        lines.append(plain(f"{agreement.without_row:,} labels match no row", "yellow"))
    if agreement.cut is not None:
        lines.append(plain(f"good: a label of {agreement.cut:g} or more"))
    lines += [plain(f"{one.name}: {one.note}", "yellow") for one in agreement.metrics if one.note]
    if agreement.people is not None:
        lines.append(_line(agreement.people))
    return joined(lines)


def _line(figure: AgreementFigure) -> Text:
    return plain(f"{figure.name} {_shown(figure).plain}")


def _measures(agreement: LabelAgreement) -> Figures:
    names = list(dict.fromkeys(figure.name for metric in agreement.metrics for figure in metric.figures))
    table = Figures([Column("metric", figures=False), Column("cases"), *map(Column, names)])
    for metric in agreement.metrics:
        found = {figure.name: figure for figure in metric.figures}
        unscored = plain(f"unscored {metric.unscored:,}" if metric.unscored else "", "yellow")
        cells = [_two_lines(found.get(name)) for name in names]
        table.add(joined([metric.name, unscored]), f"{metric.pairs:,}", *cells)
    return table


def _two_lines(figure: AgreementFigure | None) -> Text:
    if figure is None or figure.value is None:
        return Text("–")
    bounds = figure.interval
    told = plain("" if bounds is None else f"{bounds.low:.2f} … {bounds.high:.2f}", "dim")
    return joined([plain(f"{figure.value:.3f}", "bold"), told])


def _shown(figure: AgreementFigure) -> Text:
    if figure.value is None:
        return Text("–")
    bounds = figure.interval
    return plain(
        f"{figure.value:.3f}" + ("" if bounds is None else f" ({bounds.low:.2f} … {bounds.high:.2f})")
    )


def _thresholds(agreement: LabelAgreement) -> Figures:
    chosen = [metric for metric in agreement.metrics if metric.threshold is not None]
    names = [figure.name for figure in chosen[0].threshold.figures] if chosen[0].threshold else []
    columns = [
        Column("good from", figures=False),
        Column("chosen\non", label="chosen on"),
        *map(_head_of, names),
    ]
    table = Figures(columns)
    for metric in chosen:
        one = metric.threshold
        if one is not None:
            sign = "≥" if metric.scale.better == "higher" else "≤"
            name = f"{metric.name} {sign} {value(one.value, metric.scale)}"
            table.add(name, f"{one.chosen_on:,}", *map(_two_lines, one.figures))
    return table


def _head_of(name: str) -> Column:
    return Column(name.replace(" ", "\n"), label=name)


def _calibration(metric: MetricLabelAgreement, reach: tuple[float, float]) -> Text:
    """Render groups of similar values: the judge's mean, and the mean human label as a bar."""
    low, high = reach
    head = plain(f"{metric.name}: mean human label ({low:g} to {high:g}) by the judge's value", "bold")
    return joined([head, *(_group(one, metric, low, high) for one in metric.calibration)])


def _group(one: CalibrationBin, metric: MetricLabelAgreement, low: float, high: float) -> Text:
    filled = round(_BAR * (one.people - low) / ((high - low) or 1.0))
    bar = "█" * filled + "·" * (_BAR - filled)
    return plain(f"{value(one.judge, metric.scale):>6}  {bar} {one.people:.2f}")
