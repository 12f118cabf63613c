"""`jurat compare`: compare two runs."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags.comparison_flags import AlphaFlag, ForceFlag, ResamplesFlag, SeedFlag
from jurat.cli.flags.store_flags import StoreFlag, results_of
from jurat.cli.render.comparison_tables import comparison_figures
from jurat.cli.render.console import Plain
from jurat.runs.compare.comparison import Comparison, ComparisonSettings, compare
from jurat.runs.results.result_columns import read_columns
from jurat.runs.stats.resampling import RESAMPLES, SEED


def command(
    before: Annotated[str, typer.Argument(help="Results before: a file or a saved run.")],
    after: Annotated[str, typer.Argument(help="Results after: a file or a saved run.")],
    *,
    force: ForceFlag = False,
    max_cases: Annotated[int, typer.Option("--top", min=0, help="Number of changed cases to list.")] = 10,
    seed: SeedFlag = SEED,
    resamples: ResamplesFlag = RESAMPLES,
    alpha: AlphaFlag = 0.05,
    store: StoreFlag = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Compare two runs over the same cases, metric by metric and case by case.

    Differences are over the cases that both runs scored; p-values are Holm-corrected for the number of
    figures.
    """
    method = ComparisonSettings(resamples=resamples, seed=seed, alpha=alpha, max_cases=max_cases)
    made = compare(
        read_columns(results_of(before, store)),
        read_columns(results_of(after, store)),
        force=force,
        method=method,
    )
    if as_json:
        sys.stdout.write(json.dumps(comparison_json(made), indent=2, ensure_ascii=False) + "\n")
    else:
        Plain().print(comparison_figures(made))
    return FINE


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON values, with the outcome of each figure."""
    made = asdict(comparison)
    for change, shown in zip(comparison.changes, made["changes"], strict=True):
        shown["outcome"] = change.outcome
    return made
