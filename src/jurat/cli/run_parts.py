"""`jurat run` into a folder: a part for each block of the data, judged here or on Ray."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Literal

from jurat.cli.judging import how_many
from jurat.cli.progress import progress
from jurat.cli.stores import announced
from jurat.cli.terminal import printable
from jurat.data import CaseStream, read_cases
from jurat.data.blocks import Block
from jurat.data.formats import STANDARD_STREAM, format_of
from jurat.engines.engine import Engine
from jurat.errors import InputError, OptionError
from jurat.judges.judge import Build
from jurat.runs.keeping import Keeping, Unkept, empty_summary
from jurat.runs.parts.folder import MANIFEST, Folder, is_folder
from jurat.runs.parts.parting import Parting
from jurat.runs.parts.running import Planned, cut, judge_parts, read_plan, write_plan
from jurat.runs.runner import local_engine
from jurat.runs.store.records import Plan, Run

EngineName = Literal["local", "ray"]


@dataclass(frozen=True, slots=True)
class Hands:
    """Who does the work, as flags say it."""

    engine: EngineName = "local"
    address: str | None = None
    jobs: int | None = None

    @contextmanager
    def ready(self) -> Iterator[tuple[Engine, int]]:
        """The engine, and how many workers it has."""
        if self.engine == "local":
            jobs = how_many(self.jobs)
            yield local_engine(jobs), jobs
            return
        from jurat.engines.ray import Ray

        with redirect_stdout(sys.stderr), Ray(self.jobs, self.address) as ray:  # Ray talks on standard output
            yield ray, ray.workers


def goes_to_parts(out: str | None, engine: EngineName) -> bool:
    """Whether results go to a folder of parts; on Ray they always do."""
    if engine == "local":
        return is_folder(out)
    if out is None or (not is_folder(out) and _is_file_name(out)):
        hint = "name a folder that all machines of the cluster see, e.g. --out results/"
        raise OptionError("a run on Ray writes Parquet parts to a folder", where="--out", hint=hint)
    return True


def _is_file_name(out: str) -> bool:
    try:
        format_of(out)
    except InputError:
        return False
    return True


def read_stream(plan: Plan, build: Build) -> CaseStream:
    """A run's rows; how the data was understood is said."""
    reading = plan.reading
    stream = read_cases(
        reading.data,
        build().case_type,
        format=reading.format,
        maps=reading.maps,
        where=reading.where,
        limit=reading.limit,
    )
    sys.stderr.write(printable(stream.fields.describe()) + "\n")
    return stream


@dataclass(frozen=True, slots=True)
class PartsWork:
    """A run into parts about to go."""

    plan: Plan
    parting: Parting
    blocks: tuple[Block, ...]
    engine: Engine
    keeping: Keeping
    name: str = ""
    failures: tuple[str, ...] = ()

    def judge(self) -> None:
        """Make every part that is not there yet; what the run came to is kept after each."""
        parts = judge_parts(self.parting, self.blocks, self.engine, self.keeping)
        with progress(None) as advance:
            for part in parts:
                advance(part.rows, part.summary.failed)
        self.keeping.finish()


def begin_parts(
    plan: Plan, build: Build, hands: Hands, store: str | None, stack: ExitStack, resumed: Run | None = None
) -> PartsWork:
    """A run into parts, a new one or one that goes on; its folder says which blocks it has."""
    judge = build()
    if plan.reading.data == STANDARD_STREAM:
        raise OptionError("standard input cannot be cut into blocks", where="DATA", hint="name a file")
    if judge.asking:
        hint = "leave --engine out, and name a file: --out results.jsonl"
        raise OptionError("a model is asked from one machine, in order", where="--observer", hint=hint)
    folder = Folder.at(str(plan.out))
    planned = read_plan(folder, plan)
    fields = read_stream(plan, build).fields
    finished = planned is not None and folder.read(MANIFEST) is not None
    engine, workers = stack.enter_context((Hands() if finished else hands).ready())
    if planned is None:
        planned = Planned(None, tuple(cut(plan, engine, workers)))
    unkept = Unkept(empty_summary(plan))
    keeping, name = _kept(plan, unkept, folder, store, resumed, planned.run, stack)
    write_plan(folder, plan, Planned(name, planned.blocks))
    parting = Parting(folder, build, fields, empty_summary(plan), plan.reading.where, plan.texts)
    return PartsWork(plan, parting, planned.blocks, engine, keeping, name or "")


def _kept(
    plan: Plan,
    unkept: Unkept,
    folder: Folder,
    store: str | None,
    resumed: Run | None,
    named: str | None,
    stack: ExitStack,
) -> tuple[Keeping, str | None]:
    """What keeps the run, and its name: the run that the folder belongs to, or a new one."""
    if store is None:
        return unkept, named
    from jurat.runs.store.store import open_store

    opened = stack.enter_context(open_store(store, make=True))
    try:
        found = resumed or (opened.find(named) if named else None)
    except InputError:
        found = None  # it was begun in another store, or deleted from this one
    if found is not None and found.finished is not None:
        return unkept, found.id
    if found is not None:
        writer = opened.resume(found)
    else:
        writer = opened.begin(plan, unkept.summary, parts=folder.address)
    stack.enter_context(announced(writer.run.id, opened.where))
    return writer, writer.run.id
