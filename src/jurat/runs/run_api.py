"""Runs from Python: judge the rows of a file, save them, resume after an interruption."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurat.data.fields import as_maps
from jurat.errors import OptionError
from jurat.judges.observer_config import RULES, ObserverConfig
from jurat.judges.registry import judge_names
from jurat.options import OptionChanges, Options
from jurat.runs.run_engine import EngineChoice, writes_parts
from jurat.runs.run_progress import OnStep, ReadyRun, ignore
from jurat.runs.service import resume_run, run_input, set_up, start_run
from jurat.runs.store.run_ids import now
from jurat.runs.store.run_records import Run
from jurat.settings import store_location

if TYPE_CHECKING:
    from threading import Event


def run(
    data: str | os.PathLike[str] | None = None,
    *,
    judge: str | None = None,
    out: str | os.PathLike[str] | None = None,
    options: Options | OptionChanges | None = None,
    observer: str | ObserverConfig = RULES,
    resume: str | None = None,
    store: str | os.PathLike[str] | None = None,
    save: bool = True,
    texts: bool = True,
    jobs: int | None = None,
    row_timeout: float | None = None,
    format: str | None = None,  # noqa: A002
    maps: Sequence[str] | Mapping[str, str] = (),
    where: str | None = None,
    limit: int | None = None,
    progress: OnStep = ignore,
    cancel: Event | None = None,
) -> Run:
    """Judge every row of a file, as `jurat run` does, and return the run.

    The run is saved in the store, by default the project's, unless `save` is false; then `out` is required.
    `resume` names an interrupted run to continue, `last` the newest. `progress` is called after each batch
    that was saved. When `cancel` is set, the run ends after the batch under way with a `RunCancelledError`,
    and can be resumed. `jobs` is the number of worker processes, 0 for all cores. A row that takes
    more than `row_timeout` seconds fails; the others are judged.
    """
    place = os.fspath(store) if store is not None else store_location(Path.cwd(), os.environ)
    engine = EngineChoice(jobs=jobs, row_timeout=row_timeout)
    if resume is not None:
        given = (data, judge, out, options, format, where, limit, maps or None, None if save else False)
        _check_resume(observer, given)
        return _execute(resume_run(resume, store=place, engine=engine), place, progress, cancel)
    if data is None or judge is None:
        missing = "data" if data is None else "judge"
        hint = "name a file" if data is None else f"choose one of {', '.join(judge_names())}"
        raise OptionError("is missing", where=missing, hint=hint)
    if out is None and not save:
        raise OptionError("is missing", where="out", hint="name an output file, or save the run")
    target = None if out is None else os.fspath(out)
    reading = run_input(
        os.fspath(data),
        format=format,
        maps=as_maps(maps),
        where=where,
        limit=limit,
        quick=writes_parts(target, engine.engine),
    )
    chosen = options if isinstance(options, Options) else Options().merge(options or {})
    observing = ObserverConfig(observer=observer) if isinstance(observer, str) else observer
    setup = set_up(judge, chosen, observing, reading, target, texts=texts)
    named = place if save else None
    return _execute(start_run(setup, store=named, engine=engine), named, progress, cancel)


def _check_resume(observer: str | ObserverConfig, given: Sequence[Any]) -> None:
    """Raise an error if a resumed run is given data or options again."""
    if observer != RULES or any(one is not None for one in given):
        hint = "remove them, or start a new run"
        raise OptionError("cannot be combined with data or judge options", where="resume", hint=hint)


def _execute(
    begun: AbstractContextManager[ReadyRun], store: str | None, progress: OnStep, cancel: Event | None
) -> Run:
    started = now()
    with begun as ready:
        ready.execute(progress, cancel)
    if store is not None and ready.id:
        from jurat.runs.store.store import open_store

        with open_store(store) as opened:
            return opened.find(ready.id)
    ended = now()
    return Run(
        number=0,
        id="",
        plan=ready.plan,
        started=started.isoformat(timespec="seconds"),
        finished=ended.isoformat(timespec="seconds"),
        seconds=(ended - started).total_seconds(),
        done=ready.recorder.done,
        summary=ready.recorder.summary,
    )
