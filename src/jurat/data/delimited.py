"""CSV and TSV: records can span lines; a bad record does not affect the next one."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from jurat.data.jsonl import without_surrogates
from jurat.data.lines import UnreadableError, read_line, without_bom
from jurat.data.promptfoo_csv import output_columns, promptfoo_records
from jurat.data.rows import BadRow, Row, bad_row, too_long
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COLUMNS = 10_000
_CHUNK = 2**16
_SHOWN = 10
_OBJECTS = frozenset(
    {"inputs", "outputs", "reference_outputs", "vars", "messages", "conversations", "metadata"}
)
"""Columns of LangSmith, promptfoo and chats that hold an object or a list of messages as JSON."""
_NEVER_CLOSED = "a quote may never be closed; shorten or split the record"


class _TooLongError(Exception):
    """A record exceeded the limit and was skipped to its end."""

    def __str__(self) -> str:
        return "too long"


class _Feed:
    """Feeds lines to the csv module, counts them, and stops a record that exceeds the limit."""

    def __init__(self, stream: BinaryIO, file: str, max_bytes: int, first: int = 1) -> None:
        self._stream, self._file, self._max_bytes = stream, file, max_bytes
        self._at_start = first == 1
        self.number = first
        self.offset = 0
        self.begin()

    def begin(self) -> None:
        """Start a new record."""
        self.is_utf8 = True
        self._size = self._quotes = 0

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        data = read_line(self._stream, self._max_bytes + 1 - self._size)
        if not data:
            raise StopIteration
        start = self._at_start and self.offset == 0
        self._size += len(data)
        self.offset += len(data)
        self._quotes += data.count(b'"')
        if self._size > self._max_bytes:
            self._skip_record(data)
            raise _TooLongError
        try:
            return (without_bom(data, self._file) if start else data).decode("utf-8")
        except UnicodeDecodeError:
            self.is_utf8 = False
            return data.decode("utf-8", "surrogateescape")

    def _skip_record(self, data: bytes) -> None:
        """Skip to the next newline outside quotes."""
        while data and not (data.endswith(b"\n") and self._quotes % 2 == 0):
            data = read_line(self._stream, _CHUNK)
            self._quotes += data.count(b'"')
            self.offset += len(data)


def read_delimited(
    stream: BinaryIO,
    file: str,
    max_bytes: int,
    delimiter: str,
    *,
    head: BinaryIO | None = None,
    first: int = 1,
) -> Iterator[Row | BadRow]:
    """Yield the rows of a CSV or TSV stream, numbered from 1 without the header, as those of other formats.

    If the stream is a range of a file, ``head`` is the file's beginning and ``first`` the range's first row.
    """
    feed = _Feed(stream, file, max_bytes, first)
    try:
        header, delimiter = _header(feed if head is None else _Feed(head, file, max_bytes), file, delimiter)
        reader = csv.reader(feed, delimiter=delimiter, strict=True)
        while (record := _next_record(reader, feed, file, max_bytes)) is not None:
            if isinstance(record, BadRow):
                yield record
            elif record:
                yield from _rows(header, record, feed, file)
            feed.number += bool(record)
    except UnreadableError as error:
        yield bad_row(file, feed.number, error.what, hint=error.hint)


def record_cuts(
    stream: BinaryIO, file: str, max_bytes: int, delimiter: str, size: int
) -> Iterator[tuple[int, int]]:
    """Yield record boundaries about every `size` bytes, with the number of the next record.

    Quotes decide where a record ends, and an unclosed quote changes everything after it; so records are
    parsed from the start, as when they are judged.
    """
    feed, due = _Feed(stream, file, max_bytes), size
    try:
        reader = csv.reader(feed, delimiter=_header(feed, file, delimiter)[1], strict=True)
        while (record := _next_record(reader, feed, file, max_bytes)) is not None:
            feed.number += bool(record)
            if feed.offset >= due:
                yield feed.offset, feed.number
                due = feed.offset + size
    except UnreadableError:
        return  # whoever reads the last stretch says it


def _next_record(
    reader: Iterator[list[str]], feed: _Feed, file: str, max_bytes: int
) -> list[str] | BadRow | None:
    """Return the next record, or why it is invalid, or None at the end."""
    feed.begin()
    try:
        return _with_field_limit(reader, max_bytes)
    except _TooLongError:
        return too_long(file, feed.number, max_bytes, hint=_NEVER_CLOSED)
    except csv.Error as error:
        hint = 'close every quote and double the quotes inside ("")'
        return bad_row(file, feed.number, f"is not CSV ({error})", hint=hint)


def _with_field_limit(reader: Iterator[list[str]], max_bytes: int) -> list[str] | None:
    """Return the next record with our field limit, which is global in the csv module."""
    before = csv.field_size_limit(max_bytes)
    try:
        return next(reader, None)
    finally:
        csv.field_size_limit(before)


def _header(feed: _Feed, file: str, delimiter: str) -> tuple[list[str], str]:
    """Return the column names and the delimiter; a header without commas can have semicolons."""
    try:
        line = next(line for line in feed if line.strip())
        if delimiter == "," and "," not in line and ";" in line:
            delimiter = ";"
        cells = next(csv.reader(chain([line], feed), delimiter=delimiter, strict=True))
    except StopIteration:
        hint = "give a header line with the names of the columns"
        raise InputError("is empty", where=file, hint=hint) from None
    except (_TooLongError, csv.Error) as error:
        what = f"has no header that can be read ({error})"
        raise InputError(what, where=file, hint="name the columns in the first line") from None
    if not feed.is_utf8:
        raise InputError("is not UTF-8", where=file, hint="save the file as UTF-8")
    if len(cells) > MAX_COLUMNS:
        what = f"has {len(cells):,} columns; at most {MAX_COLUMNS:,} are read"
        raise InputError(what, where=file, hint="leave out those that are not needed")
    names = [cell.strip() or f"column {n}" for n, cell in enumerate(cells, 1)]
    if output_columns(names):  # its columns of statuses and scores repeat
        return names, delimiter
    if doubles := sorted(name for name, count in Counter(names).items() if count > 1):
        more = ", …" if len(doubles) > _SHOWN else ""
        what = f"has columns of the same name: {', '.join(doubles[:_SHOWN])}{more}"
        raise InputError(what, where=file, hint="rename them")
    return names, delimiter


def _rows(header: list[str], record: list[str], feed: _Feed, file: str) -> Iterator[Row | BadRow]:
    """Yield the row of a record; one for each output of a table that promptfoo wrote."""
    if not output_columns(header) or len(record) != len(header):
        yield _row(header, record, feed, file)
        return
    for values in promptfoo_records(header, record, feed.number):
        yield Row(feed.number, values, typed=False)


def _row(header: list[str], record: list[str], feed: _Feed, file: str) -> Row | BadRow:
    number = feed.number
    if len(record) != len(header):
        what = f"has {len(record)} cells where the header has {len(header)}"
        return bad_row(file, number, what, hint="quote cells that hold the delimiter, a quote or a newline")
    if not feed.is_utf8:
        broken = next((n for n, cell in zip(header, record, strict=True) if not _is_clean(cell)), "")
        return bad_row(file, number, "is not UTF-8", field=broken, hint="save the file as UTF-8")
    return Row(number, {n: _decoded(n, cell) for n, cell in zip(header, record, strict=True)}, typed=False)


def _decoded(name: str, cell: str) -> object:
    """Return the value of a cell; in columns that hold objects in other formats, JSON is read."""
    if name not in _OBJECTS or not cell.startswith(("{", "[")):
        return cell
    try:
        found: object = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return without_surrogates(found) if "\\u" in cell else found


def _is_clean(cell: str) -> bool:
    try:
        cell.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
