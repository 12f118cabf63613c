"""Sections of the page that compare a run with a baseline or with human labels."""

from __future__ import annotations

from jurat.runs.agreement.label_agreement import AgreementFigure, LabelAgreement, MetricLabelAgreement
from jurat.runs.compare.comparison import CaseChange, Change, Comparison
from jurat.runs.report.html import Html, element, join
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.number_format import chance, plural, value
from jurat.runs.report.plots import calibration_plot, forest
from jurat.runs.scales import Scale

LEGEND = (
    "p: p-value, Holm-corrected for the number of figures. "
    "smallest detectable: the difference detected with 80 % power."
)
_TONES = {"better": "good", "worse": "bad", "unclear": ""}


def comparison_section(comparison: Comparison) -> Html:
    """Return the differences as a plot and a table, then the cases that changed most."""
    columns = [
        "metric",
        "before",
        "after",
        "difference",
        "95 % interval",
        "p (Holm)",
        "smallest detectable",
        "better / worse / same",
    ]
    rows = [_change(one) for one in comparison.changes]
    notes = [element("p", f"although {note}", class_="warn") for note in comparison.notes]
    return join(
        element(
            "p",
            f"{plural(comparison.pairs, 'case')} in both; before: {comparison.before.name}",
            class_="soft",
        ),
        *notes,
        element("div", forest(comparison.changes), class_="card forest") if comparison.changes else None,
        html_table(columns, rows, figures=range(1, 8)),
        element("p", LEGEND, class_="soft"),
        _changed(comparison) if comparison.cases else None,
    )


def _change(one: Change) -> list[Html]:
    low, high = (value(bound, one.scale, signed=True) for bound in (one.low, one.high))
    unscored = f" (unscored {one.unscored[0]:,}, {one.unscored[1]:,})" if any(one.unscored) else None
    return [
        cell_text(one.name, element("small", unscored) if unscored else None),
        cell_figure(value(one.before, one.scale)),
        cell_figure(value(one.after, one.scale)),
        cell_figure(element("b", value(one.difference, one.scale, signed=True)), kind=_TONES[one.outcome]),
        cell_figure("–" if one.low is None else f"{low} … {high}"),
        cell_figure(chance(one.adjusted)),
        cell_figure(f"±{value(one.smallest, one.scale)}" if one.smallest else "–"),
        cell_figure(f"{one.wins} / {one.losses} / {one.ties}"),
    ]


def _changed(comparison: Comparison) -> Html:
    rows = [_case(one, comparison.after.scale(one.metric)) for one in comparison.cases]
    columns = ["changed most", "metric", "before", "after", "verdict"]
    return html_table(columns, rows, figures=(2, 3))


def _case(one: CaseChange, scale: Scale) -> list[Html]:
    first, second = one.verdicts
    told = "" if second is None else second if first == second else f"{first} → {second}"
    return [
        cell_text(one.id),
        cell_text(one.metric),
        cell_figure(value(one.before, scale)),
        cell_figure(value(one.after, scale), kind="good" if one.gain > 0 else "bad"),
        cell_text(told),
    ]


def agreement_section(agreement: LabelAgreement) -> Html:
    """Return the agreement by metric, with calibration plots."""
    names = list(dict.fromkeys(figure.name for metric in agreement.metrics for figure in metric.figures))
    rows = [_metric(metric, names) for metric in agreement.metrics]
    plots = [
        element("div", element("h3", metric.name), calibration_plot(metric, *agreement.reach), class_="card")
        for metric in agreement.metrics
        if metric.calibration
    ]
    return join(
        element(
            "p",
            f"{agreement.labelled:,} of {agreement.rows:,} rows have a label in {agreement.labels}",
            class_="soft",
        ),
        html_table(["metric", "cases", *names], rows, figures=range(1, len(names) + 2)),
        *(element("p", line) for line in _told(agreement)),
        element("div", *plots, class_="calibrations"),
        element(
            "p", "Each dot is a group of cases with similar values; dashed: perfect agreement.", class_="soft"
        ),
    )


def _metric(metric: MetricLabelAgreement, names: list[str]) -> list[Html]:
    found = {figure.name: figure for figure in metric.figures}
    cells = [cell_figure(*_figure(found.get(name))) for name in names]
    note = element("small", f" {metric.note}") if metric.note else None
    return [cell_text(metric.name, note), cell_figure(f"{metric.pairs:,}"), *cells]


def _figure(figure: AgreementFigure | None) -> list[Html | str]:
    if figure is None or figure.value is None:
        return ["–"]
    bounds = figure.interval
    told = "" if bounds is None else f" {bounds.low:.2f} … {bounds.high:.2f}"
    return [element("b", f"{figure.value:.3f}"), element("small", told)]


def _told(agreement: LabelAgreement) -> list[str]:
    lines = []
    for metric in agreement.metrics:
        if metric.threshold is not None:
            one = metric.threshold
            figures = ", ".join(f"{f.name} {f.value:.3f}" for f in one.figures if f.value is not None)
            sign = "≥" if metric.scale.better == "higher" else "≤"
            lines.append(
                f"{metric.name} {sign} {value(one.value, metric.scale)}, chosen on {one.chosen_on:,} cases, "
                f"on the other {one.tried_on:,}: {figures}"
            )
    if agreement.verdicts:
        figures = ", ".join(f"{f.name} {f.value:.3f}" for f in agreement.verdicts if f.value is not None)
        lines.append(f"verdict FAIL against people: {figures}")
    if agreement.people is not None and agreement.people.value is not None:
        lines.append(f"{agreement.people.name}: {agreement.people.value:.3f}")
    return lines
