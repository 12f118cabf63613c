"""`jurat gate`: a run held to what is required of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.compare import AnywayFlag, SeedFlag, comparison_figures
from jurat.cli.console import Plain
from jurat.cli.figures import Column, Figures, plain
from jurat.cli.running import FINE, GATE_FAILED
from jurat.cli.stores import StoreFlag, results_of
from jurat.errors import InputError
from jurat.runs.columns import Columns, read_columns
from jurat.runs.compare import Comparison, Method, compare
from jurat.runs.gate import GateResult, hold
from jurat.runs.gate_files import found, gate_json, gate_markdown, junit
from jurat.runs.requirements import Requirement, parse_requirement
from jurat.runs.sources import ResultSource
from jurat.runs.statistics.paired import ALPHA
from jurat.runs.statistics.resampling import SEED
from jurat.settings import GateSettings, read_gate_settings

DEFAULT_SETTINGS = Path("jurat.yaml")


def command(
    run: Annotated[str, typer.Argument(help="The results to be held to it: a file, or a kept run.")],
    *,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require", "-r", metavar="FIGURE>=X", help="e.g. 'hallucination.mean>=8'; may be given again."
        ),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", "-b", help="Results against which nothing may get worse.")
    ] = None,
    settings: Annotated[
        Path | None, typer.Option("--settings", help="A file with a gate section; jurat.yaml if it is here.")
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", min=0.0001, max=0.5, help="How rare a false alarm is to be.")
    ] = None,
    anyway: AnywayFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
    junit_file: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")
    ] = None,
    markdown: Annotated[
        str | None, typer.Option("--markdown", metavar="FILE", help="Write Markdown for a pull request.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
) -> int:
    """Hold a run to requirements and to a baseline; the exit code is 3 if it does not meet them.

    Figures: METRIC.mean, .min, .max, .median, .p10 (any percentile), .scored; verdict.FAIL as a share; scored
    and failed as shares of all rows. Unless another is given, scored >= 0.99 is required.
    """
    wanted = chosen(settings)
    required = merged(wanted.require, require or ())
    columns = read_columns(results_of(run, store))
    against = baseline or wanted.baseline
    method = Method(seed=seed, alpha=alpha or wanted.alpha or ALPHA)
    compared = (
        None if against is None else _compared(results_of(against, store), columns, method, anyway=anyway)
    )
    result = hold(columns, required, compared)
    _write(junit_file, junit, result)
    _write(markdown, gate_markdown, result)
    if as_json:
        sys.stdout.write(json.dumps(gate_json(result), indent=2, ensure_ascii=False) + "\n")
    elif markdown != "-" and junit_file != "-":
        Plain().print(gate_figures(result))
    return FINE if result.passed else GATE_FAILED


def chosen(settings: Path | None) -> GateSettings:
    """The settings of a file that is named, or of jurat.yaml where it is here."""
    if settings is None and not DEFAULT_SETTINGS.exists():
        return GateSettings()
    return read_gate_settings(settings or DEFAULT_SETTINGS)


def merged(filed: tuple[str, ...], flags: list[str] | tuple[str, ...]) -> list[Requirement]:
    """The file's requirements and the flags'; a flag replaces the file's on the same figure and side.

    >>> [str(one) for one in merged(("a.mean >= 8", "a.mean <= 9"), ["a.mean>=7"])]
    ['a.mean <= 9', 'a.mean >= 7']
    """
    ours = [parse_requirement(text) for text in flags]
    taken = {(one.figure, one.sign[0]) for one in ours}
    theirs = [parse_requirement(text) for text in filed]
    return [one for one in theirs if (one.figure, one.sign[0]) not in taken] + ours


def _compared(baseline: ResultSource, run: Columns, method: Method, *, anyway: bool) -> Comparison:
    return compare(read_columns(baseline), run, anyway=anyway, method=method)


def _write(name: str | None, make: Callable[[GateResult], str], result: GateResult) -> None:
    """Write a file, or to standard output for -."""
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


def gate_figures(result: GateResult) -> RenderableType:
    """The checks for a person, the comparison where there is one, and whether the gate is passed."""
    columns = [
        Column("required", figures=False),
        Column("found"),
        Column("of", figures=False, prose=True),
        Column("", figures=False, label="so"),
    ]
    table = Figures(
        columns, plain(f"{result.run.name}: {result.rows:,} rows, judged by {result.run.judge or 'nobody'}\n")
    )
    for check in result.checks:
        sign = plain("✓ passed", "green") if check.passed else plain(f"✗ {check.reason}", "bold red")
        table.add(plain(check.name), found(check), plain(check.basis), sign)
    failed = sum(not check.passed for check in result.checks)
    end = (
        plain("gate passed", "bold green")
        if result.passed
        else plain(f"gate failed: {failed} of {len(result.checks)} checks", "bold red")
    )
    parts: list[RenderableType] = [table, Text("")]
    if result.comparison is not None:
        parts += [comparison_figures(result.comparison)]
    return Group(*parts, end)
