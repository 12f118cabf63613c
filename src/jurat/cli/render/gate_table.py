"""The checks of a gate in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.comparison_tables import comparison_figures
from jurat.cli.render.figures import Column, Figures, plain
from jurat.runs.gate.checks import GateResult
from jurat.runs.gate.gate_reports import found
from jurat.runs.report.number_format import plural


def gate_figures(result: GateResult) -> RenderableType:
    """Render the checks, the comparison if there is one, and the outcome of the gate."""
    columns = [
        Column("required", figures=False),
        Column("found"),
        Column("of", figures=False, prose=True),
        Column("", figures=False, label="so"),
    ]
    table = Figures(
        columns,
        plain(f"{result.run.name}: {plural(result.rows, 'row')}, judged by {result.run.judge or 'nobody'}\n"),
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
