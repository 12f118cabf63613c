"""Cases from data files: read, filtered, limited, mapped."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from jurat.data.detection import SAMPLE_ROWS, detect_fields
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

RECORDS = "records"
"""What stands for the file where records come from memory."""
_SAMPLE_CHARACTERS = 2**24


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case with the row it came from."""

    row: Row
    case: Case


@dataclass(frozen=True, slots=True)
class Found:
    """A row and the name of the file it stands in."""

    file: str
    row: Row | BadRow


@dataclass(frozen=True, slots=True)
class CaseStream:
    """How the data was understood, and its cases in order."""

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
    """The cases of a file, or of all files of a folder or pattern, by name.

    Which column is which is decided once, from the first good rows. ``where`` leaves rows out, ``limit``
    counts those that are left; a row that cannot be read counts too.
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
    """The cases of records in memory, by the names that files may have too.

    >>> from jurat.cases import ResponseCase
    >>> stream = map_cases([{"question": "Where?", "answer": "In Rome."}], ResponseCase)
    >>> next(stream.cases).case
    ResponseCase(query='Where?', response='In Rome.', contexts=(), id=1)
    """
    overrides = parse_maps(maps, case_type)
    rows = (Found(RECORDS, Row(number, dict(one))) for number, one in enumerate(records, 1))
    start = _start(rows)
    good = [found.row for found in start if isinstance(found.row, Row)]
    fields = detect_fields(case_type, good, file=RECORDS, overrides=overrides)
    return CaseStream(fields, cases_of(fields, chain(start, rows)))


def wanted_rows(
    data: Data,
    format: str | None,  # noqa: A002
    where: str | None,
    limit: int | None,
    left_out: set[str] | None = None,
) -> Iterator[Found]:
    """The rows of some files, in order, but for those that are left out, whose columns are noted."""
    condition = None if where is None else parse_where(where)
    sources = ((one.name, read_rows(one.path, format, shown=one.name)) for one in data.files)
    return islice(
        (
            Found(name, row)
            for name, rows in sources
            for row in matching(readable(rows, name) if data.several else rows, condition, left_out)
        ),
        limit,
    )


def readable(rows: Iterator[Row | BadRow], file: str) -> Iterator[Row | BadRow]:
    """The rows of one file of several; if it cannot be read at all that is one row, and the others go on."""
    try:
        yield from rows
    except InputError as error:
        yield BadRow(1, error, file)


def matching(
    rows: Iterable[Row | BadRow], condition: Condition | None, left_out: set[str] | None = None
) -> Iterator[Row | BadRow]:
    """The rows for which a condition holds, and those that cannot be read."""
    for row in rows:
        if condition is None or isinstance(row, BadRow) or condition.matches(row.values):
            yield row
        elif left_out is not None:
            left_out.update(row.values)


def _check_columns(where: str | None, left_out: set[str]) -> None:
    """Where a condition left every row out, refuse one that asks for a column that no row has."""
    for path in columns_of(parse_where(where)) if where is not None and left_out else ():
        if path not in left_out and path.partition(".")[0] not in left_out:
            hint = f"columns seen: {', '.join(sorted(left_out))}"
            raise InputError(f"there is no column {path}", where="--where", hint=hint)


def _nothing(file: str, start: list[Found], left_out: set[str], limit: int | None) -> str:
    """Why there is nothing to go by."""
    if start:
        return "no row could be read"
    if left_out or limit == 0:
        return f"{'--where' if left_out else '--limit'} leaves no row; nothing is judged"
    return f"{'standard input' if file == STANDARD_STREAM else file} holds no row; nothing is judged"


def cases_of(fields: FieldMap, rows: Iterable[Found]) -> Iterator[CaseRow | BadRow]:
    """The cases that some rows hold, or why they hold none."""
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


def _start(rows: Iterator[Found]) -> list[Found]:
    """The rows up to enough good ones to decide by, or up to enough text."""
    start: list[Found] = []
    good = characters = 0
    while good < SAMPLE_ROWS and characters < _SAMPLE_CHARACTERS and (found := next(rows, None)) is not None:
        start.append(found)
        if isinstance(found.row, Row):
            good += 1
            characters += _characters(found.row.values)
    return start


def _characters(values: Mapping[str, object]) -> int:
    return sum(len(value) for value in values.values() if isinstance(value, str))
