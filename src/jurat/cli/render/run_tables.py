"""Tables of runs: one run in figures, saved runs, a page of results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from pathlib import PurePath

from rich.console import RenderableType
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.cli.render.result_tables import number, verdict_styles
from jurat.data.flatten import candidate_score, flatten
from jurat.runs.report.number_format import plural
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import Run, StoredResult


def run_table(judge: str, summary: RunSummary) -> RenderableType:
    """Render a run: rows by outcome, verdicts, the mean and histogram of each metric."""
    counts = f"{plural(summary.rows, 'row')}: {summary.scored:,} scored, {summary.unscored:,} unscored, "
    title = plain(f"{judge} · {counts}") + plain(
        f"{summary.failed:,} failed", "red" if summary.failed else ""
    )
    if summary.verdicts:
        for verdict, style in verdict_styles(summary.verdicts).items():
            title += plain(f"  {verdict} {summary.verdicts[verdict]:,}", style)
    columns = [Column("metric", figures=False), *map(Column, ("mean", "scored", "unscored"))]
    table = Figures([*columns, Column("histogram", figures=False)], title, framed=True)
    for metric in summary.metrics:
        cells = (metric.name, number(metric.mean, 4), f"{metric.scored:,}", f"{metric.unscored:,}")
        table.add(*map(plain, cells), plain(f"0 {_bars(metric.bins)} {metric.top:g}"))
    return table


def runs_table(runs: Sequence[Run]) -> RenderableType:
    """Render saved runs, one per line."""
    columns = [Column("run", figures=False), Column("judge", figures=False)]
    columns += [Column("data", figures=False, prose=True, least=12), Column("rows")]
    columns += [Column(_verdict_heading(runs), label="verdicts")]
    table = Figures([*columns, Column("state", figures=False, prose=True, least=10)])
    for run in runs:
        counts = run.summary.verdicts
        verdicts = "/".join(f"{counts[name]:,}" for name in verdict_styles(counts)) if counts else ""
        state = "done" if run.finished else "unfinished"
        failed = f", {run.summary.failed:,} failed" if run.summary.failed else ""
        table.add(run.id, run.plan.judge, _called(run), f"{run.done:,}", verdicts, state + failed)
    return table


def _called(run: Run) -> Text:
    """Return the name that people gave the run, its data, and its tags, one per line."""
    data = PurePath(run.plan.reading.data).name if run.plan.parent is None else f"from {run.plan.parent}"
    tags = " ".join(f"#{tag}" for tag in run.notes.tags)
    return joined([plain(run.notes.name, "bold"), data, plain(tags, "cyan")])


def _verdict_heading(runs: Sequence[Run]) -> str:
    """Return which counts stand in the column of verdicts: those of judges, of juries, or of both."""
    named = [verdict_styles(run.summary.verdicts) for run in runs if run.summary.verdicts]
    kinds = list(dict.fromkeys("/".join(one).lower() for one in named)) or ["pass/warn/fail"]
    return "\n".join(kind.replace("/fail", "/\nfail").replace("/deadlock", "/\ndeadlock") for kind in kinds)


def results_table(run: Run, results: Sequence[StoredResult]) -> RenderableType:
    """Render a page of results: each metric's value, or the error, without empty columns."""
    figures = (*run.plan.metrics, "overall")
    cell_names = (*(run.plan.known_metrics or map(candidate_score, run.plan.metrics)), "overall")
    columns = [
        Column("row"),
        Column("id", figures=False, prose=True, least=8),
        Column("verdict", figures=False),
    ]
    columns += [Column(name.replace("_", "_\n"), label=name) for name in figures]
    columns += [Column("error", figures=False, prose=True, least=14)]
    rows = []
    for one in results:
        cells = flatten(json.loads(one.line))
        values = [_cell(cells.get(name)) for name in cell_names]
        rows.append((str(one.row), _cell(cells["id"]), one.verdict or "", *values, _cell(cells["error"])))
    used = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    table = Figures([columns[place] for place in used], plain(f"{run.plan.judge} · {run.id}"))
    for row in rows:
        table.add(*(row[place] for place in used))
    return table


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _bars(bins: Sequence[int]) -> str:
    """Return counts as a row of bars; a count above 0 is always visible.

    >>> _bars([0, 1, 8, 4])
    ' ▁█▄'
    """
    most = max((*bins, 1))
    return "".join(" ▁▂▃▄▅▆▇█"[ceil(8 * count / most)] for count in bins)
