"""Sources of results: a file written by a run, or a run in a store.

All commands on results (compare, gate, report, agreement) read them through `open_results`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

from jurat.cases import Case
from jurat.data import BadRow, format_of, read_rows
from jurat.data.jsonl import json_row
from jurat.data.lines import lines, open_bytes
from jurat.data.readers import check_readable
from jurat.data.rows import MAX_ROW_BYTES
from jurat.errors import InputError
from jurat.judges.registry import declared_scale, read_description
from jurat.judges.spec import MetricScale
from jurat.outcomes import Failure
from jurat.runs.results.signatures import parts_of
from jurat.runs.scales import Scale, scale_in

_NOT_RESULTS = "give a file that jurat run or jurat score wrote"
_PEEK = 1000
_CAREFUL = (b"\\u", b"NaN", b"Infinity")
"""Where one of these stands in a line, it may hold a lone surrogate or what is no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInfo:
    """What made some results; empty where nothing says it."""

    name: str
    judge: str = ""
    version: str = ""
    signature: str = ""
    observer: str = ""
    data: str = ""
    scales: Mapping[str, MetricScale] = field(default_factory=dict)

    def scale(self, metric: str) -> Scale:
        """Return the scale of a metric of these results."""
        return scale_in(self.scales, self.judge, metric, self.signature)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result in brief, and its whole line of JSON.

    The values of a council are its candidates' scores.
    """

    id: str | int
    line: bytes
    judge: str = ""
    signature: str = ""
    verdict: str | None = None
    overall: float | None = None
    values: Mapping[str, float | None] = field(default_factory=dict)
    failed: bool = False
    scales: Mapping[str, MetricScale] = field(default_factory=dict)

    def scale(self, metric: str) -> Scale:
        """Return the scale of a metric, whatever the thresholds of the run were."""
        return scale_in(self.scales, self.judge, metric)

    @property
    def key(self) -> str:
        """Return the id as text, which pairs rows of different files, as CSV has no numbers."""
        return str(self.id)

    @property
    def scored(self) -> bool:
        """Return whether it was judged and every metric has a value."""
        return not self.failed and bool(self.values) and None not in self.values.values()


class ResultSource(Protocol):
    """Results that can be read repeatedly, in order."""

    @property
    def info(self) -> SourceInfo:
        """Return what created the results."""
        ...

    def rows(self) -> Iterator[ResultRow]:
        """Yield all results."""
        ...

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:
        """Return the saved texts of some results by field; rows are counted from 0."""
        ...


def open_results(reference: str, store: str | None = None) -> ResultSource:
    """Open the results of a reference: a file, or else a run of the store."""
    path = Path(reference)
    if store is None or path.suffix or path.exists() or len(path.parts) > 1:
        return ResultFile.open(reference)
    return StoredRun.open(store, reference)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """The results of a run in a store."""

    store: str
    info: SourceInfo

    @classmethod
    def open(cls, store: str, name: str) -> StoredRun:
        """Open a run by its id, a prefix of it, or as the last."""
        from jurat.runs.store.store import open_store

        with open_store(store) as opened:
            run = opened.find(name)
        plan = run.plan
        read_description(plan.judge)
        info = SourceInfo(
            name=run.id,
            judge=plan.judge,
            version=plan.version,
            signature=plan.signature,
            observer=plan.observer,
            data=plan.reading.data,
            scales={name: plan.scale(name) for name in plan.known_metrics},
        )
        return cls(store, info)

    def rows(self) -> Iterator[ResultRow]:
        """Yield all results."""
        from jurat.runs.store.store import open_store

        with open_store(self.store) as opened:
            for kept in opened.results(opened.find(self.info.name)):
                yield result_row(json.loads(kept.line), kept.line)

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:
        """Return the saved texts of some results by field; rows are counted from 0."""
        from jurat.runs.store.store import open_store

        with open_store(self.store) as opened:
            run = opened.find(self.info.name)
            found = {key: opened.case(run, place + 1) for key, place in places.items()}
        return {key: fields for key, fields in found.items() if fields is not None}


@dataclass(frozen=True, slots=True)
class GivenResults:
    """Results in memory, with their cases if these are known."""

    given: Sequence[ResultRow]
    info: SourceInfo
    cases: Sequence[Case | Failure] = ()

    def rows(self) -> Iterator[ResultRow]:
        """Yield all results."""
        return iter(self.given)

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:
        """Return the texts of some results by field; rows are counted from 0."""
        found = {key: self.cases[place] for key, place in places.items() if place < len(self.cases)}
        return {
            key: {one.name: getattr(case, one.name) for one in fields(case) if one.name != "id"}
            for key, case in found.items()
            if not isinstance(case, Failure)
        }


@dataclass(frozen=True, slots=True)
class ResultFile:
    """Results in a file: JSONL of `jurat run`, or a table with a column `result`."""

    path: str
    info: SourceInfo

    @classmethod
    def open(cls, path: str) -> ResultFile:
        """Open a file and read its judge."""
        check_readable(path)
        if path == "-" or not Path(path).is_file():
            hint = "write the results to a file first"
            raise InputError("is not a regular file; results are read more than once", where=path, hint=hint)
        first = next((row for row in islice(_rows(path), _PEEK) if not row.failed), None)
        if first is None:
            return cls(path, SourceInfo(name=path))
        return cls(path, _info(path, json.loads(first.line)))

    def rows(self) -> Iterator[ResultRow]:
        """Yield all results."""
        return _rows(self.path)

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:  # noqa: ARG002
        """Return nothing, as a file of results has no texts."""
        return {}


def _info(path: str, result: Mapping[str, Any]) -> SourceInfo:
    signature = _text(result.get("signature"))
    return SourceInfo(
        name=path,
        judge=_text(result.get("judge")),
        version=_text(result.get("version")),
        signature=signature,
        observer=parts_of(signature).get("observer", ""),
        scales=_scales(result) or _declared(_text(result.get("judge")), result),
    )


def _declared(judge: str, result: Mapping[str, Any]) -> dict[str, MetricScale]:
    return {one["metric"]: declared_scale(judge, one["metric"]) for one in result.get("metrics", ())}


def _rows(path: str) -> Iterator[ResultRow]:
    if format_of(path, None) == "jsonl":
        yield from _of_lines(path)
        return
    for row in read_rows(path):
        if isinstance(row, BadRow):
            raise row.error
        line = row.values.get("result")
        if not isinstance(line, str):
            raise InputError(
                "there is no column result", where=f"{path}, row {row.number}", hint=_NOT_RESULTS
            )
        yield _of_line(path, row.number, line.encode("utf-8"))


def _of_lines(path: str) -> Iterator[ResultRow]:
    with open_bytes(path) as stream:
        for line in lines(stream, path, MAX_ROW_BYTES):
            if line.data is None:
                where = f"{path}, row {line.number}"
                raise InputError("is too long to be a result", where=where, hint=_NOT_RESULTS)
            if not line.data.isspace():
                yield _of_line(path, line.number, line.data.strip())


def _of_line(path: str, number: int, line: bytes) -> ResultRow:
    if not any(mark in line for mark in _CAREFUL):
        try:
            return result_row(json.loads(line), line)
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            pass  # what is wrong is said below
    return _carefully(path, number, line)


def _carefully(path: str, number: int, line: bytes) -> ResultRow:
    """Parse a row that failed the quick parser; raise an error that explains what is wrong."""
    row = json_row(path, number, line, hint=_NOT_RESULTS)
    if isinstance(row, BadRow):
        raise row.error
    if row.repaired:
        line = json.dumps(row.values).encode("utf-8")
    try:
        return result_row(row.values, line)
    except (KeyError, TypeError, AttributeError):
        where = f"{path}, row {number}"
        raise InputError("is not a result of a judge", where=where, hint=_NOT_RESULTS) from None


def result_row(result: Mapping[str, Any], line: bytes) -> ResultRow:
    """Return a result in brief.

    >>> result_row({"id": 7, "error": "query: is empty"}, b"").failed
    True
    >>> metrics = [{"metric": "relevance", "value": 0.5}, {"metric": "hallucination", "unscored": "why"}]
    >>> row = result_row({"id": 7, "judge": "claim-lock", "metrics": metrics, "verdict": "WARN"}, b"")
    >>> row.values, row.scored
    ({'relevance': 0.5, 'hallucination': None}, False)
    """
    if "metrics" not in result and "candidates" not in result:
        return ResultRow(id=_id(result["id"]), line=line, failed=isinstance(result["error"], str))
    return ResultRow(
        id=_id(result["id"]),
        line=line,
        judge=_text(result.get("judge")),
        signature=_text(result.get("signature")),
        verdict=result.get("verdict"),
        overall=_number(result.get("overall")),
        values=_values(result),
        scales=_scales(result),
    )


def _values(result: Mapping[str, Any]) -> dict[str, float | None]:
    if "metrics" in result:
        return {_name(one["metric"]): _number(one.get("value")) for one in result["metrics"]}
    return {_name(name): _number(one.get("score")) for name, one in result["candidates"].items()}


def _scales(result: Mapping[str, Any]) -> dict[str, MetricScale]:
    """The scales that a result carries; those of our own judges are known and not carried."""
    return {
        one["metric"]: {
            "maximum": _maximum(one["maximum"]),
            "higher_is_better": one.get("higher_is_better") is not False,
        }
        for one in result.get("metrics", ())
        if one.get("maximum") is not None
    }


def _maximum(value: object) -> float:
    if (number := _number(value)) is not None and number > 0:
        return number
    raise TypeError(value)


def _id(value: object) -> str | int:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return value
    raise TypeError(value)


def _name(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(value)


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return float(value)
    raise TypeError(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
