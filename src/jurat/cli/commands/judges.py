"""`jurat judges`: the installed judges, their metrics and scales."""

from __future__ import annotations

import json as jsons
import sys
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.render.console import Plain
from jurat.cli.render.figures import Column, Figures, plain
from jurat.judges.registry import descriptions
from jurat.judges.spec import JudgeDescription, MetricSpec


def command(
    *,
    json: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of a table.")] = False,
) -> int:
    """List the installed judges: what they judge, their metrics, scales and options."""
    found = descriptions()
    if json:
        sys.stdout.writelines(jsons.dumps(one.to_json()) + "\n" for one in found)
    else:
        Plain().print(_table(found))
    return FINE


def _table(found: list[JudgeDescription]) -> Figures:
    names = ("judge", "case", "metrics", "options")
    table = Figures([Column(name, figures=False, prose=name in names[2:], least=14) for name in names])
    for one in found:
        metrics = [*map(_metric, one.metrics), *([f"overall 0–{one.overall:g}"] if one.overall else [])]
        table.add(plain(one.name), one.kind, plain(", ".join(metrics)), plain(", ".join(one.options)))
    return table


def _metric(metric: MetricSpec) -> str:
    """Return a metric with its scale.

    >>> _metric(MetricSpec(name="risk", details=dict, higher_is_better=False))
    'risk 0–1 (lower is better)'
    """
    direction = "" if metric.higher_is_better else " (lower is better)"
    return f"{metric.name} 0–{metric.maximum:g}{direction}"
