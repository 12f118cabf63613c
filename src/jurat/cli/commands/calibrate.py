"""`jurat calibrate`: fit a judge to people's labels and write the result to `jurat.yaml`."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags import option_flags as flags
from jurat.cli.flags.comparison_flags import CutFlag, LabelFlag, ReverseFlag, SeedFlag
from jurat.cli.flags.store_flags import StoreFlag, results_of, store_named
from jurat.cli.render.calibration_tables import calibration_figures
from jurat.cli.render.console import Plain
from jurat.cli.render.terminal import printable
from jurat.data import BadRow, read_rows
from jurat.errors import InputError
from jurat.judges.project_options import project_options
from jurat.options import OptionChanges, Options
from jurat.runs.agreement.human_labels import read_human_labels
from jurat.runs.calibration.calibrate import calibrate_run, read_page_labels
from jurat.runs.calibration.calibration import FOLDS, RESAMPLES, CalibrationPlan, CalibrationReport
from jurat.runs.calibration.labelled_rows import LabelledRun, labelled_rows
from jurat.runs.stats.resampling import SEED
from jurat.settings import project_file
from jurat.settings_writer import write_judge_options


def command(
    labels: Annotated[
        str,
        typer.Argument(
            help="Labels by id (JSONL, CSV, …), results with labels, or a run labelled in the page."
        ),
    ],
    *,
    run: Annotated[
        str | None,
        typer.Option("--run", help="Results that the labels apply to: a file or a saved run."),
    ] = None,
    label: LabelFlag = None,
    id_column: Annotated[str | None, typer.Option("--id", help="Column with the id.")] = None,
    cut: CutFlag = None,
    reverse: ReverseFlag = False,
    settings: Annotated[
        str | None,
        typer.Option("--settings", help="Settings file to write (default: the project's jurat.yaml)."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report, but write nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Accept a gain that may be chance.")] = False,
    relevance: flags.RelevanceFlag = None,
    folds: Annotated[
        int, typer.Option("--folds", min=2, max=20, help="Folds of the cross-validation.")
    ] = FOLDS,
    resamples: Annotated[
        int, typer.Option("--resamples", min=100, max=100_000, help="Number of bootstrap resamples.")
    ] = RESAMPLES,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Fit a judge's thresholds, and the probabilities of its claims, to human labels.

    Results are scored again from their observations; no text is read. Accuracy is measured on held-out rows
    (cross-validation). Fewer than 30 labelled rows, or no gain over the defaults, is an error, and nothing is
    written.
    """
    plan = CalibrationPlan(seed=seed, folds=folds, resamples=resamples, force=force)
    found = _labelled(labels, run, store, label or [], id_column, cut, reverse=reverse)
    changes: OptionChanges = {} if relevance is None else {"relevance": relevance}
    options = Options().merge(project_options(found.judge.name)).merge(changes)
    report = calibrate_run(found, options, plan)
    if as_json:
        sys.stdout.write(json.dumps(report.to_json(), indent=2) + "\n")
    else:
        Plain().print(calibration_figures(report))
    sys.stdout.flush()
    if not report.gained:
        raise InputError(f"nothing is gained: {report.reason}", hint=_advice(report))
    if not dry_run:
        path = Path(settings) if settings else project_file(Path.cwd())
        write_judge_options(path, report.judge, {**changes, **report.options}, _note(report))
        sys.stderr.write(f"written to {printable(str(_shown(path)))}\n")
    return FINE


def _labelled(
    labels: str,
    run: str | None,
    store: str | None,
    columns: list[str],
    id_column: str | None,
    cut: float | None,
    *,
    reverse: bool,
) -> LabelledRun:
    """Read results and labels; a name that is no file is a run with labels made in the page."""
    path = Path(labels)
    if run is None and not (path.suffix or path.exists() or len(path.parts) > 1):
        return read_page_labels(store_named(store), labels)
    said = read_human_labels(labels, columns=columns, id_column=id_column, reverse=reverse)
    source = results_of(run or (labels if _holds_results(labels) else "last"), store)
    return labelled_rows(source, said, cut)


def _holds_results(path: str) -> bool:
    """Return whether a file of labels holds the results too."""
    first = next(islice(read_rows(path), 1), None)
    return (
        first is not None
        and not isinstance(first, BadRow)
        and {"metrics", "result"} & first.values.keys() != set()
    )


def _advice(report: CalibrationReport) -> str:
    if report.figures[0].gain > 0:
        return "label more rows, or accept it with --force"
    return "the defaults stay"


def _note(report: CalibrationReport) -> str:
    """Return a comment for the settings file: when, from how many rows, and how good."""
    figure, today = report.figures[0], datetime.now(tz=UTC).date()
    change = f"{figure.name} {figure.default:.3f} -> {figure.fitted:.3f}"
    return f"jurat calibrate, {today}: {report.rows} labels, {change}"


def _shown(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
