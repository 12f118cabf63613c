"""Where results come from: a file that a run wrote, or a run that a store keeps.

All that works on results (compare, gate, report, agree) reads them through `open_results` alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

from jurat.data import BadRow, format_of, read_rows
from jurat.data.jsonl import json_row
from jurat.data.lines import lines, open_bytes
from jurat.data.readers import check_readable
from jurat.data.rows import MAX_ROW_BYTES
from jurat.errors import InputError
from jurat.runs.signatures import parts_of

_NOT_RESULTS = "give a file that jurat run or jurat tally wrote"
_PEEK = 1000
_CAREFUL = (b"\\u", b"NaN", b"Infinity")
"""Where one of these stands in a line, it may hold a lone surrogate or what is no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """What made some results; empty where nothing says it."""

    name: str
    judge: str = ""
    version: str = ""
    signature: str = ""
    observer: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result in brief, and the whole of it as a line of JSON.

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

    @property
    def key(self) -> str:
        """What pairs this row with one of another file: the id as text, for CSV knows no numbers."""
        return str(self.id)

    @property
    def scored(self) -> bool:
        """Whether it was judged and every metric has a value."""
        return not self.failed and bool(self.values) and None not in self.values.values()


class ResultSource(Protocol):
    """Results that can be read as often as needed, in order."""

    @property
    def info(self) -> RunInfo:
        """What made them."""
        ...

    def rows(self) -> Iterator[ResultRow]:
        """All of them, one at a time."""
        ...

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:
        """The texts of some results, by field, as far as they are kept; places count from 0."""
        ...


def open_results(reference: str, store: str | None = None) -> ResultSource:
    """The results that a reference names: the path of a file, or else a run of the store."""
    path = Path(reference)
    if store is None or path.suffix or path.exists() or len(path.parts) > 1:
        return ResultFile.open(reference)
    return StoredRun.open(store, reference)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """The results of a run that is kept."""

    store: str
    info: RunInfo

    @classmethod
    def open(cls, store: str, name: str) -> StoredRun:
        """A run, by its id, the start of it, or as the last."""
        from jurat.runs.store.store import open_store

        with open_store(store) as opened:
            run = opened.find(name)
        plan = run.plan
        info = RunInfo(
            name=run.id,
            judge=plan.judge,
            version=plan.version,
            signature=plan.signature,
            observer=plan.observer,
            data=plan.reading.data,
        )
        return cls(store, info)

    def rows(self) -> Iterator[ResultRow]:
        """All of them, one at a time."""
        from jurat.runs.store.store import open_store

        with open_store(self.store) as opened:
            for kept in opened.results(opened.find(self.info.name)):
                yield result_row(json.loads(kept.line), kept.line)

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:
        """The texts of some results, by field, as far as they are kept; places count from 0."""
        from jurat.runs.store.store import open_store

        with open_store(self.store) as opened:
            run = opened.find(self.info.name)
            found = {key: opened.case(run, place + 1) for key, place in places.items()}
        return {key: fields for key, fields in found.items() if fields is not None}


@dataclass(frozen=True, slots=True)
class ResultFile:
    """Results in a file: JSONL as `jurat run` writes it, or a table with its column `result`."""

    path: str
    info: RunInfo

    @classmethod
    def open(cls, path: str) -> ResultFile:
        """A file, looked into so far that we know which judge wrote it."""
        check_readable(path)
        if path == "-" or not Path(path).is_file():
            hint = "write the results to a file first"
            raise InputError(
                "is not a plain file, and results are read more than once", where=path, hint=hint
            )
        first = next((row for row in islice(_rows(path), _PEEK) if not row.failed), None)
        if first is None:
            return cls(path, RunInfo(name=path))
        return cls(path, _info(path, json.loads(first.line)))

    def rows(self) -> Iterator[ResultRow]:
        """All of them, one at a time."""
        return _rows(self.path)

    def texts(self, places: Mapping[str, int]) -> dict[str, dict[str, Any]]:  # noqa: ARG002
        """A file of results holds no texts."""
        return {}


def _info(path: str, result: Mapping[str, Any]) -> RunInfo:
    signature = _text(result.get("signature"))
    return RunInfo(
        name=path,
        judge=_text(result.get("judge")),
        version=_text(result.get("version")),
        signature=signature,
        observer=parts_of(signature).get("observer", ""),
    )


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
    """A row that may hold what JSON does not have, or that is wrong, in which case the error says how."""
    row = json_row(path, number, line, hint=_NOT_RESULTS)
    if isinstance(row, BadRow):
        raise row.error
    if row.repaired:
        line = json.dumps(row.values).encode("utf-8")
    try:
        return result_row(row.values, line)
    except (KeyError, TypeError, AttributeError):
        where = f"{path}, row {number}"
        raise InputError("is no result of a judge", where=where, hint=_NOT_RESULTS) from None


def result_row(result: Mapping[str, Any], line: bytes) -> ResultRow:
    """A result in brief.

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
    )


def _values(result: Mapping[str, Any]) -> dict[str, float | None]:
    if "metrics" in result:
        return {_name(one["metric"]): _number(one.get("value")) for one in result["metrics"]}
    return {_name(name): _number(one.get("score")) for name, one in result["candidates"].items()}


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
