"""A JSON document: a list of objects, read element by element, or an object that contains one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING

from jurat.data.column_records import column_records
from jurat.data.field_aliases import alias_table
from jurat.data.jsonl import json_row, rows_of_lines
from jurat.data.lines import UnreadableError, first_bytes, lines, read_chunk, without_bom
from jurat.data.paths import look_up
from jurat.data.rows import MAX_DOCUMENT_BYTES, MAX_ROW_BYTES, BadRow, Row, bad_row, kind_of, too_long

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

    from jurat.data.lines import RawLine

_MARK = re.compile(rb'["\[\]{},]')
_IN_STRING = re.compile(rb'["\\]')
_HINT = "write a list of JSON objects, or one object a line"


def read_json(stream: io.BufferedReader, file: str, max_bytes: int) -> Iterator[Row | BadRow]:
    """Yield the rows of a JSON file, numbered by element; JSONL content is read as JSONL."""
    try:
        is_list = without_bom(first_bytes(stream), file).lstrip().startswith(b"[")
        if is_list:
            yield from _read_list(stream, file, max_bytes)
        else:
            most = MAX_DOCUMENT_BYTES if max_bytes == MAX_ROW_BYTES else max_bytes
            yield from _read_object(stream, file, most)
    except UnreadableError as error:
        yield bad_row(file, 1, error.what, hint=error.hint)


@dataclass(slots=True)
class _Splitter:
    """Splits a JSON list into its elements while bytes arrive."""

    max_bytes: int
    depth: int = 0
    in_string: bool = False
    skip: int = 0
    size: int = 0
    pieces: list[bytes] = field(default_factory=list)
    count: int = 0
    done: bool = False

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the elements that end in this chunk; None for one that is too long."""
        start, position = 0, self.skip
        while not self.done and (found := self._next_mark(chunk, position)):
            mark, position = found[0], found.end()
            if mark == b"\\":
                position += 1
            elif mark == b'"':
                self.in_string = not self.in_string
            elif mark in b"[{":
                self.depth += 1
                start = position if self.depth == 1 else start
            else:
                self.depth -= mark != b","
                self.done = self.depth == 0
                if self.done or (mark == b"," and self.depth == 1):
                    self._keep(chunk[start : found.start()])
                    start = position
                    yield from self._element()
        self.skip = max(0, position - len(chunk))
        self._keep(chunk[start:])

    def _next_mark(self, chunk: bytes, position: int) -> re.Match[bytes] | None:
        return (_IN_STRING if self.in_string else _MARK).search(chunk, position)

    def _keep(self, piece: bytes) -> None:
        self.size += len(piece)
        if self.size > self.max_bytes:
            self.pieces.clear()
        else:
            self.pieces.append(piece)

    def _element(self) -> Iterator[bytes | None]:
        element = None if self.size > self.max_bytes else b"".join(self.pieces)
        self.pieces, self.size = [], 0
        if self.done and self.count == 0 and element is not None and not element.strip():
            return  # an empty list
        self.count += 1
        yield element


def _read_list(stream: io.BufferedReader, file: str, max_bytes: int) -> Iterator[Row | BadRow]:
    splitter = _Splitter(max_bytes)
    try:
        while chunk := read_chunk(stream):
            for number, element in enumerate(splitter.feed(chunk), splitter.count + 1):
                if element is None:
                    yield too_long(file, number, max_bytes)
                else:
                    yield json_row(file, number, element, hint=_HINT)
    except UnreadableError as error:
        yield bad_row(file, splitter.count + 1, error.what, hint=error.hint)
        return
    if not splitter.done:
        yield bad_row(file, splitter.count + 1, "the file ends inside the list", hint="write the file again")
    elif splitter.size > max_bytes or b"".join(splitter.pieces).strip():
        yield bad_row(file, splitter.count + 1, "text follows the end of the list", hint=_HINT)


def _read_object(stream: io.BufferedReader, file: str, max_bytes: int) -> Iterator[Row | BadRow]:
    """Yield one object, or JSONL under another name: its first line is an object by itself."""
    written = (line for line in lines(stream, file, max_bytes) if line.data is None or line.data.strip())
    start = list(islice(written, 2))
    alone = json_row(file, 1, start[0].data, hint=_HINT) if start and start[0].data is not None else None
    if isinstance(alone, Row) and len(start) > 1:
        yield from rows_of_lines(chain(start, written), file, max_bytes)
    elif start:
        data = _joined(chain(start, written), max_bytes)
        if data is None:
            yield too_long(file, 1, max_bytes, hint="write one object a line and name the file *.jsonl")
        else:
            yield from _unwrapped(json_row(file, 1, data, hint=_HINT), file)


def _joined(source: Iterator[RawLine], max_bytes: int) -> bytes | None:
    """Return the lines joined, or None if they are too long together."""
    kept = bytearray()
    for line in source:
        if line.data is None or len(kept) + len(line.data) > max_bytes:
            return None
        kept += line.data
    return bytes(kept)


def _unwrapped(row: Row | BadRow, file: str) -> Iterator[Row | BadRow]:
    """Yield the rows of a known wrapper object, else the object as the only row."""
    if isinstance(row, BadRow):
        yield row
        return
    for path in alias_table().wrappers:
        if isinstance(found := look_up(row.values, path), list):
            for number, item in enumerate(found, 1):
                if isinstance(item, dict):
                    yield Row(number, item, row.repaired)
                else:
                    yield bad_row(file, number, f"is {kind_of(item)}, not an object", hint=_HINT)
            return
    columns = column_records(row.values)
    if columns is None:
        yield row
        return
    yield from (Row(number, values, row.repaired) for number, values in enumerate(columns, 1))
