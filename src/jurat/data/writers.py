"""Writers of results; what was written survives an interruption."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import sys
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, cast

from jurat.data.flatten import columns_of, flatten, safe_cell, table_columns, to_json
from jurat.data.formats import STANDARD_STREAM, is_gzip, result_format
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

Mode = Literal["create", "replace", "append"]
_HELD_ROWS = 1000
_TAIL = 2**16


class Writer(ABC):
    """Writes results batch by batch; every written batch is safe."""

    @abstractmethod
    def write(self, results: Iterable[Mapping[str, object]]) -> None:
        """Write a batch and flush it."""

    def write_lines(self, lines: Iterable[bytes]) -> None:
        """Write a batch of results that are JSON lines already, and flush it."""
        self.write(json.loads(line) for line in lines)

    @abstractmethod
    def close(self) -> None:
        """Finish the file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_writer(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    source: str | os.PathLike[str] | None = None,
    metrics: Sequence[str] = (),
    mode: Mode = "replace",
) -> Writer:
    """Open a writer of results to a file, or to standard output for ``-``.

    ``source`` is the file the run reads, which is never overwritten; ``metrics`` names the columns of a table
    in advance (else the first scored results do); ``mode`` says what happens to an existing file.
    """
    name = os.fspath(path)
    found = result_format(name, format)
    check_target(name, None if source is None else os.fspath(source), mode)
    if found == "parquet":
        return _parquet_writer(name, metrics, mode)
    if found == "jsonl":
        return JsonlWriter(name, mode)
    if mode == "append":
        raise InputError("a table cannot be appended to", where=name, hint="write *.jsonl, or a new file")
    return TableWriter(name, metrics, "," if found == "csv" else "\t")


def check_target(name: str, source: str | None, mode: Mode) -> None:
    """Raise an error if the target is the source, a directory, in a missing directory, or exists already."""
    if name == STANDARD_STREAM:
        return
    path = Path(name)
    if source is not None and source != STANDARD_STREAM and _same_file(path, Path(source)):
        raise InputError("is the file that is read", where=name, hint="write the results to another file")
    if path.is_dir():
        raise InputError("is a directory", where=name, hint="give the name of a file")
    if not path.parent.is_dir():
        raise InputError("its directory is not there", where=name, hint=f"make it: mkdir -p {path.parent}")
    if mode == "create" and path.exists():
        raise InputError("is there already", where=name, hint="choose another name or say to replace it")
    if mode == "append" and is_gzip(name):
        raise InputError("a compressed file cannot be appended to", where=name, hint="write *.jsonl")


class _StreamWriter(Writer):
    """A binary stream that is closed once; standard output is only flushed."""

    def __init__(self, name: str, mode: Mode) -> None:
        self._closing = ExitStack()
        self._stream = _open(name, mode, self._closing)

    def close(self) -> None:
        """Finish the file."""
        self._closing.close()


class JsonlWriter(_StreamWriter):
    """Writes one result per line; every batch is flushed, so an interrupted run keeps its lines."""

    def write(self, results: Iterable[Mapping[str, object]]) -> None:
        """Write a batch and flush it."""
        for result in results:
            self._stream.write(to_json(result).encode("utf-8") + b"\n")
        self._stream.flush()

    def write_lines(self, lines: Iterable[bytes]) -> None:
        """Write a batch of results that are JSON lines already, and flush it."""
        self._stream.write(b"".join(line + b"\n" for line in lines))
        self._stream.flush()


class TableWriter(_StreamWriter):
    """Writes CSV or TSV; rows wait for the first scored result, which names the columns."""

    def __init__(self, name: str, metrics: Sequence[str], delimiter: str) -> None:
        super().__init__(name, "replace")
        self._delimiter = delimiter
        self._columns: list[str] = table_columns(metrics) if metrics else []
        self._held: list[Mapping[str, object]] = []
        if self._columns:
            self._put([self._columns])

    def write(self, results: Iterable[Mapping[str, object]]) -> None:
        """Write a batch and flush it."""
        self._held.extend(results)
        if (
            self._columns
            or len(self._held) >= _HELD_ROWS
            or any("metrics" in r or "ranking" in r for r in self._held)
        ):
            self._release()

    def close(self) -> None:
        """Write waiting rows and finish the file."""
        try:
            self._release()
        finally:
            super().close()

    def _release(self) -> None:
        if not self._columns:
            self._columns = columns_of(self._held)
            self._put([self._columns])
        rows = (flatten(result) for result in self._held)
        self._put([cells.get(column) for column in self._columns] for cells in rows)
        self._held.clear()

    def _put(self, rows: Iterable[Sequence[object]]) -> None:
        text = io.StringIO()
        csv.writer(text, delimiter=self._delimiter).writerows(map(safe_cell, row) for row in rows)
        self._stream.write(text.getvalue().encode("utf-8"))
        self._stream.flush()


def _parquet_writer(name: str, metrics: Sequence[str], mode: Mode) -> Writer:
    from jurat.data.parquet_writer import ParquetWriter

    if name == STANDARD_STREAM or is_gzip(name) or mode == "append":
        raise InputError(
            "Parquet is written to a plain new file only", where=name, hint="give the path of a file"
        )
    return ParquetWriter(Path(name), metrics)


def _open(name: str, mode: Mode, closing: ExitStack) -> BinaryIO:
    if name == STANDARD_STREAM:
        closing.callback(sys.stdout.buffer.flush)
        return sys.stdout.buffer
    path = Path(name)
    try:
        if mode == "append":
            mend_last_line(path)
        raw = closing.enter_context(
            path.open("ab" if mode == "append" else "xb" if mode == "create" else "wb")
        )
    except OSError as error:
        raise InputError(
            f"cannot be written ({error.strerror})", where=name, hint="check its permissions"
        ) from error
    if not is_gzip(name):
        return raw
    # no name and no time in the header: the same results are the same bytes
    zipped: Any = closing.enter_context(gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0))
    return cast("BinaryIO", zipped)


def mend_last_line(path: Path) -> None:
    """Truncate a JSONL file after its last complete line; a run may have been interrupted in one."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        end = file.seek(0, io.SEEK_END)
        while end:
            start = max(0, end - _TAIL)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                file.truncate(start + newline + 1)
                return
            end = start
        file.truncate(0)


def _same_file(target: Path, source: Path) -> bool:
    if target.exists() and source.exists():
        return target.samefile(source)
    return os.path.realpath(target) == os.path.realpath(source)
