"""Figures as a table if it fits the terminal, else as one short list per row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from jurat.cli.render.terminal import printable


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, whether it has figures or prose that can be wrapped, and its name in a list.

    Prose is wrapped down to `least` characters before the table becomes lists.
    """

    name: str
    figures: bool = True
    prose: bool = False
    label: str = ""
    least: int = 24

    @property
    def in_list(self) -> str:
        """Return its name in a list."""
        return self.label or self.name.replace("\n", " ")


@dataclass(slots=True)
class Figures:
    """Columns and rows with an optional title and frame; the first cell names its row."""

    columns: Sequence[Column]
    title: Text = field(default_factory=Text)
    framed: bool = False
    rows: list[Sequence[Text]] = field(default_factory=list)
    sections: set[int] = field(default_factory=set)

    def add(self, *cells: Text | str) -> None:
        """Add a row."""
        self.rows.append([plain(cell) if isinstance(cell, str) else cell for cell in cells])

    def add_section(self) -> None:
        """Add a line below the rows so far."""
        self.sections.add(len(self.rows) - 1)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render the table if it fits, else lists."""
        probe = self._table(folded=True)
        fits = Measurement.get(console, options.update(width=10_000), probe).maximum <= options.max_width
        if self.title.plain:
            yield self.title
        if not self.rows and not self.framed:
            yield plain("  nothing to show", "dim")
        else:
            yield self._table() if fits else self._lists(options.max_width)

    def _table(self, *, folded: bool = False) -> Table:
        table = Table() if self.framed else _open_table()
        for column in self.columns:
            table.add_column(
                column.name,
                justify="right" if column.figures else "left",
                overflow="fold",
                no_wrap=not column.prose,
                max_width=column.least if folded and column.prose else None,
            )
        for index, row in enumerate(self.rows):
            table.add_row(*row, end_section=index in self.sections)
        return table

    def _lists(self, width: int) -> Group:
        """Render each row as its name, then a line for every other non-empty cell."""
        names = [column.in_list for column in self.columns]
        label = min(max(map(len, names[1:]), default=1), width // 3)
        parts: list[RenderableType] = []
        for row in self.rows:
            grid = Table.grid(padding=(0, 1))
            grid.add_column(width=label + 2, overflow="fold")
            grid.add_column(overflow="fold")
            for name, cell in zip(names[1:], row[1:], strict=True):
                if cell.plain.strip():
                    grid.add_row(Padding(Text(name, style="dim", overflow="fold"), (0, 0, 0, 2)), cell)
            head = row[0].copy()
            head.stylize("bold")
            head.overflow = "fold"
            parts += [head, grid]
        return Group(*parts)


def _open_table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)


def plain(text: str, style: str = "") -> Text:
    """Return a text without terminal control characters."""
    return Text(printable(text), style=style)


def joined(lines: Iterable[Text | str]) -> Text:
    """Join the non-empty texts, one per line."""
    made = [plain(line) if isinstance(line, str) else line for line in lines]
    return Text("\n").join(line for line in made if line.plain)
