"""Lines of a file, one at a time, never more than a limit of bytes in memory."""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from jurat.data.formats import STANDARD_STREAM, is_gzip
from jurat.errors import InputError

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CHUNK = 2**16


class UnreadableError(InputError):
    """A file cannot be read on from here: the disk, or a compressed file that is cut off."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"the file cannot be read any further ({cause})", hint="fetch or write it again")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number; ``data`` is None when it was over the limit and skipped."""

    number: int
    data: bytes | None


@contextmanager
def open_bytes(path: str) -> Iterator[io.BufferedReader]:
    """The bytes of a file, uncompressed, or of standard input, which stays open."""
    if path == STANDARD_STREAM:
        yield cast("io.BufferedReader", sys.stdin.buffer)
        return
    with Path(path).open("rb") as raw:
        if is_gzip(path):
            with gzip.GzipFile(fileobj=raw) as unzipped:
                yield cast("io.BufferedReader", unzipped)  # another buffer would lose data before a cut
        else:
            yield raw


def read_line(stream: BinaryIO, size: int) -> bytes:
    """At most ``size`` bytes up to the next newline; a file that breaks off is an InputError."""
    try:
        return stream.readline(size)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error


def read_chunk(stream: io.BufferedReader) -> bytes:
    """The next bytes of a stream, in a piece of limited size."""
    try:
        return stream.read1(_CHUNK)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error


def without_bom(data: bytes, file: str) -> bytes:
    """The start of a file without its byte order mark; UTF-16 is refused.

    >>> without_bom(b"\\xef\\xbb\\xbfid,text", "a.csv")
    b'id,text'
    """
    if data.startswith(_UTF_16):
        raise InputError("is UTF-16, not UTF-8", where=file, hint="save it as UTF-8")
    return data.removeprefix(BOM)


def lines(stream: BinaryIO, file: str, max_bytes: int) -> Iterator[Line]:
    """The lines of a stream with their numbers, without a byte order mark.

    >>> import io
    >>> [line.data for line in lines(io.BytesIO(b"ab\\nabcdef\\nc"), "a.txt", 3)]
    [b'ab\\n', None, b'c']
    """
    number = 0
    while data := read_line(stream, max_bytes + 1):
        number += 1
        if number == 1:
            data = without_bom(data, file)
        if len(data) > max_bytes and not data.endswith(b"\n"):
            data = b""  # let go of the long line before the next one is read
            while (piece := read_line(stream, _CHUNK)) and not piece.endswith(b"\n"):
                pass
            yield Line(number, None)
        else:
            yield Line(number, data)


def first_bytes(stream: io.BufferedReader) -> bytes:
    """The bytes that a stream starts with, left in it."""
    try:
        return stream.peek(_CHUNK)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error
