"""Records in memory: data frames, data sets, lists and generators, read without importing their libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain
from math import isnan
from typing import TYPE_CHECKING, Any

from jurat.data.column_records import column_records
from jurat.data.field_detection import RECORDS
from jurat.data.load import CaseStream, FoundRow, map_rows
from jurat.data.rows import BadRow, Row, bad_row, kind_of
from jurat.errors import InputError

if TYPE_CHECKING:
    from jurat.cases import Case

_ACCEPTED = "give a data frame, a datasets.Dataset, or records as dicts"
_MISSING = ("NAType", "NaTType")
"""The types of what pandas writes for a missing value."""


def read_records(data: object, case_type: type[Case], *, maps: Iterable[str] = ()) -> CaseStream:
    """Return the cases of data in memory; columns are detected as in files, once for all records.

    >>> from jurat.cases import ResponseCase
    >>> stream = read_records([{"question": "Where?", "answer": "In Rome."}, "Rome"], ResponseCase)
    >>> [type(one).__name__ for one in stream.cases]
    ['CaseRow', 'BadRow']
    """
    rows = (FoundRow(RECORDS, _row(number, one)) for number, one in enumerate(_records(data), 1))
    first = next(rows, None)
    if first is None:
        raise InputError("hold no row", where=RECORDS, hint="give at least one")
    return map_rows(chain([first], rows), case_type, maps=maps)


def _records(data: Any) -> Iterator[object]:
    """Yield the records of whatever holds them."""
    if isinstance(data, Mapping):
        if (columns := column_records(data)) is not None:
            return columns
        splits = ", ".join(map(str, list(data)[:5]))
        hint = f"choose one of its parts ({splits}), or put one record into a list"
        raise InputError(f"is one {type(data).__name__}, not records", where=RECORDS, hint=hint)
    if hasattr(data, "iter_rows"):  # polars
        return iter(data.iter_rows(named=True))
    if hasattr(data, "itertuples"):  # pandas
        return _frame_records(data)
    if hasattr(data, "collect_schema"):  # polars, not computed yet
        raise InputError(f"is {type(data).__name__}", where=RECORDS, hint="call its method collect() first")
    if isinstance(data, bytes) or not isinstance(data, Iterable):
        raise InputError(f"is {type(data).__name__}", where=RECORDS, hint=_ACCEPTED)
    return iter(data)


def _frame_records(frame: Any) -> Iterator[object]:
    if frame.index.name is not None and frame.index.name not in frame.columns:
        frame = frame.reset_index()  # an index with a name is a column of its own
    names = [str(name) for name in frame.columns]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        hint = "rename all but one"
        raise InputError(f"column {repeated[0]} occurs several times", where=RECORDS, hint=hint)
    return (dict(zip(names, values, strict=True)) for values in frame.itertuples(index=False, name=None))


def _row(number: int, record: object) -> Row | BadRow:
    if is_dataclass(record) and not isinstance(record, type):
        values = {one.name: getattr(record, one.name) for one in fields(record)}
        record = {name: value for name, value in values.items() if (name, value) != ("id", "")}
    if isinstance(record, Mapping):
        return Row(number, {str(name): plain(value) for name, value in record.items()})
    return bad_row(RECORDS, number, f"is {kind_of(record)}, not an object", hint=_ACCEPTED)


def plain(value: Any) -> object:
    """Return a value as JSON has it: arrays are lists, and what is missing is None.

    >>> plain({"a": (1, float("nan")), "b": "text"})
    {'a': [1, None], 'b': 'text'}
    """
    if value is None or isinstance(value, str | int) or type(value).__name__ in _MISSING:
        return None if type(value).__name__ in _MISSING else value
    if isinstance(value, float):
        return None if isnan(value) else value
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    for convert in ("tolist", "to_list"):  # NumPy and pandas; polars
        if hasattr(value, convert):
            return plain(getattr(value, convert)())
    return value
