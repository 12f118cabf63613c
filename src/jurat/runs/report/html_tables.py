"""Tables of a page."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.runs.report.html import Child, Html, element


def cell_text(*children: Child, kind: str | None = None) -> Html:
    """Return a cell with text."""
    return element("td", *children, class_=kind)


def cell_figure(*children: Child, kind: str = "") -> Html:
    """Return a cell with a figure."""
    return element("td", *children, class_=f"n {kind}".strip())


def html_table(columns: Sequence[str], rows: Sequence[Sequence[Html]], figures: Sequence[int] = ()) -> Html:
    """Return a table in a card that scrolls on narrow screens."""
    head = [
        element("th", name, class_="n" if place in figures else None) for place, name in enumerate(columns)
    ]
    body = element("tbody", *(element("tr", *row) for row in rows))
    table = element("table", element("thead", element("tr", *head)), body)
    return element("div", table, class_="card scroll")
