"""Cases from a data file: read, filtered, limited, mapped."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from jurat.data.detection import SAMPLE_ROWS, detect_fields
from jurat.data.fields import FieldMap, own_fields, parse_maps
from jurat.data.readers import read_rows
from jurat.data.rows import BadRow, Row
from jurat.data.where_parser import parse_where

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jurat.cases import Case
    from jurat.data.where import Condition

_SAMPLE_CHARACTERS = 2**24


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case with the row it came from."""

    row: Row
    case: Case


@dataclass(frozen=True, slots=True)
class CaseStream:
    """How a file was understood, and its cases in order."""

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
    """The cases of a file; which column is which is decided once, from the first good rows.

    ``where`` leaves rows out, ``limit`` counts those that are left; a row that cannot be read counts too.
    """
    overrides = parse_maps(maps, case_type)
    condition = None if where is None else parse_where(where)
    rows = islice(_matching(read_rows(path, format), condition), limit)
    start = _start(rows)
    good = [row for row in start if isinstance(row, Row)]
    file = os.fspath(path)
    fields = (
        detect_fields(case_type, good, file=file, overrides=overrides)
        if good
        else own_fields(case_type, file)
    )
    return CaseStream(fields, _cases(fields, chain(start, rows)))


def _matching(rows: Iterator[Row | BadRow], condition: Condition | None) -> Iterator[Row | BadRow]:
    for row in rows:
        if condition is None or isinstance(row, BadRow) or condition.matches(row.values):
            yield row


def _start(rows: Iterator[Row | BadRow]) -> list[Row | BadRow]:
    """The rows up to enough good ones to decide by, or up to enough text."""
    start: list[Row | BadRow] = []
    good = characters = 0
    while good < SAMPLE_ROWS and characters < _SAMPLE_CHARACTERS and (row := next(rows, None)) is not None:
        start.append(row)
        if isinstance(row, Row):
            good += 1
            characters += _characters(row.values)
    return start


def _characters(values: Mapping[str, object]) -> int:
    return sum(len(value) for value in values.values() if isinstance(value, str))


def _cases(fields: FieldMap, rows: Iterable[Row | BadRow]) -> Iterator[CaseRow | BadRow]:
    for row in rows:
        if isinstance(row, BadRow):
            yield row
        else:
            case = fields.case(row)
            yield case if isinstance(case, BadRow) else CaseRow(row, case)
