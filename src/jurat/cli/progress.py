"""How far a run is: a bar on standard error, with rows a second and the time that is left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from jurat.cli.observing import spent
from jurat.judges.judge import AskingObserver


class Advance(Protocol):
    """Says that some rows more are done, and how many of them failed."""

    def __call__(self, rows: int, failed: int) -> None: ...


class RateColumn(ProgressColumn):
    """Rows a second."""

    def render(self, task: Task) -> Text:
        """The speed so far."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} rows/s", style="progress.data.speed")


class SpentColumn(ProgressColumn):
    """What models have spent until now."""

    def __init__(self, asking: AskingObserver) -> None:
        super().__init__()
        self._asking = asking

    def render(self, _: Task) -> Text:
        """Calls, tokens, cost, cache hits and retries."""
        return Text(spent(self._asking.usage), style="progress.data.speed")


@contextmanager
def progress(total: int | None, asking: AskingObserver | None = None) -> Iterator[Advance]:
    """A progress bar while the block runs; nothing where standard error is no terminal."""
    console = Console(stderr=True)
    with Progress(
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        *([RateColumn()] if asking is None else [SpentColumn(asking)]),
        TextColumn("{task.fields[failed]}", style="red"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
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
