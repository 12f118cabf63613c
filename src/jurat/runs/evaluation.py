"""Evaluations in memory: judge a data frame, a data set, records or a file, and look at the results."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.data import CaseStream, FieldMap, read_cases
from jurat.data.flatten import flatten
from jurat.data.records import read_records
from jurat.engines.engine import InProcess
from jurat.engines.judging_work import Batch, Judged
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.judges.label_wire import load
from jurat.judges.observer_config import RULES, ObserverConfig
from jurat.options import OptionChanges, Options
from jurat.outcomes import Failure, Result
from jurat.runs.compare.comparison import Comparison, ComparisonSettings, compare
from jurat.runs.gate.checks import GateResult, check_gate
from jurat.runs.gate.requirements import parse_requirement
from jurat.runs.recording import NoRecorder, empty_summary, make_plan
from jurat.runs.report.number_format import plural
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.results.sources import GivenResults, ResultRow, SourceInfo, open_results, result_row
from jurat.runs.run_engine import EngineChoice
from jurat.runs.run_progress import OnStep, ignore
from jurat.runs.run_summary import RunSummary
from jurat.runs.runner import run_cases, run_stream
from jurat.runs.service import RowRun, judge_builder
from jurat.runs.store.run_records import RunInput, RunPlan

if TYPE_CHECKING:
    from threading import Event

    from jurat.cases import Case

_ROW = re.compile(r", row \d+")
_IDS = 3
_REASONS = 5
"""So many reasons of failed rows are reported; each of them once."""


@dataclass(frozen=True, repr=False)
class Evaluation:
    """The results of a judge over some data, in memory."""

    plan: RunPlan
    summary: RunSummary
    lines: Sequence[bytes]
    """The results as JSON, the bytes that `jurat run` writes."""
    cases: Sequence[Case | Failure]
    notes: Sequence[str] = ()
    """What was noticed once for all rows: columns that were not used, and why rows failed."""

    @cached_property
    def results(self) -> tuple[Result | Failure, ...]:
        """The results in the order of the rows; a row that failed is a `Failure`."""
        return tuple(one for one in map(load, self.lines) if isinstance(one, Result | Failure))

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Result | Failure]:
        return iter(self.results)

    def __repr__(self) -> str:
        told = [plural(len(self), "row"), *(f"{n:,} {name}" for name, n in self.summary.verdicts.items())]
        told += [f"{self.summary.failed:,} failed"] if self.summary.failed else []
        return f"Evaluation({self.plan.judge}: {', '.join(told)})"

    def _repr_html_(self) -> str:
        """Return a small table for notebooks; every text is escaped."""
        from jurat.runs.evaluation_html import evaluation_html

        return evaluation_html(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one flat dict for each row: id, verdict, scores, caps, and why something is unscored."""
        cells = [flatten(json.loads(line)) for line in self.lines]
        names = dict.fromkeys(name for row in cells for name in row if name != "result")
        return [{name: row.get(name) for name in names} for row in cells]

    def to_pandas(self) -> Any:
        """Return the rows of `to_dicts` as a pandas DataFrame."""
        return _library("pandas").DataFrame(self.to_dicts())

    def to_polars(self) -> Any:
        """Return the rows of `to_dicts` as a polars DataFrame; ids of mixed types become text."""
        rows = self.to_dicts()
        if len({type(row["id"]) for row in rows}) > 1:
            rows = [{**row, "id": str(row["id"])} for row in rows]
        return _library("polars").DataFrame(rows, infer_schema_length=None)

    def worst(self, count: int = 10) -> list[Result]:
        """Return the worst results, worst first: by verdict, then by overall score or mean of the metrics."""
        from jurat.runs.report.report_data import loaded, read_report_data, worst_lines

        found = read_report_data(self.source, worst=count)
        return [one for one in loaded(worst_lines(found), found.columns) if isinstance(one, Result)]

    def gate(
        self,
        *required: str,
        baseline: Evaluation | str | os.PathLike[str] | None = None,
        settings: ComparisonSettings | None = None,
    ) -> GateResult:
        """Check requirements such as `hallucination.mean<=0.1`, and that nothing is worse than a baseline.

        As with `jurat gate`, at least 99 % of the rows must be scored unless another share is required.
        """
        compared = None if baseline is None else self.compare(baseline, settings=settings)
        return check_gate(self.columns(), [parse_requirement(one) for one in required], compared)

    def compare(
        self,
        other: Evaluation | str | os.PathLike[str],
        *,
        force: bool = False,
        settings: ComparisonSettings | None = None,
    ) -> Comparison:
        """Compare with earlier results over the same cases: another evaluation, or a file of results."""
        before = other.columns() if isinstance(other, Evaluation) else _columns_of(os.fspath(other))
        return compare(before, self.columns(), force=force, method=settings)

    def report(self, path: str | os.PathLike[str], *, worst: int = 10) -> None:
        """Write a report with the worst cases to a file: *.html, *.md or *.json."""
        from jurat.runs.report.report_data import make_report, read_report_data
        from jurat.runs.report.report_file import kept_texts, report_format, write_report

        out = os.fspath(path)
        make = report_format(out)
        found = read_report_data(self.source, worst=worst)
        write_report(out, make(make_report(found, cases=kept_texts(found, self.source), notes=self.notes)))

    @cached_property
    def source(self) -> GivenResults:
        """The results as the commands on results read them."""
        plan = self.plan
        info = SourceInfo(
            name=plan.reading.data,
            judge=plan.judge,
            version=plan.version,
            signature=plan.signature,
            observer=plan.observer,
            data=plan.reading.data,
            scales={name: plan.scale(name) for name in plan.known_metrics},
        )
        return GivenResults(tuple(map(_result_row, self.lines)), info, self.cases)

    def columns(self) -> ResultColumns:
        """Return ids, values and verdicts apart."""
        return read_columns(self.source)


@dataclass(slots=True)
class MemoryRecorder(NoRecorder):
    """Keeps a run in memory."""

    summary: RunSummary
    done: int = 0
    lines: list[bytes] = field(default_factory=list)
    cases: list[Case | Failure] = field(default_factory=list)

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Keep a batch with its cases."""
        NoRecorder.write(self, batch)
        self.lines.extend(one.line for one in batch)
        self.cases.extend(cases)


def evaluate(
    data: object,
    *,
    judge: str,
    options: Options | OptionChanges | None = None,
    observer: str | ObserverConfig = RULES,
    maps: Sequence[str] = (),
    jobs: int | None = None,
    progress: OnStep = ignore,
    cancel: Event | None = None,
) -> Evaluation:
    """Judge data in memory and return the results; nothing is saved.

    Data is a pandas or polars DataFrame, a `datasets.Dataset`, dicts or cases in a list or a generator, or
    the path of a data file. Columns are found as in files; `maps` names them as `--map` does. Rows are judged
    in this process, or by `jobs` worker processes. A row that fails does not end the evaluation; each reason
    is reported once for all its rows, as a warning and in `notes`.
    """
    chosen = options if isinstance(options, Options) else Options().merge(options or {})
    observing = ObserverConfig(observer=observer) if isinstance(observer, str) else observer
    build = judge_builder(judge, chosen, observing)
    made = build()
    stream, name = _stream(data, made, maps)
    plan = make_plan(made, RunInput(data=name, folder="", maps=tuple(maps)), None, observing)
    recorder = MemoryRecorder(empty_summary(plan))
    engine = InProcess() if jobs is None else EngineChoice(jobs=jobs).local()
    rows = stream.cases
    found = run_stream(rows, made) if made.model_observer else run_cases(rows, build, engine)
    RowRun(plan=plan, recorder=recorder, outcomes=found).execute(progress, cancel)
    if not recorder.lines:
        raise InputError("holds no row", where=name, hint="give at least one row")
    reasons = failure_notes(recorder.lines)
    for reason in reasons:
        warnings.warn(reason, stacklevel=2)
    notes = (*_field_notes(stream.fields), *reasons)
    return Evaluation(plan, recorder.summary, tuple(recorder.lines), tuple(recorder.cases), notes)


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


def _result_row(line: bytes) -> ResultRow:
    return result_row(json.loads(line), line)


def _columns_of(path: str) -> ResultColumns:
    return read_columns(open_results(path))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise InputError("is not installed", where=name, hint=f"pip install {name}") from None
