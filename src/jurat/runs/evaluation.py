"""Evaluations in memory: the results of a judge over some data, and what can be done with them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.data.flatten import CASE, TEXTS, flatten, is_score
from jurat.engines.judging_work import Batch, Judged
from jurat.errors import InputError
from jurat.judges.label_wire import load
from jurat.outcomes import Failure, Result
from jurat.plain_values import plain_values
from jurat.runs.compare.comparison import Comparison, ComparisonSettings, compare
from jurat.runs.gate.checks import GateResult, check_gate
from jurat.runs.gate.requirements import parse_requirement
from jurat.runs.recording import NoRecorder
from jurat.runs.report.number_format import plural
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.results.sources import GivenResults, ResultRow, SourceInfo, open_results, result_row
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import RunPlan

if TYPE_CHECKING:
    from jurat.cases import Case


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

    def __getitem__(self, place: int) -> Result | Failure:
        return self.results[place]

    def __repr__(self) -> str:
        told = [plural(len(self), "row"), *(f"{n:,} {name}" for name, n in self.summary.verdicts.items())]
        told += [f"{self.summary.failed:,} failed"] if self.summary.failed else []
        return f"Evaluation({self.plan.judge}: {', '.join(told)})"

    def _repr_html_(self) -> str:
        """Return a small table for notebooks; every text is escaped."""
        from jurat.runs.evaluation_html import evaluation_html

        return evaluation_html(self)

    def to_dicts(self, *, texts: bool = False) -> list[dict[str, Any]]:
        """Return one flat dict for each row: id, verdict, scores, caps, and why something is unscored.

        With `texts`, the texts of the cases follow, in columns with the names of their fields.
        """
        pairs = zip(self.lines, self.cases, strict=True)
        rows = [flatten({**json.loads(line), **(_texts(case) if texts else {})}) for line, case in pairs]
        names = dict.fromkeys(name for row in rows for name in row if name != "result")
        return [{name: row.get(name) for name in names} for row in rows]

    def to_pandas(self, *, texts: bool = False) -> Any:
        """Return the rows of `to_dicts` as a pandas DataFrame; scores are floats."""
        rows = self.to_dicts(texts=texts)
        frame = _library("pandas").DataFrame(rows)
        return frame.astype({name: "float64" for name in rows[0] if is_score(name)})

    def to_polars(self, *, texts: bool = False) -> Any:
        """Return the rows of `to_dicts` as a polars DataFrame; ids of mixed types become text."""
        polars = _library("polars")
        rows = self.to_dicts(texts=texts)
        if len({type(row["id"]) for row in rows}) > 1:
            rows = [{**row, "id": str(row["id"])} for row in rows]
        cells = {name: polars.Float64 if is_score(name) else polars.String for name in rows[0]}
        types = {name: kind for name, kind in cells.items() if name not in ("id", *TEXTS)}
        return polars.DataFrame(rows, schema_overrides=types, infer_schema_length=None)

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


def _result_row(line: bytes) -> ResultRow:
    return result_row(json.loads(line), line)


def _texts(case: Case | Failure) -> dict[str, Any]:
    return {} if isinstance(case, Failure) else {CASE: plain_values(case, drop_none=True)}


def _columns_of(path: str) -> ResultColumns:
    return read_columns(open_results(path))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise InputError("is not installed", where=name, hint=f"pip install {name}") from None
