"""CSV and TSV: records may span lines; one bad record never takes the next one with it."""

from __future__ import annotations

import csv
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from jurat.data.lines import UnreadableError, read_line, without_bom
from jurat.data.rows import BadRow, Row, bad_row, too_long
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 2**16
_NEVER_CLOSED = "a quote may never be closed; shorten or split the record"


class _TooLongError(Exception):
    """A record went over the limit and was skipped to its end."""

    def __str__(self) -> str:
        return "too long"


class _Feed:
    """Gives the csv module its lines, counts them, and stops a record that grows over the limit."""

    def __init__(self, stream: BinaryIO, file: str, max_bytes: int, first: int = 1) -> None:
        self._stream, self._file, self._max_bytes = stream, file, max_bytes
        self._line = first - 1
        self.offset = 0
        self.begin()

    def begin(self) -> None:
        """Start to count a new record."""
        self.first_line = self._line + 1
        self.is_utf8 = True
        self._size = self._quotes = 0

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        data = read_line(self._stream, self._max_bytes + 1 - self._size)
        if not data:
            raise StopIteration
        self._line += 1
        self._size += len(data)
        self.offset += len(data)
        self._quotes += data.count(b'"')
        if self._size > self._max_bytes:
            self._skip_record(data)
            raise _TooLongError
        try:
            return (without_bom(data, self._file) if self._line == 1 else data).decode("utf-8")
        except UnicodeDecodeError:
            self.is_utf8 = False
            return data.decode("utf-8", "surrogateescape")

    def _skip_record(self, data: bytes) -> None:
        """Read on to the newline that stands outside quotes."""
        while data and not (data.endswith(b"\n") and self._quotes % 2 == 0):
            data = read_line(self._stream, _CHUNK)
            self._quotes += data.count(b'"')
            self._line += data.endswith(b"\n")
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
    """The rows of a CSV or TSV stream, numbered by the line on which the record starts (the header is 1).

    Where the stream is a stretch of a file, ``head`` is the file's beginning, ``first`` the stretch's line.
    """
    feed = _Feed(stream, file, max_bytes, first)
    try:
        header, delimiter = _header(feed if head is None else _Feed(head, file, max_bytes), file, delimiter)
        reader = csv.reader(feed, delimiter=delimiter, strict=True)
        while (record := _next_record(reader, feed, file, max_bytes)) is not None:
            if isinstance(record, BadRow):
                yield record
            elif record:
                yield _row(header, record, feed, file)
    except UnreadableError as error:
        yield bad_row(file, feed.first_line, error.what, hint=error.hint)


def record_cuts(
    stream: BinaryIO, file: str, max_bytes: int, delimiter: str, size: int
) -> Iterator[tuple[int, int]]:
    """About every so many bytes, where a record begins and its line.

    Quotes decide what a record is, and a quote that is never closed moves all that follows; so the
    records are read as they are read to be judged, from the start.
    """
    feed, due = _Feed(stream, file, max_bytes), size
    try:
        reader = csv.reader(feed, delimiter=_header(feed, file, delimiter)[1], strict=True)
        while _next_record(reader, feed, file, max_bytes) is not None:
            if feed.offset >= due:
                feed.begin()
                yield feed.offset, feed.first_line
                due = feed.offset + size
    except UnreadableError:
        return  # whoever reads the last stretch says it


def _next_record(
    reader: Iterator[list[str]], feed: _Feed, file: str, max_bytes: int
) -> list[str] | BadRow | None:
    """The next record, or why it is none, or None at the end."""
    feed.begin()
    try:
        return _with_field_limit(reader, max_bytes)
    except _TooLongError:
        return too_long(file, feed.first_line, max_bytes, hint=_NEVER_CLOSED)
    except csv.Error as error:
        hint = 'close every quote and double the quotes inside ("")'
        return bad_row(file, feed.first_line, f"is not CSV ({error})", hint=hint)


def _with_field_limit(reader: Iterator[list[str]], max_bytes: int) -> list[str] | None:
    """The next record under our limit of a field, which the csv module keeps for the whole process."""
    before = csv.field_size_limit(max_bytes)
    try:
        return next(reader, None)
    finally:
        csv.field_size_limit(before)


def _header(feed: _Feed, file: str, delimiter: str) -> tuple[list[str], str]:
    """The names of the columns, and the delimiter: a header without commas may have semicolons."""
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
    names = [cell.strip() or f"column {n}" for n, cell in enumerate(cells, 1)]
    if doubles := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(
            f"has columns of the same name: {', '.join(doubles)}", where=file, hint="rename them"
        )
    return names, delimiter


def _row(header: list[str], record: list[str], feed: _Feed, file: str) -> Row | BadRow:
    number = feed.first_line
    if len(record) != len(header):
        what = f"has {len(record)} cells where the header has {len(header)}"
        return bad_row(file, number, what, hint="quote cells that hold the delimiter, a quote or a newline")
    if not feed.is_utf8:
        broken = next((n for n, cell in zip(header, record, strict=True) if not _is_clean(cell)), "")
        return bad_row(file, number, "is not UTF-8", field=broken, hint="save the file as UTF-8")
    return Row(number, dict(zip(header, record, strict=True)))


def _is_clean(cell: str) -> bool:
    try:
        cell.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
