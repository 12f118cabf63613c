"""Cases from data files: read, filtered, limited, mapped."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from jurat.data.field_detection import RECORDS, SAMPLE_ROWS, detect_fields
from jurat.data.fields import FieldMap, own_fields, parse_maps
from jurat.data.formats import STANDARD_STREAM
from jurat.data.locations import Data, find_data
from jurat.data.readers import read_rows
from jurat.data.rows import BadRow, Row
from jurat.data.where import columns_of
from jurat.data.where_parser import parse_where
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jurat.cases import Case
    from jurat.data.where import Condition

_SAMPLE_SIZE = 2**24
_START_ROWS = 10_000
"""So many rows are held at most until it is decided which column is which."""
_VALUE_SIZE = 50


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case with its row number."""

    row: Row
    case: Case


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A row with the name of its file."""

    file: str
    row: Row | BadRow


@dataclass(frozen=True, slots=True)
class CaseStream:
    """The field mapping of the data, and its cases in order."""

    fields: FieldMap
    cases: Iterator[CaseRow | BadRow]


def read_cases(
    path: str | os.PathLike[str],
    case_type: type[Case],
    *,
    format: str | None = None,  # noqa: A002
    maps: Iterable[str] = (),
    where: str | None = None,
    limit: int | None = None,
) -> CaseStream:
    """Read the cases of a file, or of all files of a folder or glob, by name.

    Columns are detected once, from the first good rows. ``where`` filters rows and ``limit`` counts the
    remaining ones, including rows that cannot be read.
    """
    overrides = parse_maps(maps, case_type)
    file = os.fspath(path)
    data = find_data(file, format)
    left_out: set[str] = set()
    rows = wanted_rows(data, format, where, limit, left_out)
    start = _start(rows)
    good = [found.row for found in start if isinstance(found.row, Row)]
    if good:
        first = next(found.file for found in start if isinstance(found.row, Row))
        fields = detect_fields(case_type, good, file=first, overrides=overrides)
    else:
        _check_columns(where, left_out)
        notes = (_nothing(file, start, left_out, limit),)
        fields = replace(own_fields(case_type, file), family="", notes=notes)
    fields = replace(fields, several=data.several)
    return CaseStream(fields, cases_of(fields, chain(start, rows)))


def map_cases(
    records: Iterable[Mapping[str, object]], case_type: type[Case], *, maps: Iterable[str] = ()
) -> CaseStream:
    """Return the cases of records in memory; the same field names as in files are known.

    >>> from jurat.cases import ResponseCase
    >>> stream = map_cases([{"question": "Where?", "answer": "In Rome."}], ResponseCase)
    >>> next(stream.cases).case
    ResponseCase(query='Where?', response='In Rome.', contexts=(), reference=None, latency=None, id=1)
    """
    rows = (FoundRow(RECORDS, Row(number, dict(one))) for number, one in enumerate(records, 1))
    return map_rows(rows, case_type, maps=maps)


def map_rows(rows: Iterator[FoundRow], case_type: type[Case], *, maps: Iterable[str] = ()) -> CaseStream:
    """Return the cases of rows in memory."""
    overrides = parse_maps(maps, case_type)
    start = _start(rows)
    good = [found.row for found in start if isinstance(found.row, Row)]
    if not good and start and isinstance(start[0].row, BadRow):
        raise start[0].row.error
    fields = detect_fields(case_type, good, file=RECORDS, overrides=overrides)
    return CaseStream(fields, cases_of(fields, chain(start, rows)))


def wanted_rows(
    data: Data,
    format: str | None,  # noqa: A002
    where: str | None,
    limit: int | None,
    left_out: set[str] | None = None,
) -> Iterator[FoundRow]:
    """Yield the rows of some files, in order, that match; the columns of others are noted."""
    condition = None if where is None else parse_where(where)
    sources = ((one.name, read_rows(one.path, format, shown=one.name)) for one in data.files)
    return islice(
        (
            FoundRow(name, row)
            for name, rows in sources
            for row in matching(readable(rows, name) if data.several else rows, condition, left_out)
        ),
        limit,
    )


def readable(rows: Iterator[Row | BadRow], file: str) -> Iterator[Row | BadRow]:
    """Yield the rows of one of several files; a file that cannot be read is one bad row."""
    try:
        yield from rows
    except InputError as error:
        yield BadRow(1, error, file)


def matching(
    rows: Iterable[Row | BadRow], condition: Condition | None, left_out: set[str] | None = None
) -> Iterator[Row | BadRow]:
    """Yield the rows that match a condition, and those that cannot be read."""
    for row in rows:
        if condition is None or isinstance(row, BadRow) or condition.matches(row.values):
            yield row
        elif left_out is not None:
            left_out.update(row.values)


def _check_columns(where: str | None, left_out: set[str]) -> None:
    """Raise an error if a condition without matches names a column that no row has."""
    for path in columns_of(parse_where(where)) if where is not None and left_out else ():
        if path not in left_out and path.partition(".")[0] not in left_out:
            hint = f"columns seen: {', '.join(sorted(left_out))}"
            raise InputError(f"there is no column {path}", where="--where", hint=hint)


def _nothing(file: str, start: list[FoundRow], left_out: set[str], limit: int | None) -> str:
    """Return why there are no rows."""
    if start:
        return "no row could be read"
    if left_out or limit == 0:
        return f"{'--where' if left_out else '--limit'} leaves no row; nothing is judged"
    return f"{'standard input' if file == STANDARD_STREAM else file} holds no row; nothing is judged"


def cases_of(fields: FieldMap, rows: Iterable[FoundRow]) -> Iterator[CaseRow | BadRow]:
    """Yield the cases of some rows, or why they are invalid."""
    mine = fields
    for found in rows:
        if found.file != mine.file:
            mine = replace(fields, file=found.file)
        yield _case(mine, found.row)


def _case(fields: FieldMap, row: Row | BadRow) -> CaseRow | BadRow:
    if isinstance(row, BadRow):
        if fields.several and row.id is None:
            return replace(row, id=f"{fields.file}:{row.number}")
        return row
    case = fields.case(row)
    return case if isinstance(case, BadRow) else CaseRow(row, case)


def _start(rows: Iterator[FoundRow]) -> list[FoundRow]:
    """The rows up to enough good ones to decide by, or up to as much as may be held."""
    start: list[FoundRow] = []
    good = size = 0
    while good < SAMPLE_ROWS and size < _SAMPLE_SIZE and (found := next(rows, None)) is not None:
        start.append(found)
        if isinstance(found.row, Row):
            good += 1
            size += _size(found.row.values)
        if len(start) == _START_ROWS:
            _require_good(start)
            break
    return start


def _require_good(start: list[FoundRow]) -> None:
    """Refuse data that begins with so many bad rows that it is no data of this format."""
    first = start[0].row
    if isinstance(first, BadRow) and not any(isinstance(found.row, Row) for found in start):
        what = f"none of the first {len(start):,} rows can be read (the first: {first.error.what})"
        raise InputError(what, where=start[0].file, hint="check the file and its format")


def _size(values: Mapping[str, object]) -> int:
    """About how many bytes a row takes in memory.

    >>> _size({"a": "tea", "b": [1, {"c": 2}]})
    253
    """
    size, left = 0, [values]
    while left:
        value: object = left.pop()
        size += len(value) if isinstance(value, str) else _VALUE_SIZE
        if isinstance(value, dict | list):
            left.extend(value.values() if isinstance(value, dict) else value)
    return size
