"""Progress of a run on standard error, with rows per second or the usage of models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import ProgressColumn, Task
from rich.text import Text

from jurat.cli.flags.model_flags import usage_text
from jurat.judges.judge import ModelObserver
from jurat.runs.progress_bar import Advance, terminal_bar


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
    column = RateColumn() if model_observer is None else UsageColumn(model_observer)
    with terminal_bar(total, column) as advance:
        yield advance
