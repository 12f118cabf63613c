"""Progress of a run: a bar on standard error, with rows per second and the remaining time."""

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

from jurat.cli.flags.model_flags import usage_text
from jurat.judges.judge import ModelObserver


class Advance(Protocol):
    """Reports rows that are done, and how many of them failed."""

    def __call__(self, rows: int, failed: int) -> None: ...


class RateColumn(ProgressColumn):
    """Rows per second."""

    def render(self, task: Task) -> Text:
        """Return the speed so far."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} rows/s", style="progress.data.speed")


class UsageColumn(ProgressColumn):
    """Usage of models so far."""

    def __init__(self, asking: ModelObserver) -> None:
        super().__init__()
        self._asking = asking

    def render(self, _: Task) -> Text:
        """Return calls, tokens, cost, cache hits and retries."""
        return Text(usage_text(self._asking.usage), style="progress.data.speed")


@contextmanager
def progress(total: int | None, model_observer: ModelObserver | None = None) -> Iterator[Advance]:
    """Show a progress bar while the block runs, if standard error is a terminal."""
    console = Console(stderr=True)
    with Progress(
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        *([RateColumn()] if model_observer is None else [UsageColumn(model_observer)]),
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
