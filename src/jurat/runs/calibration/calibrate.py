"""Calibration from Python: results and labels in, a report with fitted options out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jurat.errors import InputError
from jurat.options import OptionChanges, Options
from jurat.outcomes import Failure, Result
from jurat.runs.agreement.human_labels import human_labels, read_human_labels
from jurat.runs.calibration.calibration import CalibrationPlan, CalibrationReport, calibrate_rows
from jurat.runs.calibration.labelled_rows import LabelledRun, labelled_rows, rows_labelled_in_page
from jurat.runs.results.sources import GivenResults, ResultSource, SourceInfo, open_results, result_row
from jurat.wire import dump

Results = str | Path | Iterable[Result | Failure]
Labels = str | Path | Mapping[Any, Any]


def calibrate(
    results: Results,
    labels: Labels,
    *,
    options: Options | OptionChanges | None = None,
    cut: float | None = None,
    reverse: bool = False,
    columns: Sequence[str] = (),
    id_column: str | None = None,
    store: str | None = None,
    plan: CalibrationPlan | None = None,
) -> CalibrationReport:
    """Fit a judge's thresholds, and the probabilities of its claims, to people's labels.

    Results are a file, a run of a store, or results of a judge. Labels are a file or labels by id: right or
    wrong, yes or no, PASS, WARN or FAIL, or numbers with a `cut`. Nothing is observed again, and nothing is
    written: give the `options` of the report to `jurat.judge`. Fewer than 30 labelled rows raise an error.
    """
    source = _source(results, store)
    if isinstance(labels, Mapping):
        said = human_labels("labels", labels, reverse=reverse)
    else:
        said = read_human_labels(str(labels), columns=columns, id_column=id_column, reverse=reverse)
    return calibrate_run(labelled_rows(source, said, cut), options, plan)


def calibrate_run(
    run: LabelledRun, options: Options | OptionChanges | None = None, plan: CalibrationPlan | None = None
) -> CalibrationReport:
    """Calibrate the judge of some labelled rows."""
    chosen = options if isinstance(options, Options) else Options().merge(options or {})
    return calibrate_rows(run.rows, run.judge, chosen, plan)


def read_page_labels(store: str, name: str) -> LabelledRun:
    """Read a saved run with the labels that people made in the page."""
    from jurat.runs.store.store import open_store

    with open_store(store) as opened:
        run = opened.find(name)
        labels = opened.labels(run)
        if not labels:
            hint = "label its results in the page (jurat serve), or give a file of labels"
            raise InputError("has no labels", where=f"run {run.id}", hint=hint)
        return rows_labelled_in_page(run, labels, opened.labelled(run))


def _source(results: Results, store: str | None) -> ResultSource:
    if isinstance(results, str | Path):
        return open_results(str(results), store)
    lines = tuple(dump(one) for one in results)
    rows = tuple(result_row(json.loads(line), line) for line in lines)
    judge = next((row.judge for row in rows if not row.failed), "")
    return GivenResults(rows, SourceInfo(name="results", judge=judge))
