"""Input files that are read line by line."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from jurat.errors import InputError

MAX_HEAD = 2**20
"""Bytes of standard input that are read ahead at most."""


def open_lines(file: str, holding: str, stack: ExitStack) -> BinaryIO:
    """Open a file, or standard input for -; it is closed with the stack."""
    if file == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(file).open("rb"))
    except OSError as error:
        hint = f"name a file of {holding}"
        raise InputError(f"cannot be read: {error.strerror}", where=file, hint=hint) from None


@contextmanager
def head_of_stdin(file_format: str) -> Iterator[Path]:
    """Yield a file with the first row of standard input, which starts from there again afterwards."""
    stream, head = sys.stdin.buffer, b""
    while not _has_row(head, file_format) and len(head) < MAX_HEAD and (line := stream.readline(MAX_HEAD)):
        head += line
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_Rewound(head, stream)), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "head"
        file.write_bytes(head)
        yield file


def _has_row(head: bytes, file_format: str) -> bool:
    """Return whether a whole row was read: a line of JSONL, or the header and a record of a table.

    >>> _has_row(b"a,b\\n1,2\\n", "csv"), _has_row(b'a,b\\n1,"2\\n', "csv"), _has_row(b"\\n", "jsonl")
    (True, False, False)
    """
    lines = sum(bool(line.strip()) for line in head.splitlines())
    return lines >= 1 if file_format == "jsonl" else lines >= 2 and head.count(b'"') % 2 == 0


class _Rewound(io.RawIOBase):
    """A stream that gives the bytes that were read ahead, then the others."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        """Return True: bytes can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill the buffer as far as bytes are at hand."""
        size = len(buffer)
        data = self._head[:size] or self._rest.read1(size)  # type: ignore[attr-defined]
        self._head = self._head[size:]
        buffer[: len(data)] = data
        return len(data)
