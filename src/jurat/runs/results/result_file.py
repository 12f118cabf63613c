"""The output file of a run: after an error it ends with its last complete batch."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from jurat.data import open_writer
from jurat.data.formats import STANDARD_STREAM, result_format
from jurat.data.writers import check_target
from jurat.errors import InputError

WriteLines = Callable[[Iterable[bytes]], None]
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


@contextmanager
def result_file(out: str | None, source: str | None, metrics: Sequence[str]) -> Iterator[WriteLines]:
    """Open a writer of result lines to a file; without a file it does nothing."""
    if out is None:
        yield lambda _: None
        return
    whole = 0

    def write(lines: Iterable[bytes]) -> None:
        nonlocal whole
        writer.write_lines(lines)
        whole = _size(out)

    try:
        with open_writer(out, source=source, metrics=metrics) as writer:
            yield write
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _cut(out, whole)
        hint = "free some space, or write to another disk"
        raise InputError(f"cannot be written ({error.strerror})", where=out, hint=hint) from None


def check_out(out: str | None, source: str) -> None:
    """Raise an error if results cannot be written to a file, before anything is judged."""
    if out is not None:
        result_format(out)
        check_target(out, source, "replace")


@contextmanager
def held(out: str | None) -> Iterator[None]:
    """Lock a file against other writers; the lock ends with the process."""
    if out is None or out == STANDARD_STREAM:
        yield
        return
    path = Path(f"{out}.partial" if result_format(out) == "parquet" else out)
    if path.exists() and not path.is_file():
        yield
        return
    with _opened(path, out) as file:
        try:
            _lock(file)
        except BlockingIOError:
            hint = "wait for it to finish, or write to another file"
            raise InputError("another process is writing to it", where=out, hint=hint) from None
        yield


def _lock(file: BinaryIO) -> None:
    """Lock a file, if the system supports it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    flock(file, LOCK_EX | LOCK_NB)


def _opened(path: Path, out: str) -> BinaryIO:
    """Open the file, created if it does not exist."""
    try:
        return path.open("ab")
    except OSError as error:
        hint = "check its permissions"
        raise InputError(f"cannot be written ({error.strerror})", where=out, hint=hint) from None


def _size(out: str) -> int:
    return Path(out).stat().st_size if Path(out).is_file() else 0


def _cut(out: str, size: int) -> None:
    if Path(out).is_file():
        os.truncate(out, size)
