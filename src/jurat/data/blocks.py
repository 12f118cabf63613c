"""Blocks: stretches of data files that any worker reads alone, to the same rows with the same numbers.

A stretch of JSONL or CSV is one of bytes, of Parquet one of row groups. What cannot be entered in the middle
(a compressed file, one JSON document) is one block.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from jurat.data.delimited import read_delimited, record_cuts
from jurat.data.formats import Format, format_of, is_gzip
from jurat.data.jsonl import read_jsonl
from jurat.data.lines import line_cuts
from jurat.data.load import FoundRow, matching, readable, wanted_rows
from jurat.data.locations import Data, DataFile, FileWindow, open_raw
from jurat.data.otlp_traces import KEY
from jurat.data.parquet import group_cuts, open_parquet, read_parquet
from jurat.data.readers import read_rows
from jurat.data.rows import MAX_ROW_BYTES, BadRow, Row
from jurat.data.where_parser import parse_where
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WHOLE = -1
"""The end of a block that is a file."""
_TRACES_SEEN = 64
"""An exported line of traces has its only field at its start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A range of a file, the number of its first row, and of its last row if a limit ends there."""

    number: int = 0
    file: str
    path: str
    format: Format
    start: int = 0
    end: int = WHOLE
    first: int = 1
    last: int | None = None


def whole_file(file: DataFile, file_format: str | None = None) -> Block:
    """Return a file as one block."""
    return Block(file=file.name, path=file.path, format=format_of(file.name, file_format))


def split_file(file: DataFile, file_format: str | None, size: int) -> list[Block]:
    """Return the blocks of a file, each of about `size` bytes; one block if it cannot be split."""
    whole = whole_file(file, file_format)
    if whole.format == "json" or is_gzip(file.name):
        return [whole]
    try:
        if _holds_traces(whole):
            return [whole]
        cuts = list(_cuts(whole, size))
        end = _end(whole, file)
    except (InputError, OSError, ValueError):
        return [whole]  # whoever reads it says what is wrong
    edges = [(0, 1), *(cut for cut in cuts if cut[0] < end), (end, 0)]
    return [replace(whole, start=here, end=there, first=row) for (here, row), (there, _) in pairwise(edges)]


def _holds_traces(whole: Block) -> bool:
    """Whether lines are exported traces, whose spans any line may have."""
    if whole.format != "jsonl":
        return False
    with open_raw(whole.path) as stream:
        return f'"{KEY}"'.encode() in (stream.read(_TRACES_SEEN) or b"")


def _cuts(whole: Block, size: int) -> Iterator[tuple[int, int]]:
    if whole.format == "parquet":
        yield from group_cuts(whole.path, size)
        return
    with open_raw(whole.path) as stream:
        if whole.format == "jsonl":
            yield from line_cuts(stream, size)
        else:
            yield from record_cuts(stream, whole.file, MAX_ROW_BYTES, _delimiter(whole.format), size)


def _end(whole: Block, file: DataFile) -> int:
    if whole.format != "parquet":
        return file.size
    with open_parquet(whole.path) as opened:
        return int(opened.metadata.num_row_groups)


def _delimiter(found: Format) -> str:
    return "," if found == "csv" else "\t"


def read_block(block: Block, where: str | None = None, *, several: bool = False) -> Iterator[FoundRow]:
    """Yield the rows of a block that match a condition, as a reader of all files would."""
    rows = readable(_rows(block), block.file) if several else _rows(block)
    wanted = matching(rows, None if where is None else parse_where(where))
    if block.last is not None:
        wanted = takewhile(lambda row: row.number <= block.last, wanted)  # type: ignore[operator]
    return (FoundRow(block.file, row) for row in wanted)


def _rows(block: Block) -> Iterator[Row | BadRow]:
    if block.end == WHOLE:
        yield from read_rows(block.path, block.format, shown=block.file)
    elif block.format == "parquet":
        groups = (block.start, block.end)
        yield from read_parquet(block.path, MAX_ROW_BYTES, name=block.file, groups=groups, first=block.first)
    else:
        yield from _stretch(block)


def _stretch(block: Block) -> Iterator[Row | BadRow]:
    with open_raw(block.path) as raw:
        stream = io.BufferedReader(FileWindow(raw, block.start, block.end))
        if block.format == "jsonl":
            yield from read_jsonl(stream, block.file, MAX_ROW_BYTES, block.first)
            return
        delimiter, first = _delimiter(block.format), block.first
        if block.start == 0:
            yield from read_delimited(stream, block.file, MAX_ROW_BYTES, delimiter)
            return
        with open_raw(block.path) as head:
            yield from read_delimited(stream, block.file, MAX_ROW_BYTES, delimiter, head=head, first=first)


def limited(
    blocks: Iterable[Block], data: Data, file_format: str | None, where: str | None, limit: int
) -> list[Block]:
    """Return the blocks that contain the first `limit` rows; the rows are read once to find the end."""
    count, last = 0, None
    for count, found in enumerate(wanted_rows(data, file_format, where, limit), start=1):  # noqa: B007
        last = found
    if count < limit:
        return list(blocks)
    if last is None:
        return []
    order = {one.name: place for place, one in enumerate(data.files)}
    reached = (order[last.file], last.row.number)
    kept = [one for one in blocks if (order[one.file], one.first) <= reached]
    return [*kept[:-1], replace(kept[-1], last=last.row.number)]
