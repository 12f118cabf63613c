"""Locations of data: local files, folders and globs, and file systems of pyarrow (s3://, gs://, …)."""

from __future__ import annotations

import glob
import io
import os
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from jurat.data.formats import STANDARD_STREAM, format_of
from jurat.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PATTERN = "*?["


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file: its display name, the path a worker opens, its size, and a stamp that changes with it."""

    name: str
    path: str
    size: int = 0
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class Data:
    """The files to read, in order; ``several`` if a row number alone does not identify a row."""

    files: tuple[DataFile, ...]
    several: bool = False


def is_url(path: str) -> bool:
    """Return whether a path is a URL.

    >>> is_url("s3://bucket/rows.jsonl"), is_url("rows.jsonl")
    (True, False)
    """
    return "://" in path


def find_data(data: str, file_format: str | None = None) -> Data:
    """Return the files of a path, folder, glob or URL, sorted by name."""
    if data == STANDARD_STREAM:
        return Data((DataFile(data, data),))
    single = _one_url(data) if is_url(data) else _one_file(Path(data))
    if single is not None:
        return Data((single,))
    found = _urls(data, file_format) if is_url(data) else _files(data, file_format)
    files = tuple(sorted(found, key=lambda one: one.name))
    if not files:
        hint = "check the path; a folder needs files of a format that is read"
        raise InputError("there is no such file", where=data, hint=hint)
    return Data(files, several=True)


def _is_data(name: str, file_format: str | None) -> bool:
    """Return whether a file of a folder is data: not hidden, not of another tool, a known format."""
    if any(part.startswith((".", "_")) for part in PurePosixPath(name).parts[-1:]):
        return False
    try:
        format_of(name, file_format)
    except InputError:
        return False
    return True


def _one_file(path: Path) -> DataFile | None:
    if path.is_dir() or (not path.exists() and any(sign in str(path) for sign in _PATTERN)):
        return None
    if not path.exists():
        raise InputError("there is no such file", where=str(path), hint="check the path")
    if not os.access(path, os.R_OK):
        raise InputError("may not be read", where=str(path), hint="check its permissions")
    return _local(path)


def _files(data: str, file_format: str | None) -> Iterator[DataFile]:
    found = _under(data) if Path(data).is_dir() else map(Path, glob.glob(data, recursive=True))  # noqa: PTH207
    try:
        return iter([_local(path) for path in found if _is_data(str(path), file_format) and path.is_file()])
    except OSError as error:
        where, what = str(error.filename or data), f"cannot be read ({error.strerror})"
        raise InputError(what, where=where, hint="check its permissions") from None


def _under(folder: str) -> Iterator[Path]:
    """Yield all files in a folder; an unreadable sub-folder is an error."""

    def refuse(error: OSError) -> None:
        raise error

    for place, _, names in os.walk(folder, onerror=refuse):
        yield from (Path(place, name) for name in names)


def _local(path: Path) -> DataFile:
    seen = path.stat()
    return DataFile(str(path), str(path.absolute()), seen.st_size, str(seen.st_mtime_ns))


def _one_url(url: str) -> DataFile | None:
    if any(sign in url for sign in _PATTERN):
        return None
    system, path = filesystem(url)
    info = system.get_file_info(path)
    return None if not info.is_file else DataFile(url, url, info.size or 0, str(info.mtime_ns))


def _urls(url: str, file_format: str | None) -> Iterator[DataFile]:
    """Yield the files of a URL, or of its last folder without a glob."""
    from pyarrow.fs import FileSelector

    plain = url
    while any(sign in plain for sign in _PATTERN):
        plain = plain.rpartition("/")[0]
    system, base = filesystem(plain)
    for info in system.get_file_info(FileSelector(base, recursive=True, allow_not_found=True)):
        name = plain.rstrip("/") + info.path.removeprefix(base.rstrip("/"))
        if info.is_file and (plain == url or fnmatch(name, url)) and _is_data(name, file_format):
            yield DataFile(name, name, info.size or 0, str(info.mtime_ns))


def filesystem(url: str) -> tuple[Any, str]:
    """Return the pyarrow file system of a URL or local path, and the path in it."""
    location = url if is_url(url) else Path(url).absolute().as_uri()
    try:
        module: Any = import_module("pyarrow.fs")
        system, path = module.FileSystem.from_uri(location)
    except ImportError as error:
        raise MissingExtraError("Reading remote files", extra="data") from error
    except (OSError, ValueError) as error:
        hint = "use a path, or a URL of file, s3, gs, abfs or hdfs"
        raise InputError(f"cannot be reached ({error})", where=url, hint=hint) from None
    return system, path


def open_raw(path: str) -> BinaryIO:
    """Open the bytes of a local or remote file for random access."""
    if not is_url(path):
        return Path(path).open("rb")
    system, inside = filesystem(path)
    return io.BufferedReader(system.open_input_file(inside))


class FileWindow(io.RawIOBase):
    """A range of a file as a stream.

    >>> io.BufferedReader(FileWindow(io.BytesIO(b"one two three"), 4, 7)).read()
    b'two'
    """

    def __init__(self, raw: BinaryIO, start: int, end: int) -> None:
        super().__init__()
        raw.seek(start)
        self._raw, self._left = raw, end - start

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes, up to the end of the range."""
        data = self._raw.read(min(len(buffer), self._left))
        buffer[: len(data)] = data
        self._left -= len(data)
        return len(data)

    def close(self) -> None:
        """Close the underlying file too."""
        self._raw.close()
        super().close()


def total_size(files: Iterable[DataFile]) -> int:
    """Return the total size of some files in bytes.

    >>> total_size([DataFile("a", "a", 3), DataFile("b", "b", 4)])
    7
    """
    return sum(file.size for file in files)
