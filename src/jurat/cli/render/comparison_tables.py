"""A comparison of two runs in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.runs.compare.comparison import CaseChange, Change, Comparison
from jurat.runs.report.number_format import chance, plural, value

_NARROW = 10
_STYLES = {"better": "bold green", "worse": "bold red", "unclear": ""}
_SIGNS = {"better": "✓ better", "worse": "✗ worse", "unclear": ""}


def comparison_figures(comparison: Comparison) -> RenderableType:
    """Render a comparison: figures, conclusion, cases that changed most."""
    parts: list[RenderableType] = [_head(comparison), _changes(comparison), _conclusion(comparison)]
    parts += [_cases(comparison)] if comparison.cases else []
    return Group(*(line for part in parts for line in (part, Text(""))))


def _head(comparison: Comparison) -> Text:
    lines = [
        plain(f"before  {comparison.before.name}"),
        plain(f"after   {comparison.after.name}"),
        plain(f"{plural(comparison.pairs, 'case')} in both, judged by {comparison.after.judge or 'nobody'}"),
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
        Column("min.\ndiff.", label="smallest detectable difference"),
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
    """Return the numbers of better, worse and equal cases; large numbers on separate lines."""
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
    """Render the conclusion in words."""
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
        scale = comparison.after.scale(one.metric)
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
