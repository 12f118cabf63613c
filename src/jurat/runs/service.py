"""Runs: start or resume one and judge its rows. The command line, the server and Python share this loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurat.data import CaseStream, FieldMap, read_cases
from jurat.errors import OptionError
from jurat.judges.judge import BATCH, Build, Judge, ModelObserver
from jurat.judges.observer_config import RULES, ObserverConfig
from jurat.judges.registry import judge as make_judge
from jurat.options import Options
from jurat.runs.fingerprint import fingerprint
from jurat.runs.recording import (
    NoRecorder,
    RunRecorder,
    RunSetup,
    check_resumable,
    empty_summary,
    make_plan,
)
from jurat.runs.results.result_file import check_out, held, result_file
from jurat.runs.run_engine import EngineChoice, writes_parts
from jurat.runs.run_progress import OnFields, OnStep, ReadyRun, RunStep, check_cancelled, ignore
from jurat.runs.runner import Outcomes, run_cases, run_stream
from jurat.runs.store.run_records import Run, RunInput, RunPlan

if TYPE_CHECKING:
    from threading import Event

    from jurat.runs.store.store import Store


@dataclass(slots=True, kw_only=True)
class RowRun:
    """A run whose results are saved row by row, in order."""

    plan: RunPlan
    recorder: RunRecorder
    outcomes: Outcomes
    """The batches that are not saved yet."""
    earlier: Iterator[bytes] = field(default_factory=lambda: iter(()))
    """The lines of saved rows, if the output file is written again."""
    id: str = ""
    store: str = ""
    model_observer: ModelObserver | None = None

    def execute(self, on_step: OnStep, cancel: Event | None = None) -> None:
        """Judge the remaining rows; each batch is saved first, then written, then reported.

        An error of the callback ends the run, as does the event; a saved run can be resumed.
        """
        plan, recorder = self.plan, self.recorder
        with (
            closing(self.outcomes) as found,
            result_file(plan.out, plan.reading.data, plan.metrics) as write,
        ):
            while lines := list(islice(self.earlier, BATCH)):
                write(lines)
            on_step(RunStep(recorder.done, recorder.summary.failed))
            for cases, done in found:
                recorder.write(done, cases if plan.texts else ())
                write(one.line for one in done)
                on_step(RunStep(len(done), sum(one.brief.failed for one in done), cases, done))
                check_cancelled(cancel)
        recorder.finish()


def judge_builder(name: str, options: Options, observing: ObserverConfig | None = None) -> Build:
    """Return a function that builds a judge, also in other processes."""
    if observing is None or observing.observer == RULES:
        return partial(make_judge, name, options)
    return partial(make_judge, name, options, observer=observing)


def set_up(
    judge: str,
    options: Options,
    observing: ObserverConfig,
    reading: RunInput,
    out: str | None,
    *,
    texts: bool = True,
) -> RunSetup:
    """Build the judge of a new run and its plan."""
    build = judge_builder(judge, options, observing)
    made = build()
    return RunSetup(make_plan(made, reading, out, observing, texts=texts), made, build)


def run_input(
    data: str,
    *,
    format: str | None = None,  # noqa: A002
    maps: Sequence[str] = (),
    where: str | None = None,
    limit: int | None = None,
    quick: bool = False,
) -> RunInput:
    """Describe the data of a run; ``quick`` fingerprints names, sizes and times instead of all bytes."""
    return RunInput(
        data=data,
        folder=str(Path.cwd()),
        fingerprint=fingerprint(data, format, quick=quick),
        format=format,
        maps=tuple(maps),
        where=where,
        limit=limit,
    )


def read_stream(plan: RunPlan, judge: Judge[Any, Any]) -> CaseStream:
    """Return the rows of a run."""
    reading = plan.reading
    return read_cases(
        reading.data,
        judge.case_type,
        format=reading.format,
        maps=reading.maps,
        where=reading.where,
        limit=reading.limit,
    )


@contextmanager
def start_run(
    setup: RunSetup, *, store: str | None, engine: EngineChoice, on_fields: OnFields = ignore
) -> Iterator[ReadyRun]:
    """Start a new run; nothing is saved before data and output are checked.

    Without a store the run is not saved, and needs an output file.
    """
    plan = setup.plan
    _check_timeout(setup, engine)
    with ExitStack() as stack:
        if writes_parts(plan.out, engine.engine):
            yield _parts(setup, engine, store, on_fields, stack)
            return
        check_out(plan.out, plan.reading.data)
        if store is None and plan.out is None:
            raise OptionError("is missing", where="--out", hint="name an output file, or remove --no-store")
        stream, summary = read_stream(plan, setup.judge), empty_summary(plan)
        on_fields(stream.fields)
        stack.enter_context(held(plan.out))
        if store is None:
            yield _row_run(setup, stream, NoRecorder(summary), engine)
            return
        opened = _opened(store, stack, make=True)
        writer = opened.begin(plan, summary)
        ready = _row_run(setup, stream, writer, engine)
        ready.id, ready.store = writer.run.id, opened.where
        yield ready


@contextmanager
def resume_run(
    name: str,
    *,
    store: str,
    engine: EngineChoice,
    observing: Callable[[ObserverConfig], ObserverConfig] = lambda kept: kept,
    on_fields: OnFields = ignore,
) -> Iterator[ReadyRun]:
    """Resume an interrupted run at the first row that is not saved.

    ``observing`` can change how models are called, not which.
    """
    with ExitStack() as stack:
        opened = _opened(store, stack, make=False)
        found = opened.find(name)
        plan = found.plan
        build = judge_builder(plan.judge, plan.options, observing(plan.observing))
        setup = RunSetup(plan, build(), build)
        check_resumable(found, setup.judge)
        _check_timeout(setup, engine)
        if found.parts is not None:
            yield _parts(setup, engine, store, on_fields, stack, found)
            return
        stream = read_stream(plan, setup.judge)
        on_fields(stream.fields)
        stack.enter_context(held(plan.out))
        writer = opened.resume(found)
        ready = _row_run(setup, stream, writer, engine)
        ready.id, ready.store = found.id, opened.where
        if plan.out:
            ready.earlier = (one.line for one in opened.results(writer.run))
        yield ready


def _check_timeout(setup: RunSetup, engine: EngineChoice) -> None:
    """Raise an error if rows have a time limit but are judged by models, in this process."""
    if engine.row_timeout is not None and setup.judge.model_observer:
        hint = "use --deadline, the time of a call"
        raise OptionError("does not apply to model observers", where="--row-timeout", hint=hint)


def _row_run(setup: RunSetup, stream: CaseStream, recorder: RunRecorder, engine: EngineChoice) -> RowRun:
    """Return a run of the rows that are not saved yet; models are called in this process, in order."""
    rows, asking = islice(stream.cases, recorder.done, None), setup.judge.model_observer
    if asking:
        found = run_stream(rows, setup.judge)
    else:
        found = run_cases(rows, setup.build, engine.local(), alone=engine.row_timeout is not None)
    return RowRun(plan=setup.plan, recorder=recorder, outcomes=found, model_observer=asking)


def _parts(
    setup: RunSetup,
    engine: EngineChoice,
    store: str | None,
    on_fields: OnFields,
    stack: ExitStack,
    resumed: Run | None = None,
) -> ReadyRun:
    from jurat.runs.parts.parts_run import begin_parts

    def fields() -> FieldMap:
        found = read_stream(setup.plan, setup.judge).fields
        on_fields(found)
        return found

    return begin_parts(setup, fields, engine, store, stack, resumed)


def _opened(store: str, stack: ExitStack, *, make: bool) -> Store:
    from jurat.runs.store.store import open_store

    return stack.enter_context(open_store(store, make=make))
