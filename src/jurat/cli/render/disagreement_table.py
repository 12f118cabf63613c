"""Tables of the disagreement of two observers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.console import Plain
from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.runs.compare.observer_disagreement import Disagreement, MetricDisagreement, disagreement
from jurat.runs.report.number_format import plural, value
from jurat.runs.scales import scale_of

if TYPE_CHECKING:
    from jurat.outcomes import Outcome


def show_disagreement(runs: Sequence[str], store: str) -> None:
    """Print where observers of the same rows disagree, each compared with the first."""
    from jurat.runs.store.store import open_store

    console = Plain()
    with open_store(store) as opened:
        first, *others = [opened.find(name) for name in runs]
        for other in others:
            pairs = zip(_outcomes(opened.results(first)), _outcomes(opened.results(other)), strict=True)
            names = (first.plan.observer, other.plan.observer)
            console.print(render_disagreement(disagreement(names, pairs)))


def _outcomes(kept: Iterator[object]) -> Iterator[Outcome]:
    from jurat.judges.label_wire import load

    return (load(one.line) for one in kept)  # type: ignore[attr-defined]


def render_disagreement(found: Disagreement) -> RenderableType:
    """Render the figures, the rows that differ most, and texts with different labels."""
    parts: list[RenderableType] = [_head(found), _metrics(found)]
    parts += [_rows(found)] if found.split_rows else []
    parts += [_labels(found)] if found.split_labels else []
    return Group(*(line for part in parts for line in (Text(""), part)))


def _head(found: Disagreement) -> Text:
    lines = [plain(f"a  {found.names[0]}"), plain(f"b  {found.names[1]}")]
    lines.append(plain(plural(found.rows, "row") + (f", {found.failed:,} failed" if found.failed else "")))
    if found.verdicts:
        lines.append(plain(f"same verdict in {found.verdicts_same:,} of {found.verdicts:,}"))
    return joined(lines)


def _metrics(found: Disagreement) -> Figures:
    names = ("a", "b", "gap", "same\nvalue", "same\nlabel")
    table = Figures([Column("metric", figures=False), *(Column(name) for name in names)])
    for one in found.metrics.values():
        first, second, gap = (_mean(found, one, total) for total in (one.first, one.second, one.gap))
        missing = plain("unscored {:,}, {:,}".format(*one.unscored) if any(one.unscored) else "", "yellow")
        table.add(
            joined([one.name, missing]),
            first,
            second,
            gap,
            f"{one.same:,}/{one.both:,}",
            f"{one.labels_same:,}/{one.labels:,}" if one.labels else "–",
        )
    return table


def _mean(found: Disagreement, metric: MetricDisagreement, total: float) -> str:
    return value(total / metric.both if metric.both else None, scale_of(found.judge, metric.name))


def _rows(found: Disagreement) -> Figures:
    names = [Column("rows that differ most", figures=False, prose=True), Column("metric", figures=False)]
    table = Figures([*names, Column("a"), Column("b"), Column("verdict", figures=False)])
    for one in found.split_rows:
        scale = scale_of(found.judge, one.metric)
        first, second = one.verdicts
        verdict = "" if first == second else f"{first} / {second}"
        shown = (value(one.values[0], scale), value(one.values[1], scale), plain(verdict))
        table.add(plain(str(one.id)), one.metric, *shown)
    return table


def _labels(found: Disagreement) -> Figures:
    names = [Column("same text, different labels", figures=False, prose=True), Column("row", figures=False)]
    table = Figures([*names, *(Column(name, figures=False) for name in ("metric", "a", "b"))])
    for one in found.split_labels:
        table.add(plain(one.text), plain(str(one.id)), one.metric, *one.labels)
    return table
