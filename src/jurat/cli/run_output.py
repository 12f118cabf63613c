"""What `jurat run` prints while a run is executed: columns, progress, usage, summary, failures."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Protocol

from jurat.cli.flags.model_flags import usage_shown
from jurat.cli.flags.store_flags import recorded_message
from jurat.cli.render.console import Plain
from jurat.cli.render.failure_summary import SHOWN, print_failures, reasons
from jurat.cli.render.progress import progress
from jurat.cli.render.run_tables import run_table
from jurat.cli.render.terminal import printable
from jurat.cli.render.worst_rows import WorstRows
from jurat.data import FieldMap
from jurat.data.row_count import count_rows
from jurat.runs.language_check import foreign
from jurat.runs.parts.folder import is_folder
from jurat.runs.progress_bar import Advance
from jurat.runs.report.number_format import plural
from jurat.runs.run_engine import EngineChoice
from jurat.runs.run_progress import OnFields, ReadyRun, RunStep
from jurat.runs.store.run_records import RunPlan


class Begin(Protocol):
    """Starts or resumes a run."""

    def __call__(self, *, engine: EngineChoice, on_fields: OnFields) -> AbstractContextManager[ReadyRun]: ...


@dataclass(slots=True)
class _Seen:
    """What is reported at the end of a run: the first failures, and rows that are not English."""

    advance: Advance
    worst: WorstRows
    failures: list[str] = field(default_factory=list)
    foreign: int = 0

    def step(self, step: RunStep) -> None:
        self.advance(step.rows, step.failed)
        self.worst.add(step.outcomes)
        if len(self.failures) < SHOWN:
            self.failures.extend(reasons(step.outcomes))
        self.foreign += foreign(step.cases)


def execute_run(begin: Begin, engine: EngineChoice, *, quiet: bool) -> ReadyRun:
    """Execute a run to its end and print the summary table."""
    with begin(engine=engine, on_fields=_print_fields) as run, ExitStack() as stack:
        if run.store:
            stack.enter_context(recorded_message(run.id, run.store))
        asking = run.model_observer
        with usage_shown(asking), progress(_total(run.plan), asking) as advance:
            seen = _Seen(advance, WorstRows(run.plan))
            run.execute(seen.step)
        if seen.foreign and asking is None:
            told = f"{plural(seen.foreign, 'row')} {'does' if seen.foreign == 1 else 'do'}"
            sys.stderr.write(f"note: {told} not look like English; the rules support English only\n")
    if not quiet:
        table = run_table(run.plan.judge, run.recorder.summary)
        console = Plain(stderr=run.plan.out == "-")
        console.print(table)
        if (worst := seen.worst.render(run.id if run.store else "")) is not None:
            console.print(worst)
    print_failures(run.recorder.summary.failed, seen.failures, run.id, run.plan.out)
    return run


def _print_fields(fields: FieldMap) -> None:
    """Print how the columns were mapped."""
    sys.stderr.write(printable(fields.describe()) + "\n")


def _total(plan: RunPlan) -> int | None:
    """Return the approximate number of rows for the progress bar, if it is cheap to know."""
    reading = plan.reading
    if reading.where is not None or is_folder(plan.out) or not sys.stderr.isatty():
        return None
    total = count_rows(reading.data, reading.format)
    return total if reading.limit is None or total is None else min(reading.limit, total)
