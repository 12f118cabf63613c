"""Judge a data frame, a data set, records or a file in memory."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jurat.data import CaseStream, FieldMap, read_cases
from jurat.data.fields import as_maps
from jurat.data.records import read_records
from jurat.data.row_count import count_rows
from jurat.engines.engine import InProcess
from jurat.errors import InputError, OptionError
from jurat.judges.judge import Build, Judge
from jurat.judges.observer_config import RULES, ObserverConfig
from jurat.options import OptionChanges, Options
from jurat.runs.evaluation import Evaluation, MemoryRecorder
from jurat.runs.progress_bar import progress_bar, shows_bar
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.report.number_format import plural
from jurat.runs.run_engine import EngineChoice
from jurat.runs.run_progress import OnStep, ignore
from jurat.runs.runner import run_cases, run_stream
from jurat.runs.service import RowRun, judge_builder
from jurat.runs.store.run_records import RunInput

if TYPE_CHECKING:
    from threading import Event

_ROW = re.compile(r", row \d+")
_IDS = 3
_REASONS = 5
"""So many reasons of failed rows are reported; each of them once."""


def evaluate(
    data: object,
    *,
    judge: str | Judge[Any, Any],
    options: Options | OptionChanges | None = None,
    observer: str | ObserverConfig = RULES,
    maps: Sequence[str] | Mapping[str, str] = (),
    jobs: int | None = None,
    progress: OnStep | bool = True,
    cancel: Event | None = None,
) -> Evaluation:
    """Judge data in memory and return the results; nothing is saved.

    Data is a pandas or polars DataFrame, a `datasets.Dataset`, dicts or cases in a list or a generator, or
    the path of a data file. Columns are found as in files; `maps` names them, by field. The judge is a
    name or a judge from `jurat.judge`. Rows are judged in this process, or by `jobs` worker processes. A row
    that fails does not end the evaluation; each reason is reported once for all its rows, as a warning and in
    `notes`. In a terminal or a notebook a bar shows the progress, unless `progress` is false; a function is
    called after each batch instead.
    """
    judging = _judging(judge, options, observer, jobs)
    made = judging.build()
    columns = as_maps(maps)
    stream, name = _stream(data, made, columns)
    plan = make_plan(made, RunInput(data=name, folder="", maps=columns), None, judging.observing)
    recorder = MemoryRecorder(empty_summary(plan))
    engine = InProcess() if jobs is None else EngineChoice(jobs=jobs).local()
    rows = stream.cases
    found = run_stream(rows, made) if made.model_observer else run_cases(rows, judging.build, engine)
    with _on_step(progress, data) as on_step:
        RowRun(plan=plan, recorder=recorder, outcomes=found).execute(on_step, cancel)
    if not recorder.lines:
        raise InputError("holds no row", where=name, hint="give at least one row")
    reasons = failure_notes(recorder.lines)
    for reason in reasons:
        warnings.warn(reason, stacklevel=2)
    notes = (*_field_notes(stream.fields), *reasons)
    return Evaluation(plan, recorder.summary, tuple(recorder.lines), tuple(recorder.cases), notes)


@dataclass(frozen=True, slots=True)
class _Judging:
    build: Build
    observing: ObserverConfig


def _judging(
    judge: str | Judge[Any, Any],
    options: Options | OptionChanges | None,
    observer: str | ObserverConfig,
    jobs: int | None,
) -> _Judging:
    """Return how the judge is built; one that is given is used as it is, in this process."""
    observing = ObserverConfig(observer=observer) if isinstance(observer, str) else observer
    if isinstance(judge, str):
        chosen = options if isinstance(options, Options) else Options().merge(options or {})
        return _Judging(judge_builder(judge, chosen, observing), observing)
    given = {"options": options, "jobs": jobs, "observer": None if observer == RULES else observer}
    for name, value in given.items():
        if value is not None:
            hint = "give them to jurat.judge" if name != "jobs" else "give the judge by its name"
            raise OptionError("cannot be combined with a judge that is built already", where=name, hint=hint)
    return _Judging(lambda: judge, observing)


@contextmanager
def _on_step(progress: OnStep | bool, data: object) -> Iterator[OnStep]:
    """Return what is called after each batch: the caller's function, or a bar where one can be seen."""
    if not isinstance(progress, bool):
        yield progress
    elif progress and shows_bar():
        with progress_bar(_total(data)) as advance:
            yield lambda step: advance(step.rows, step.failed)
    else:
        yield ignore


def _total(data: object) -> int | None:
    if isinstance(data, str | os.PathLike):
        try:
            return count_rows(os.fspath(data))
        except (InputError, OSError):  # a folder, a glob, an address
            return None
    return len(data) if isinstance(data, Sized) else None


def _stream(data: object, judge: Judge[Any, Any], maps: Sequence[str]) -> tuple[CaseStream, str]:
    if isinstance(data, str | os.PathLike):
        path = os.fspath(data)
        return read_cases(path, judge.case_type, maps=maps), str(path)
    return read_records(data, judge.case_type, maps=maps), "records"


def _field_notes(fields: FieldMap) -> list[str]:
    unused = f"columns not used: {', '.join(fields.unused)}"
    return [*fields.notes, *([unused] if fields.unused else [])]


def failure_notes(lines: Sequence[bytes]) -> list[str]:
    """Return why rows failed, each reason once with its first ids.

    >>> row = '{"id": %d, "error": "records, row %d, field response: is a number, not text"}'
    >>> failure_notes([(row % (n, n)).encode() for n in (1, 2, 3, 4)])
    ['4 rows failed: records, field response: is a number, not text (ids 1, 2, 3, …)']
    """
    found: dict[str, list[str]] = {}
    for failure in map(json.loads, (line for line in lines if b'"error"' in line)):
        if "metrics" not in failure and "candidates" not in failure:
            found.setdefault(_ROW.sub("", failure["error"], count=1), []).append(str(failure["id"]))
    notes = [_reason(why, ids) for why, ids in list(found.items())[:_REASONS]]
    more = sum(len(ids) for ids in list(found.values())[_REASONS:])
    return [*notes, *([f"{plural(more, 'row')} failed for other reasons"] if more else [])]


def _reason(why: str, ids: Sequence[str]) -> str:
    named = ", ".join([*ids[:_IDS], *(["…"] if len(ids) > _IDS else [])])
    return f"{plural(len(ids), 'row')} failed: {why} ({'id' if len(ids) == 1 else 'ids'} {named})"
