"""`jurat compare`: two runs, case by case."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.console import Plain
from jurat.cli.figures import Column, Figures, joined, plain
from jurat.cli.running import FINE
from jurat.cli.stores import StoreFlag, results_of
from jurat.runs.columns import read_columns
from jurat.runs.compare import CaseChange, Change, Comparison, Method, compare
from jurat.runs.numbers import chance, value
from jurat.runs.scales import scale_of
from jurat.runs.statistics.resampling import RESAMPLES, SEED

AnywayFlag = Annotated[
    bool, typer.Option("--anyway", help="Go on although the cases or the judges' signatures differ.")
]
SeedFlag = Annotated[int, typer.Option("--seed", min=0, help="The seed of bootstrap and permutations.")]
ResamplesFlag = Annotated[int, typer.Option("--resamples", min=100, max=100_000, help="Bootstrap resamples.")]
AlphaFlag = Annotated[
    float,
    typer.Option("--alpha", min=0.0001, max=0.5, help="How rare a false alarm is to be, over all figures."),
]
_NARROW = 10
_STYLES = {"better": "bold green", "worse": "bold red", "unclear": ""}
_SIGNS = {"better": "✓ better", "worse": "✗ worse", "unclear": ""}


def command(
    before: Annotated[str, typer.Argument(help="The results to start from: a file, or a kept run.")],
    after: Annotated[str, typer.Argument(help="The results to hold against them.")],
    *,
    anyway: AnywayFlag = False,
    top: Annotated[int, typer.Option("--top", min=0, help="How many changed cases to name.")] = 10,
    seed: SeedFlag = SEED,
    resamples: ResamplesFlag = RESAMPLES,
    alpha: AlphaFlag = 0.05,
    store: StoreFlag = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False,
) -> int:
    """Compare two runs over the same cases, metric by metric and case by case.

    Differences are of the cases that both runs scored; p is corrected for the number of figures (Holm).
    """
    method = Method(resamples=resamples, seed=seed, alpha=alpha, top=top)
    made = compare(
        read_columns(results_of(before, store)),
        read_columns(results_of(after, store)),
        anyway=anyway,
        method=method,
    )
    if as_json:
        sys.stdout.write(json.dumps(comparison_json(made), indent=2, ensure_ascii=False) + "\n")
    else:
        Plain().print(comparison_figures(made))
    return FINE


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain values, each figure with what it came to."""
    made = asdict(comparison)
    for change, shown in zip(comparison.changes, made["changes"], strict=True):
        shown["outcome"] = change.outcome
    return made


def comparison_figures(comparison: Comparison) -> RenderableType:
    """A comparison for a person: the figures, what they come to, the cases that changed most."""
    parts: list[RenderableType] = [_head(comparison), _changes(comparison), _conclusion(comparison)]
    parts += [_cases(comparison)] if comparison.cases else []
    return Group(*(line for part in parts for line in (part, Text(""))))


def _head(comparison: Comparison) -> Text:
    lines = [
        plain(f"before  {comparison.before.name}"),
        plain(f"after   {comparison.after.name}"),
        plain(f"{comparison.pairs:,} cases in both, judged by {comparison.after.judge or 'nobody'}"),
    ]
    if any(comparison.failed):
        lines.append(plain("failed rows: {:,} before, {:,} after".format(*comparison.failed), "red"))
    lines += [plain(f"although {note}", "yellow") for note in comparison.notes]
    return joined(lines)


def _changes(comparison: Comparison) -> Figures:
    columns = [
        Column("metric", figures=False),
        Column("before"),
        Column("after"),
        Column("difference\n95 % interval", label="difference"),
        Column("p\n(Holm)"),
        Column("would\nshow", label="would show"),
        Column("better/\nworse/same", label="better, worse, same"),
    ]
    table = Figures(columns)
    for one in comparison.changes:
        table.add(
            joined([f"{one.name}{' ↓' if one.scale.better == 'lower' else ''}", _unscored(one)]),
            value(one.before, one.scale),
            value(one.after, one.scale),
            joined(
                [plain(value(one.difference, one.scale, signed=True), _STYLES[one.outcome]), _interval(one)]
            ),
            joined([chance(one.adjusted), plain(_SIGNS[one.outcome], _STYLES[one.outcome])]),
            f"±{value(one.smallest, one.scale)}" if one.smallest else "–",
            _counts(one),
        )
    return table


def _counts(change: Change) -> str:
    """Cases that got better, worse, and neither; large numbers under each other, to keep the table narrow."""
    shown = f"{change.wins}/{change.losses}/{change.ties}"
    return shown if len(shown) <= _NARROW else shown.replace("/", "/\n")


def _unscored(change: Change) -> Text:
    first, second = change.unscored
    return plain(f"unscored {first:,}, {second:,}" if first or second else "", "yellow")


def _interval(change: Change) -> Text:
    if change.low is None or change.high is None:
        return Text("")
    low, high = (value(bound, change.scale, signed=True) for bound in (change.low, change.high))
    return plain(f"{low} … {high}", "dim")


def _conclusion(comparison: Comparison) -> Text:
    """What the figures come to, in words."""
    lines = []
    for outcome, words in (("better", "better"), ("worse", "worse"), ("unclear", "no difference shown")):
        names = comparison.named(outcome)  # type: ignore[arg-type]
        if names:
            lines.append(plain(f"{words}: {', '.join(names)}", _STYLES[outcome]))
    return joined(lines or ["there is nothing to compare"])


def _cases(comparison: Comparison) -> Figures:
    columns = [
        Column("changed most", figures=False, prose=True),
        Column("metric", figures=False),
        Column("before"),
        Column("after"),
        Column("verdict", figures=False),
    ]
    table = Figures(columns)
    for one in comparison.cases:
        scale = scale_of(comparison.after.judge, one.metric)
        style = "green" if one.gain > 0 else "red"
        table.add(
            plain(one.id),
            one.metric,
            value(one.before, scale),
            plain(value(one.after, scale), style),
            plain(_verdicts(one)),
        )
    return table


def _verdicts(case: CaseChange) -> str:
    first, second = case.verdicts
    return (
        "" if first is None and second is None else first or "" if first == second else f"{first} → {second}"
    )
