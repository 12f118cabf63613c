"""A run into a folder: one part per block of the data, judged here or on Ray."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurat.data import FieldMap
from jurat.data.formats import STANDARD_STREAM
from jurat.engines.engine import Engine
from jurat.errors import InputError, OptionError
from jurat.judges.judge import ModelObserver
from jurat.runs.parts.folder import MANIFEST, Folder
from jurat.runs.parts.part_run import PlannedParts, cut, judge_parts, read_plan, write_plan
from jurat.runs.parts.writer import PartWork
from jurat.runs.recording import NoRecorder, RunRecorder, RunSetup, empty_summary
from jurat.runs.run_engine import EngineChoice
from jurat.runs.run_progress import OnStep, RunStep, check_cancelled
from jurat.runs.store.run_records import Run, RunPlan

if TYPE_CHECKING:
    from threading import Event


@dataclass(slots=True, kw_only=True)
class PartsRun:
    """A run whose results are written as parts, in any order."""

    plan: RunPlan
    recorder: RunRecorder
    work: PartWork
    planned: PlannedParts
    engine: Engine
    id: str = ""
    store: str = ""
    model_observer: ModelObserver | None = None

    def execute(self, on_step: OnStep, cancel: Event | None = None) -> None:
        """Write every missing part; the summary is saved after each."""
        write_plan(self.work.folder, self.plan, self.planned)
        with closing(judge_parts(self.work, self.planned.blocks, self.engine, self.recorder)) as parts:
            for part in parts:
                on_step(RunStep(part.rows, part.summary.failed))
                check_cancelled(cancel)
        self.recorder.finish()


def begin_parts(
    setup: RunSetup,
    read_fields: Callable[[], FieldMap],
    choice: EngineChoice,
    store: str | None,
    stack: ExitStack,
    resumed: Run | None = None,
) -> PartsRun:
    """Start or resume a run into parts; its folder tells which blocks are done."""
    plan = setup.plan
    if plan.reading.data == STANDARD_STREAM:
        raise OptionError("standard input cannot be cut into blocks", where="DATA", hint="name a file")
    if setup.judge.model_observer:
        hint = "remove --engine and name a file: --out results.jsonl"
        raise OptionError("model observers run on one machine, in order", where="--observer", hint=hint)
    folder = Folder.at(str(plan.out))
    planned = read_plan(folder, plan)
    fields = read_fields()
    finished = planned is not None and folder.read(MANIFEST) is not None
    engine, workers = stack.enter_context((EngineChoice() if finished else choice).ready())
    if planned is None:
        planned = PlannedParts(None, tuple(cut(plan, engine, workers)))
    empty, where = empty_summary(plan), plan.reading.where
    work = PartWork(folder, setup.build, fields, empty, where, plan.texts, choice.row_timeout)
    unsaved = NoRecorder(empty_summary(plan))
    run = PartsRun(
        plan=plan, recorder=unsaved, work=work, planned=planned, engine=engine, id=planned.run or ""
    )
    if store is not None:
        _record(run, store, resumed, stack)
    run.planned = PlannedParts(run.id or None, planned.blocks)
    return run


def _record(run: PartsRun, store: str, resumed: Run | None, stack: ExitStack) -> None:
    """Save the run in a store: as the run of its folder, or as a new one."""
    from jurat.runs.store.store import open_store

    opened = stack.enter_context(open_store(store, make=True))
    try:
        found = resumed or (opened.find(run.id) if run.id else None)
    except InputError:
        found = None  # it was begun in another store, or deleted from this one
    if found is not None and found.finished is not None:
        run.id = found.id
        return
    if found is not None:
        writer = opened.resume(found)
    else:
        writer = opened.begin(run.plan, run.recorder.summary, parts=run.work.folder.address)
    run.recorder, run.id, run.store = writer, writer.run.id, opened.where
