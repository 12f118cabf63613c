"""`jurat gate`: check a run against requirements and a baseline."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE, GATE_FAILED
from jurat.cli.flags.comparison_flags import ForceFlag, SeedFlag
from jurat.cli.flags.store_flags import StoreFlag, results_of
from jurat.cli.render.console import Plain
from jurat.cli.render.gate_table import gate_figures
from jurat.errors import InputError
from jurat.runs.compare.comparison import Comparison, ComparisonSettings, compare
from jurat.runs.gate.checks import GateResult, check_gate
from jurat.runs.gate.gate_reports import gate_json, gate_markdown, junit
from jurat.runs.gate.requirements import Requirement, parse_requirement
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.results.sources import ResultSource
from jurat.runs.stats.paired_tests import ALPHA
from jurat.runs.stats.resampling import SEED
from jurat.settings import GateSettings, read_gate_settings

DEFAULT_SETTINGS = Path("jurat.yaml")


def command(
    run: Annotated[str, typer.Argument(help="Results to check: a file or a saved run.")],
    *,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require",
            "-r",
            metavar="FIGURE>=X",
            help="Requirement, e.g. 'hallucination.mean>=8' (repeatable).",
        ),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", "-b", help="Baseline; no figure may be significantly worse.")
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", help="Settings file with a gate section (default: ./jurat.yaml)."),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", min=0.0001, max=0.5, help="Significance level.")
    ] = None,
    force: ForceFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
    junit_file: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML to this file.")
    ] = None,
    markdown: Annotated[
        str | None,
        typer.Option("--markdown", metavar="FILE", help="Write Markdown (for a pull request) to this file."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Check a run against requirements and a baseline; the exit code is 3 if a check fails.

    Figures: METRIC.mean, .min, .max, .median, .p10 (any percentile), .scored; verdict.FAIL as a share; scored
    and failed as shares of all rows. By default, scored >= 0.99 is required.
    """
    wanted = chosen(settings)
    required = merged(wanted.require, require or ())
    columns = read_columns(results_of(run, store))
    against = baseline or wanted.baseline
    method = ComparisonSettings(seed=seed, alpha=alpha or wanted.alpha or ALPHA)
    compared = (
        None if against is None else _compared(results_of(against, store), columns, method, force=force)
    )
    result = check_gate(columns, required, compared)
    _write(junit_file, junit, result)
    _write(markdown, gate_markdown, result)
    if as_json:
        sys.stdout.write(json.dumps(gate_json(result), indent=2, ensure_ascii=False) + "\n")
    elif markdown != "-" and junit_file != "-":
        Plain().print(gate_figures(result))
    return FINE if result.passed else GATE_FAILED


def chosen(settings: Path | None) -> GateSettings:
    """Read the settings of the given file, or of ./jurat.yaml if it exists."""
    if settings is None and not DEFAULT_SETTINGS.exists():
        return GateSettings()
    return read_gate_settings(settings or DEFAULT_SETTINGS)


def merged(filed: tuple[str, ...], flags: list[str] | tuple[str, ...]) -> list[Requirement]:
    """Merge requirements of the file with those of flags; a flag replaces one on the same figure and side.

    >>> [str(one) for one in merged(("a.mean >= 8", "a.mean <= 9"), ["a.mean>=7"])]
    ['a.mean <= 9', 'a.mean >= 7']
    """
    ours = [parse_requirement(text) for text in flags]
    taken = {(one.figure, one.sign[0]) for one in ours}
    theirs = [parse_requirement(text) for text in filed]
    return [one for one in theirs if (one.figure, one.sign[0]) not in taken] + ours


def _compared(
    baseline: ResultSource, run: ResultColumns, method: ComparisonSettings, *, force: bool
) -> Comparison:
    return compare(read_columns(baseline), run, force=force, method=method)


def _write(name: str | None, make: Callable[[GateResult], str], result: GateResult) -> None:
    """Write a file, or standard output for -."""
    if name is None:
        return
    if name == "-":
        sys.stdout.write(make(result))
        return
    try:
        Path(name).write_text(make(result), encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}", where=name, hint="name another file"
        ) from None
