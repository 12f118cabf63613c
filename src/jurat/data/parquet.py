"""Parquet through pyarrow, which is imported only when a Parquet file is read or written."""

from __future__ import annotations

import math
from contextlib import contextmanager
from datetime import date, datetime, time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.data.locations import filesystem
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


@contextmanager
def open_parquet(path: str) -> Iterator[Any]:
    """A Parquet file, here or elsewhere, as pyarrow reads it."""
    parquet = arrow()[1]
    system, inside = filesystem(path)
    with (
        system.open_input_file(inside) as source,
        parquet.ParquetFile(source, buffer_size=_BUFFER, pre_buffer=False) as file,
    ):
        yield file


def group_cuts(path: str, size: int) -> Iterator[tuple[int, int]]:
    """About every so many bytes, the row group that begins there and the number of its first row."""
    with open_parquet(path) as file:
        found, taken, rows = file.metadata, 0, 0
        for index in range(found.num_row_groups):
            if taken >= size:
                yield index, rows + 1
                taken = 0
            taken += found.row_group(index).total_byte_size
            rows += found.row_group(index).num_rows


def read_parquet(
    path: str, max_bytes: int, *, name: str = "", groups: tuple[int, int] | None = None, first: int = 1
) -> Iterator[Row | BadRow]:
    """The rows of a Parquet file, or of some of its row groups, numbered, a small batch at a time."""
    pyarrow, _ = arrow()
    path, source, number = name or path, path, first - 1
    try:
        with open_parquet(source) as file:
            wanted = range(*groups) if groups else range(file.metadata.num_row_groups)
            for batch in file.iter_batches(batch_size=_BATCH_ROWS, row_groups=list(wanted)):
                for row in _rows_of(batch, path, number, max_bytes):
                    number += 1
                    yield row
    except (OSError, pyarrow.ArrowException) as error:
        if number == 0:
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
