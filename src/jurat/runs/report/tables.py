"""Tables of a page."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.runs.report.html import Child, Html, element


def cell_text(*children: Child, kind: str | None = None) -> Html:
    """A cell that holds text."""
    return element("td", *children, class_=kind)


def cell_figure(*children: Child, kind: str = "") -> Html:
    """A cell that holds a figure."""
    return element("td", *children, class_=f"n {kind}".strip())


def html_table(columns: Sequence[str], rows: Sequence[Sequence[Html]], figures: Sequence[int] = ()) -> Html:
    """A table in a card; on a narrow screen it scrolls by itself."""
    head = [
        element("th", name, class_="n" if place in figures else None) for place, name in enumerate(columns)
    ]
    body = element("tbody", *(element("tr", *row) for row in rows))
    table = element("table", element("thead", element("tr", *head)), body)
    return element("div", table, class_="card scroll")
