"""Parquet through pyarrow, imported only when a Parquet file is read or written."""

from __future__ import annotations

import math
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.data.locations import filesystem
from jurat.data.rows import BadRow, Row, bad_row, too_long
from jurat.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

_BATCH_ROWS = 64
_BATCH_BYTES = 64 * 2**20
_BUFFER = 2**20
_LARGE_CHUNK = 256 * 2**20
_MOST_PACKED = 100
"""A large column chunk that takes so many times its size in the file is a bomb, not data."""
_MOST_NESTED = 20_000_000
_SMALL_DICTIONARY = 2 * 2**20
_PAGE_HEADER = 32
_DICTIONARY_PAGE = 2
_NUMBER_FIELD = 0x15
"""In compact Thrift: the next field, a number of 32 bits."""
_CONVERSION_ERRORS = (ValueError, OverflowError, LookupError, TypeError, ArithmeticError)
"""What pyarrow raises for a value that Python has no type for; its own errors are among them."""


def arrow() -> tuple[ModuleType, ModuleType]:
    """Return the modules ``pyarrow`` and ``pyarrow.parquet``, or raise `MissingExtraError`."""
    try:
        pa = import_module("pyarrow")
        pq = import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("Parquet support", extra="data") from error
    return pa, pq


@contextmanager
def open_parquet(path: str) -> Iterator[Any]:
    """Open a local or remote Parquet file."""
    parquet = arrow()[1]
    system, inside = filesystem(path)
    with (
        system.open_input_file(inside) as source,
        parquet.ParquetFile(source, buffer_size=_BUFFER, pre_buffer=False) as plain_file,
        parquet.ParquetFile(
            source,
            metadata=plain_file.metadata,
            read_dictionary=_recurring_texts(plain_file.metadata, source),
            buffer_size=_BUFFER,
            pre_buffer=False,
        ) as file,
    ):
        yield file


def _recurring_texts(metadata: Any, source: Any) -> list[str]:
    """The columns of text whose dictionary is kept, as writing each text out may take too much memory.

    That is slower, so a flat column whose dictionary is of the size that writers choose is written out.
    """
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    columns = [group.column(index) for group in groups for index in range(group.num_columns)]
    texts = [one for one in columns if one.physical_type == "BYTE_ARRAY"]
    found = {
        one.path_in_schema
        for one in texts
        if "." in one.path_in_schema or _dictionary_bytes(one, source) > _SMALL_DICTIONARY
    }
    return sorted(found)


def _dictionary_bytes(column: Any, source: Any) -> int:
    """The unpacked size of the dictionary page that a column chunk begins with; 0 where it has none."""
    start = column.dictionary_page_offset or column.data_page_offset
    kind, size = page_header(source.read_at(_PAGE_HEADER, start))
    return size if kind == _DICTIONARY_PAGE else 0


def page_header(data: bytes) -> tuple[int, int]:
    """The kind and the unpacked size of a page: the first two numbers of its header in compact Thrift.

    >>> page_header(bytes([0x15, 0x04, 0x15, 0x80, 0x01, 0x15, 0x10]))
    (2, 64)
    """
    numbers: list[int] = []
    at = 0
    while len(numbers) < 2 and at < len(data) and data[at] == _NUMBER_FIELD:
        value = shift = 0
        while (at := at + 1) < len(data):
            value |= (data[at] & 0x7F) << shift
            shift += 7
            if data[at] < 0x80:
                break
        numbers.append((value >> 1) ^ -(value & 1))
        at += 1
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def group_cuts(path: str, size: int) -> Iterator[tuple[int, int]]:
    """Yield row groups about every `size` bytes, with the number of their first row."""
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
    """Yield the rows of a Parquet file, or of some row groups, in small batches."""
    pyarrow, _ = arrow()
    path, source, number = name or path, path, first - 1
    try:
        with open_parquet(source) as file:
            wanted = range(*groups) if groups else range(file.metadata.num_row_groups)
            for index in wanted:
                rows = _batch_rows(file.metadata.row_group(index), path)
                for batch in file.iter_batches(batch_size=rows, row_groups=[index]):
                    for row in _rows_of(batch, path, number, max_bytes):
                        number += 1
                        yield row
    except (OSError, pyarrow.ArrowException) as error:
        if number == 0:
            hint = "check that the file is whole"
            raise InputError(f"is not Parquet ({_short(error)})", where=path, hint=hint) from error
        what = f"the file cannot be read any further ({_short(error)})"
        yield bad_row(path, number + 1, what, hint="fetch or write it again")


def _batch_rows(group: Any, path: str) -> int:
    """How many rows of a row group are decoded at once, by their mean size; a bomb is refused."""
    for column in (group.column(index) for index in range(group.num_columns)):
        packed = column.total_uncompressed_size > _MOST_PACKED * max(1, column.total_compressed_size)
        nested = column.num_values > max(_MOST_NESTED, 1000 * group.num_rows)
        if nested or (packed and column.total_uncompressed_size > _LARGE_CHUNK):
            size = f"{column.total_uncompressed_size:,} bytes and {column.num_values:,} values"
            what = f"the column {column.path_in_schema} unpacks to {size} in one row group"
            raise InputError(what, where=path, hint="write it with smaller row groups")
    fitting = _BATCH_BYTES * int(group.num_rows) // max(1, int(group.total_byte_size))
    return max(1, min(_BATCH_ROWS, fitting))


def _dense_bytes(array: Any) -> int:
    """How many bytes an array takes once each text of a dictionary is written out."""
    pyarrow, _ = arrow()
    types = pyarrow.types
    if types.is_dictionary(array.type):
        compute = import_module("pyarrow.compute")
        try:
            lengths = compute.binary_length(array.dictionary)
        except (pyarrow.ArrowInvalid, NotImplementedError):
            return len(array) * int(array.dictionary.nbytes)
        return int(compute.sum(lengths.take(array.indices.drop_null())).as_py() or 0)
    if types.is_struct(array.type):
        return sum(map(_dense_bytes, array.flatten()))
    if types.is_map(array.type):
        return _dense_bytes(array.keys) + _dense_bytes(array.items)
    if types.is_nested(array.type) and hasattr(array, "flatten"):
        return _dense_bytes(array.flatten())
    return int(array.nbytes)


def _dense(batch: Any) -> Any:
    """The batch with plain columns in place of dictionaries, which are slow to convert."""
    pyarrow, _ = arrow()
    columns = [
        one.dictionary_decode() if pyarrow.types.is_dictionary(one.type) else one for one in batch.columns
    ]
    return pyarrow.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _rows_of(batch: Any, path: str, before: int, max_bytes: int) -> Iterator[Row | BadRow]:
    """The rows of a record batch; converted one by one when the batch is large or holds a bad value."""
    if sum(map(_dense_bytes, batch.columns)) <= max_bytes:
        try:
            whole = [_plain_fields(values) for values in _dense(batch).to_pylist()]
        except _CONVERSION_ERRORS:
            pass
        else:
            for number, values in enumerate(whole, before + 1):
                yield Row(number, values)
            return
    for index in range(batch.num_rows):
        yield _row_of(batch.slice(index, 1), path, before + index + 1, max_bytes)


def _row_of(batch: Any, path: str, number: int, max_bytes: int) -> Row | BadRow:
    if sum(map(_dense_bytes, batch.columns)) > max_bytes:
        return too_long(path, number, max_bytes)
    values: dict[str, object] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            values[name] = _value_of(column)
        except UnicodeDecodeError:
            return bad_row(path, number, "is not UTF-8", field=name, hint="write the column as UTF-8 text")
        except _CONVERSION_ERRORS:
            what = f"is a value of the type {column.type} that cannot be read"
            return bad_row(path, number, what, field=name, hint="write the column as text")
    return Row(number, values)


def _value_of(column: Any) -> object:
    """The only value of a column; a time that Python has no type for is text as Arrow writes it."""
    try:
        return plain(column.to_pylist()[0])
    except UnicodeDecodeError:
        raise
    except _CONVERSION_ERRORS:
        pyarrow, _ = arrow()
        zoned = pyarrow.types.is_timestamp(column.type) and column.type.tz is not None
        try:
            plain_time = column.cast(pyarrow.timestamp(column.type.unit)) if zoned else column
            return plain_time.cast(pyarrow.string()).to_pylist()[0] + ("Z" if zoned else "")
        except pyarrow.ArrowException as error:
            raise ValueError(str(error)) from None


def _plain_fields(values: dict[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in values.items()}


def plain(value: object) -> object:
    """Return the value as JSON has it: NaN is null; times, decimals and bytes are text; pairs are an object.

    >>> from decimal import Decimal
    >>> plain([float("nan"), date(2024, 3, 5), Decimal("1.50"), b"ab", [("k", 1)]])
    [None, '2024-03-05', '1.50', 'ab', {'k': 1}]
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, date | datetime | time):
        _refuse_nanoseconds(value)
        return value.isoformat()
    if isinstance(value, timedelta):
        _refuse_nanoseconds(value)
        return str(timedelta(value.days, value.seconds, value.microseconds))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(item, tuple) for item in value):
            return {str(name): plain(item) for name, item in value}
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _refuse_nanoseconds(value: object) -> None:
    """Raise for a time that Python has no type for: where pandas is installed, Arrow gives one of its own."""
    if getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0):
        raise ValueError("has nanoseconds")


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
