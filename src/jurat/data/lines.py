"""Lines of a file, one at a time, with a limit of bytes in memory."""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from jurat.data.formats import STANDARD_STREAM, is_gzip
from jurat.data.locations import open_raw
from jurat.errors import InputError

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CHUNK = 2**16
_CUT_CHUNK = 2**20


class UnreadableError(InputError):
    """A file cannot be read further: a disk error or a truncated compressed file."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"the file cannot be read any further ({cause})", hint="fetch or write it again")


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line with its number; ``data`` is None if it exceeded the limit and was skipped."""

    number: int
    data: bytes | None


@contextmanager
def open_bytes(path: str) -> Iterator[io.BufferedReader]:
    """Open a file, uncompressed, or standard input, which stays open."""
    if path == STANDARD_STREAM:
        yield cast("io.BufferedReader", sys.stdin.buffer)
        return
    with open_raw(path) as raw:
        if is_gzip(path):
            with gzip.GzipFile(fileobj=raw) as unzipped:
                yield cast("io.BufferedReader", unzipped)  # another buffer would lose data before a cut
        else:
            yield cast("io.BufferedReader", raw)


def read_line(stream: BinaryIO, size: int) -> bytes:
    """Return at most ``size`` bytes up to the next newline; a truncated file is an InputError."""
    try:
        return stream.readline(size)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error


def read_chunk(stream: io.BufferedReader) -> bytes:
    """Return the next bytes of a stream, of limited size."""
    try:
        return stream.read1(_CHUNK)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error


def without_bom(data: bytes, file: str) -> bytes:
    """Return the start of a file without its byte order mark; UTF-16 is rejected.

    >>> without_bom(b"\\xef\\xbb\\xbfid,text", "a.csv")
    b'id,text'
    """
    if data.startswith(_UTF_16):
        raise InputError("is UTF-16, not UTF-8", where=file, hint="save it as UTF-8")
    return data.removeprefix(BOM)


def lines(stream: BinaryIO, file: str, max_bytes: int, first: int = 1) -> Iterator[RawLine]:
    """Yield the lines of a stream with their numbers, without a byte order mark.

    >>> import io
    >>> [line.data for line in lines(io.BytesIO(b"ab\\nabcdef\\nc"), "a.txt", 3)]
    [b'ab\\n', None, b'c']
    """
    number = first - 1
    while data := read_line(stream, max_bytes + 1):
        number += 1
        if number == 1:
            data = without_bom(data, file)
        if len(data) > max_bytes and not data.endswith(b"\n"):
            data = b""  # let go of the long line before the next one is read
            while (piece := read_line(stream, _CHUNK)) and not piece.endswith(b"\n"):
                pass
            yield RawLine(number, None)
        else:
            yield RawLine(number, data)


def line_cuts(stream: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Yield line boundaries about every `size` bytes, with their numbers.

    >>> import io
    >>> list(line_cuts(io.BytesIO(b"ab\\ncd\\nefg\\nh"), 4))
    [(6, 3), (10, 4)]
    """
    offset, number, due = 0, 1, size
    while chunk := stream.read(_CUT_CHUNK):
        begin = 0
        while (at := chunk.find(b"\n", max(begin, due - offset - 1))) >= 0:
            number += chunk.count(b"\n", begin, at + 1)
            begin = at + 1
            yield offset + begin, number
            due = offset + begin + size
        number += chunk.count(b"\n", begin)
        offset += len(chunk)


def first_bytes(stream: io.BufferedReader) -> bytes:
    """Return the first bytes of a stream without consuming them."""
    try:
        return stream.peek(_CHUNK)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(error) from error
