"""An evaluation in a notebook: one small table, escaped, in the colours of the notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurat.outcomes import Result, Score
from jurat.runs.report.html import Html, element, join
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.number_format import plural, value

if TYPE_CHECKING:
    from jurat.runs.evaluation import Evaluation

_WORST = 5
_ID = 60


def evaluation_html(evaluation: Evaluation) -> str:
    """Return counts, the mean of each metric, the worst rows and the notes."""
    summary, info = evaluation.summary, evaluation.source.info
    counts = [f"{count:,} {verdict}" for verdict, count in summary.verdicts.items()]
    counts += [f"{summary.unscored:,} unscored"] if summary.unscored else []
    counts += [f"{summary.failed:,} failed"] if summary.failed else []
    told = ", ".join([plural(summary.rows, "row"), *counts])
    metrics = [
        [
            cell_text(one.name),
            cell_figure(value(one.mean, info.scale(one.name))),
            cell_figure(f"{one.scored:,}"),
        ]
        for one in summary.metrics
    ]
    worst = [_row(evaluation, result) for result in evaluation.worst(_WORST)]
    names = [one.name for one in summary.metrics]
    return join(
        element("p", element("b", evaluation.plan.judge), f": {told}"),
        html_table(["metric", "mean", "scored"], metrics, figures=(1, 2)),
        html_table(["worst", "verdict", *names], worst, figures=range(2, 2 + len(names))) if worst else None,
        *(element("p", note) for note in evaluation.notes),
    )


def _row(evaluation: Evaluation, result: Result) -> list[Html]:
    scale = evaluation.source.info.scale
    values = [
        value(one.value if isinstance(one, Score) else None, scale(one.metric)) for one in result.metrics
    ]
    name = str(result.id)
    shown = name if len(name) <= _ID else f"{name[:_ID]}…"
    return [cell_text(shown), cell_text(result.verdict or ""), *(cell_figure(one) for one in values)]
