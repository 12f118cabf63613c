"""Progress of a run: a bar in a terminal or a notebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

_PAUSE = 0.2
"""A notebook's bar is drawn at most every so many seconds."""


class Advance(Protocol):
    """Reports rows that are done, and how many of them failed."""

    def __call__(self, rows: int, failed: int) -> None: ...


@contextmanager
def progress_bar(total: int | None) -> Iterator[Advance]:
    """Show a bar while the block runs: in a notebook, or if standard error is a terminal."""
    shell = _notebook()
    with terminal_bar(total) if shell is None else _notebook_bar(total) as advance:
        yield advance


def shows_bar() -> bool:
    """Return whether a bar would be shown."""
    return sys.stderr.isatty() or _notebook() is not None


@contextmanager
def terminal_bar(total: int | None, *columns: ProgressColumn) -> Iterator[Advance]:
    """Show a bar on standard error, if that is a terminal, with columns of one's own beside it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        *columns,
        TextColumn("{task.fields[failed]}", style="red"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("judging", total=total, failed="")
        seen = 0

        def advance(rows: int, failed: int) -> None:
            nonlocal seen
            seen += failed
            bar.update(task, advance=rows, failed=f"{seen} failed" if seen else "")

        yield advance


def _notebook() -> Any:
    """Return the shell of a notebook, none elsewhere; IPython is only looked at where it is loaded."""
    found = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = None if found is None else found()
    return shell if getattr(shell, "kernel", None) is not None else None


@contextmanager
def _notebook_bar(total: int | None) -> Iterator[Advance]:
    """Show a bar below the cell, and remove it at the end."""
    shown: Any = import_module("IPython.display")
    done, failures, drawn = 0, 0, 0.0
    handle: Any = shown.display(shown.HTML(_drawn(0, total, 0)), display_id=True)

    def advance(rows: int, failed: int) -> None:
        nonlocal done, failures, drawn
        done, failures = done + rows, failures + failed
        if monotonic() - drawn >= _PAUSE:
            drawn = monotonic()
            handle.update(shown.HTML(_drawn(done, total, failures)))

    try:
        yield advance
    finally:
        handle.update(shown.HTML(""))


def _drawn(done: int, total: int | None, failed: int) -> str:
    """Return the bar as HTML.

    >>> _drawn(3, 10, 1)
    '<progress value="3" max="10"></progress> 3 of 10 rows, 1 failed'
    >>> _drawn(3, None, 0)
    '<progress></progress> 3 rows'
    """
    bar = f'<progress value="{done}" max="{total}"></progress>' if total else "<progress></progress>"
    counted = f"{done:,} of {total:,} rows" if total else f"{done:,} rows"
    return f"{bar} {counted}{f', {failed:,} failed' if failed else ''}"
