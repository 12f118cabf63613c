"""`jurat agreement`: agreement of a run with human labels."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags.comparison_flags import CutFlag, LabelFlag, ReverseFlag, SeedFlag
from jurat.cli.flags.store_flags import StoreFlag, results_of
from jurat.cli.render.agreement_tables import agreement_figures
from jurat.cli.render.console import Plain
from jurat.runs.agreement.human_labels import read_human_labels
from jurat.runs.agreement.label_agreement import (
    RESAMPLES,
    AgreementSettings,
    label_agreement,
)
from jurat.runs.results.result_columns import read_columns
from jurat.runs.stats.resampling import SEED


def command(
    run: Annotated[str, typer.Argument(help="Results: a file or a saved run.")],
    labels: Annotated[str, typer.Argument(help="Human labels by id: JSONL, CSV, …")],
    *,
    label: LabelFlag = None,
    id_column: Annotated[str | None, typer.Option("--id", help="Column with the id.")] = None,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="Only this metric (repeatable).")
    ] = None,
    cut: CutFlag = None,
    reverse: ReverseFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
    resamples: Annotated[
        int, typer.Option("--resamples", min=100, max=100_000, help="Number of bootstrap resamples.")
    ] = RESAMPLES,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Measure the agreement of a run with human labels, metric by metric.

    Labels are numbers (higher is better) or words such as yes and no. Thresholds are chosen on one half of
    the cases and evaluated on the other.
    """
    said = read_human_labels(labels, columns=label or (), id_column=id_column, reverse=reverse)
    plan = AgreementSettings(resamples=resamples, seed=seed, cut=cut)
    made = label_agreement(read_columns(results_of(run, store)), said, plan, metric or ())
    if as_json:
        sys.stdout.write(json.dumps(asdict(made), indent=2, ensure_ascii=False) + "\n")
    else:
        Plain().print(agreement_figures(made))
    return FINE
