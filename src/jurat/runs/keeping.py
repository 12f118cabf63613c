"""How a run is kept, or not; and whether one that was cut off can go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from jurat.data.locations import is_url
from jurat.engines.judging import Batch, Judged
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing
from jurat.judges.scoring import signature
from jurat.options import Options
from jurat.runs.fingerprint import QUICK, fingerprint
from jurat.runs.store.records import Plan, Reading, Run
from jurat.runs.summary import RunSummary
from jurat.version import __version__


class Keeping(Protocol):
    """Takes a run's outcomes, batch by batch."""

    summary: RunSummary
    done: int

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Keep a batch, with the texts of its cases where they are given; when this returns it is kept."""
        ...

    def note(self, summary: RunSummary) -> None:
        """Keep what a run came to so far whose results stand in parts."""
        ...

    def finish(self) -> None:
        """Note that all rows are judged."""
        ...


class Unkept:
    """A run that is only counted."""

    def __init__(self, summary: RunSummary) -> None:
        self.summary, self.done = summary, 0

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:  # noqa: ARG002
        """Count a batch."""
        self.summary.add(one.brief for one in batch)
        self.done += len(batch)

    def note(self, summary: RunSummary) -> None:
        """Count what stands in parts."""
        self.summary, self.done = summary, summary.rows

    def finish(self) -> None:
        """Nothing is left to do."""


def plan_of(
    judge: Judge[Any, Any],
    reading: Reading,
    out: str | None,
    observing: Observing | None = None,
    *,
    texts: bool = True,
) -> Plan:
    """The plan of a run of a judge over some data."""
    return Plan(
        judge=judge.name,
        version=__version__,
        observer=judge.observer.name,
        signature=signature(judge.name, judge.observer.name, judge.options),
        metrics=judge.metrics,
        options=judge.options,
        reading=reading,
        out=out,
        observing=observing or Observing(),
        texts=texts,
    )


def rescored_plan(parent: Run, options: Options, out: str | None) -> Plan:
    """The plan of a run that scores another again; what was observed then is still what it rests on."""
    signed = signature(parent.plan.judge, parent.plan.observer, options)
    return replace(
        parent.plan, version=__version__, options=options, signature=signed, out=out, parent=parent.id
    )


def empty_summary(plan: Plan) -> RunSummary:
    """The summary of a run, before its first row."""
    return RunSummary.of(plan.metrics, top=1.0 if plan.judge == "claim-lock" else 10.0)


def check_resumable(run: Run, judge: Judge[Any, Any]) -> None:
    """Refuse to go on with a run where the result would not be the same as without the interruption."""
    plan, reading = run.plan, run.plan.reading
    if run.finished is not None:
        raise InputError("is finished", where=run.id, hint=f"get its results: jurat runs export {run.id}")
    if plan.parent is not None:
        hint = f"delete it and rescore again: jurat rescore {plan.parent}"
        raise InputError("was rescored from another run", where=run.id, hint=hint)
    if reading.fingerprint is None:
        hint = "run it again from the start, best from a file"
        raise InputError("its data was a stream, which cannot be read again", where=run.id, hint=hint)
    paths = [path for path in (reading.data, plan.out) if path is not None and not is_url(path)]
    if str(Path.cwd()) != reading.folder and not all(Path(path).is_absolute() for path in paths):
        raise InputError("began in another folder", where=run.id, hint=f"go there: cd {reading.folder}")
    check_unchanged(reading)
    now = plan_of(judge, reading, plan.out).signature
    if now != plan.signature:
        hint = f"use what it began with ({plan.signature}), or start a new run"
        raise InputError(f"would go on as {now}", where=run.id, hint=hint)


def check_unchanged(reading: Reading) -> None:
    """Refuse data that is not what a run began with."""
    quick = (reading.fingerprint or "").startswith(QUICK)
    if fingerprint(reading.data, reading.format, quick=quick) != reading.fingerprint:
        hint = "put the file back as it was, or start a new run"
        what = f"is not the {'data' if quick else 'file'} that the run began with"
        raise InputError(what, where=reading.data, hint=hint)
