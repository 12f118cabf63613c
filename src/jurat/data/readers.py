"""Rows from a file or standard input in any format, one at a time and in order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.data.delimited import read_delimited
from jurat.data.formats import STANDARD_STREAM, Format, format_of, is_gzip
from jurat.data.json_document import read_json
from jurat.data.jsonl import read_jsonl
from jurat.data.lines import open_bytes
from jurat.data.locations import is_url
from jurat.data.otlp_traces import trace_rows
from jurat.data.parquet import arrow, read_parquet
from jurat.data.rows import MAX_ROW_BYTES, BadRow, Row
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def read_rows(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    max_bytes: int = MAX_ROW_BYTES,
    shown: str | None = None,
) -> Iterator[Row | BadRow]:
    """Yield the rows of a file, or of standard input for ``-``.

    A missing or unreadable file or an unknown format raises an error at once; a row that cannot be read is a
    BadRow and the next one follows. ``shown`` is the display name.
    """
    name = os.fspath(path)
    found = format_of(name, format)
    check_readable(name)
    if found != "parquet":
        return _read(name, shown or name, found, max_bytes)
    if name == STANDARD_STREAM or is_gzip(name):
        raise InputError(
            "Parquet is read from a plain file only", where=name, hint="give the path of the file"
        )
    arrow()
    return read_parquet(name, max_bytes, name=shown or name)


def check_readable(name: str) -> None:
    """Raise an error if a path is not a readable file."""
    if name == STANDARD_STREAM or is_url(name):
        return
    path = Path(name)
    if not path.exists():
        raise InputError("there is no such file", where=name, hint="check the path")
    if path.is_dir():
        raise InputError("is a directory", where=name, hint="give one file")
    if not os.access(path, os.R_OK):
        raise InputError("may not be read", where=name, hint="check its permissions")


def _read(name: str, shown: str, found: Format, max_bytes: int) -> Iterator[Row | BadRow]:
    file = "standard input" if name == STANDARD_STREAM else shown
    with open_bytes(name) as stream:
        if found == "jsonl":
            yield from trace_rows(read_jsonl(stream, file, max_bytes), file)
        elif found == "json":
            yield from trace_rows(read_json(stream, file, max_bytes), file)
        else:
            yield from read_delimited(stream, file, max_bytes, "," if found == "csv" else "\t")
