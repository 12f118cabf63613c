"""Approximate number of rows of a file, for a progress bar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jurat.data.formats import STANDARD_STREAM, format_of, is_gzip
from jurat.data.parquet import arrow

if TYPE_CHECKING:
    from jurat.data.formats import Format

_CHUNK = 2**20


def count_rows(path: str, format: str | None = None) -> int | None:  # noqa: A002
    """Return the approximate number of rows of a file, or None if it has to be read for that."""
    found: Format = format_of(path, format)
    if path == STANDARD_STREAM or is_gzip(path) or found == "json":
        return None
    if found == "parquet":
        return int(arrow()[1].ParquetFile(path).metadata.num_rows)
    lines = _count_lines(Path(path))
    return lines if found == "jsonl" else max(0, lines - 1)


def _count_lines(path: Path) -> int:
    lines, last = 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return lines + (last != b"\n")
