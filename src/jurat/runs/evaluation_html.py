"""An evaluation in a notebook: counts, the mean of each metric, and the worst rows with their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurat.runs.report.html import Html, element
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.notebook_html import framed
from jurat.runs.report.number_format import plural, value
from jurat.runs.report.page_cases import case_details, council_details
from jurat.runs.report.report_data import make_report, read_report_data
from jurat.runs.report.report_file import kept_texts

if TYPE_CHECKING:
    from jurat.runs.evaluation import Evaluation

_WORST = 5


def evaluation_html(evaluation: Evaluation) -> str:
    """Return the evaluation as HTML; every text is escaped."""
    source = evaluation.source
    found = read_report_data(source, worst=_WORST)
    report = make_report(found, cases=kept_texts(found, source), notes=evaluation.notes)
    worst = [case_details(one, opened=place == 0) for place, one in enumerate(report.worst)]
    councils = [council_details(one) for one in report.councils[:_WORST]]
    return framed(
        _head(evaluation),
        _metrics(evaluation),
        element("h3", "worst rows") if worst else None,
        *worst,
        *councils,
        *(element("p", note, class_="warn") for note in evaluation.notes),
    )


def _head(evaluation: Evaluation) -> Html:
    summary = evaluation.summary
    counts = [f"{count:,} {verdict}" for verdict, count in summary.verdicts.items()]
    counts += [f"{summary.unscored:,} unscored"] if summary.unscored else []
    counts += [f"{summary.failed:,} failed"] if summary.failed else []
    told = ", ".join([plural(summary.rows, "row"), *counts])
    return element("p", element("b", evaluation.plan.judge), f": {told}")


def _metrics(evaluation: Evaluation) -> Html:
    scale = evaluation.source.info.scale
    rows = [
        [cell_text(one.name), cell_figure(value(one.mean, scale(one.name))), cell_figure(f"{one.scored:,}")]
        for one in evaluation.summary.metrics
    ]
    return html_table(["metric", "mean", "scored"], rows, figures=(1, 2))
