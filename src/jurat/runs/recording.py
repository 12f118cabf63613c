"""Recording of runs, and checks before a run is resumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from jurat.data.locations import is_url
from jurat.engines.judging_work import Batch, Judged
from jurat.errors import InputError
from jurat.judges.judge import Build, Judge
from jurat.judges.observer_config import ObserverConfig
from jurat.judges.results import signature
from jurat.options import Options
from jurat.runs.fingerprint import QUICK, fingerprint
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import Run, RunInput, RunPlan
from jurat.version import __version__


class RunRecorder(Protocol):
    """Records a run's outcomes, batch by batch."""

    @property
    def summary(self) -> RunSummary:
        """Return the summary so far."""
        ...

    @property
    def done(self) -> int:
        """Return the number of rows recorded."""
        ...

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Store a batch, with the texts of its cases if given; it is durable on return."""
        ...

    def note(self, summary: RunSummary) -> None:
        """Store the summary so far of a run whose results are in parts."""
        ...

    def finish(self) -> None:
        """Mark the run as finished."""
        ...


class NoRecorder:
    """Counts a run without storing it."""

    def __init__(self, summary: RunSummary) -> None:
        self.summary, self.done = summary, 0

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:  # noqa: ARG002
        """Count a batch."""
        self.summary.add(one.brief for one in batch)
        self.done += len(batch)

    def note(self, summary: RunSummary) -> None:
        """Count results in parts."""
        self.summary, self.done = summary, summary.rows

    def finish(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class RunSetup:
    """What a run needs to start: its plan, its judge, and how workers build the judge."""

    plan: RunPlan
    judge: Judge[Any, Any]
    build: Build


def make_plan(
    judge: Judge[Any, Any],
    reading: RunInput,
    out: str | None,
    observing: ObserverConfig | None = None,
    *,
    texts: bool = True,
) -> RunPlan:
    """Return the plan of a run of a judge over some data."""
    return RunPlan(
        judge=judge.name,
        version=__version__,
        observer=judge.observer.name,
        signature=signature(judge.spec.signed_name, judge.observer.name, judge.options),
        metrics=judge.metrics,
        scales=judge.spec.scales(),
        options=judge.options,
        reading=reading,
        out=out,
        observing=observing or ObserverConfig(),
        texts=texts,
    )


def rescored_plan(parent: Run, options: Options, out: str | None) -> RunPlan:
    """Return the plan of a rescored run, based on the observations of its parent."""
    signed = signature(parent.plan.judge, parent.plan.observer, options)
    return replace(
        parent.plan, version=__version__, options=options, signature=signed, out=out, parent=parent.id
    )


def empty_summary(plan: RunPlan) -> RunSummary:
    """Return the summary of a run before its first row."""
    return RunSummary.of({name: plan.scale(name)["maximum"] for name in plan.metrics})


def check_resumable(run: Run, judge: Judge[Any, Any]) -> None:
    """Raise an error if a resumed run would differ from an uninterrupted one."""
    plan, reading = run.plan, run.plan.reading
    if run.finished is not None:
        raise InputError(
            "is finished", where=run.id, hint=f"export its results with: jurat runs export {run.id}"
        )
    if plan.parent is not None:
        hint = f"delete it and rescore again: jurat rescore {plan.parent}"
        raise InputError("was rescored from another run", where=run.id, hint=hint)
    if reading.fingerprint is None:
        hint = "start a new run, preferably from a file"
        raise InputError("its data was a stream and cannot be read again", where=run.id, hint=hint)
    paths = [path for path in (reading.data, plan.out) if path is not None and not is_url(path)]
    if str(Path.cwd()) != reading.folder and not all(Path(path).is_absolute() for path in paths):
        raise InputError(
            "was started in another folder", where=run.id, hint=f"change directory: cd {reading.folder}"
        )
    check_unchanged(reading)
    now = make_plan(judge, reading, plan.out).signature
    if now != plan.signature:
        hint = f"use the original judge and options ({plan.signature}), or start a new run"
        raise InputError(f"would be continued as {now}", where=run.id, hint=hint)


def check_unchanged(reading: RunInput) -> None:
    """Raise an error if the data has changed since the run started."""
    quick = (reading.fingerprint or "").startswith(QUICK)
    if fingerprint(reading.data, reading.format, quick=quick) != reading.fingerprint:
        hint = "restore the original file, or start a new run"
        what = f"is not the {'data' if quick else 'file'} that the run was started with"
        raise InputError(what, where=reading.data, hint=hint)
