"""A long array of numbers: the end in memory, the rest in a private temporary file."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import repeat
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO, Literal
from weakref import finalize

BLOCK = 4096
"""So many numbers are held in memory."""


class SpillArray:
    """Numbers of one type, in order: "d" for floats, "b" for small integers.

    >>> row = SpillArray("b", block=2)
    >>> for number in (5, 6, 7):
    ...     row.append(number)
    >>> row.fill(0, 5)
    >>> len(row), row[0], row[4], list(row)
    (5, 5, 0, [5, 6, 7, 0, 0])
    """

    def __init__(self, kind: Literal["d", "b"], *, block: int = BLOCK) -> None:
        self._block = block
        self._recent: array[float] = array(kind)
        self._file: IO[bytes] | None = None
        self._filed = 0

    def append(self, number: float) -> None:
        """Append a number."""
        self._recent.append(number)
        if len(self._recent) >= self._block:
            self._spill()

    def fill(self, number: float, length: int) -> None:
        """Append a number until the array has the given length."""
        for _ in repeat(None, length - len(self)):
            self.append(number)

    def __len__(self) -> int:
        return self._filed + len(self._recent)

    def __getitem__(self, place: int) -> float:
        if place >= self._filed:
            return self._recent[place - self._filed]
        return self._read(place, 1)[0]

    def __iter__(self) -> Iterator[float]:
        for start in range(0, self._filed, self._block):
            yield from self._read(start, self._block)
        yield from self._recent

    def _read(self, start: int, count: int) -> array[float]:
        size, found = self._recent.itemsize, self._recent[:0]
        if self._file is not None:
            self._file.seek(start * size)
            found.frombytes(self._file.read(count * size))
        return found

    def _spill(self) -> None:
        if self._file is None:
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - it lives as long as the row
            finalize(self, self._file.close)
        self._file.seek(0, SEEK_END)
        self._recent.tofile(self._file)
        self._filed += len(self._recent)
        del self._recent[:]
