"""Parquet through pyarrow, which is imported only when a Parquet file is read or written."""

from __future__ import annotations

import math
from datetime import date, datetime, time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.data.rows import BadRow, Row, bad_row, too_long
from jurat.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

_BATCH_ROWS = 64
_BUFFER = 2**20


def arrow() -> tuple[ModuleType, ModuleType]:
    """The modules ``pyarrow`` and ``pyarrow.parquet``, or the error that says what to install."""
    try:
        pa = import_module("pyarrow")
        pq = import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("Parquet files", extra="data") from error
    return pa, pq


def read_parquet(path: str, max_bytes: int) -> Iterator[Row | BadRow]:
    """The rows of a Parquet file, numbered from 1, a small batch at a time."""
    pyarrow, parquet = arrow()
    number = 0
    try:
        with parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False) as file:
            for batch in file.iter_batches(batch_size=_BATCH_ROWS):
                for row in _rows_of(batch, path, number, max_bytes):
                    number += 1
                    yield row
    except (OSError, pyarrow.ArrowException) as error:
        if not number:
            hint = "check that the file is whole"
            raise InputError(f"is not Parquet ({_short(error)})", where=path, hint=hint) from error
        what = f"the file cannot be read any further ({_short(error)})"
        yield bad_row(path, number + 1, what, hint="fetch or write it again")


def _rows_of(batch: Any, path: str, before: int, max_bytes: int) -> Iterator[Row | BadRow]:
    """The rows of a record batch; converted one by one when the batch is large or holds bad text."""
    if batch.nbytes <= max_bytes:
        try:
            whole = batch.to_pylist()
        except UnicodeDecodeError:
            pass
        else:
            for number, values in enumerate(whole, before + 1):
                yield Row(number, _plain_fields(values))
            return
    for index in range(batch.num_rows):
        yield _row_of(batch.slice(index, 1), path, before + index + 1, max_bytes)


def _row_of(batch: Any, path: str, number: int, max_bytes: int) -> Row | BadRow:
    if batch.nbytes > max_bytes:
        return too_long(path, number, max_bytes)
    values: dict[str, object] = {}
    for name in batch.schema.names:
        try:
            values[name] = plain(batch.column(name).to_pylist()[0])
        except UnicodeDecodeError:
            return bad_row(path, number, "is not UTF-8", field=name, hint="write the column as UTF-8 text")
    return Row(number, values)


def _plain_fields(values: dict[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in values.items()}


def plain(value: object) -> object:
    """The value as JSON has it: NaN is null, times and decimals and bytes are text, pairs are an object.

    >>> from decimal import Decimal
    >>> plain([float("nan"), date(2024, 3, 5), Decimal("1.50"), b"ab", [("k", 1)]])
    [None, '2024-03-05', '1.50', 'ab', {'k': 1}]
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(item, tuple) for item in value):
            return {str(name): plain(item) for name, item in value}
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
