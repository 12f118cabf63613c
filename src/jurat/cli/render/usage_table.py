"""A table of what each seat of a council or a jury took, and all of them together."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, plain
from jurat.runs.council.seat_totals import SeatTotal, whole_total


def usage_view(seats: Sequence[SeatTotal]) -> RenderableType:
    """Return calls, tokens, cost if known, and seconds of every seat by stage, and the total."""
    whole = whole_total(seats)
    priced = whole.cost is not None
    columns = [Column("model", figures=False), Column("stage", figures=False), Column("calls")]
    columns += [Column("tokens"), *([Column("cost")] if priced else []), Column("seconds")]
    table = Figures(columns)
    for one in (*seats, whole):
        cost = "–" if one.cost is None else f"{one.cost:.6f}"
        figures = (f"{one.tokens:,}", *([cost] if priced else []), f"{one.seconds:.1f}")
        table.add(plain(one.seat, "bold"), one.stage or "", f"{one.calls:,}", *figures)
    return Group(Text(""), plain("usage", "bold"), table)
