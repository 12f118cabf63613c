"""Index of the ids of a run: in memory while small, else in a temporary file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

MEMORY = 4096
"""So many ids are held in memory."""


class IdIndex(Mapping[str, int]):
    """The row of each id, in insertion order.

    >>> places = IdIndex(memory=2)
    >>> for place, key in enumerate("abcde"):
    ...     places.put(key, place)
    >>> len(places), places["a"], places["e"], "x" in places, list(places)
    (5, 0, 4, False, ['a', 'b', 'c', 'd', 'e'])
    """

    def __init__(self, memory: int = MEMORY) -> None:
        self._memory = memory
        self._recent: dict[str, int] = {}
        self._file: sqlite3.Connection | None = None
        self._filed = 0

    def put(self, key: str, place: int) -> None:
        """Add an id with the next row."""
        self._recent[key] = place
        if len(self._recent) > self._memory:
            self._spill()

    def in_order(self) -> Iterator[tuple[str, int]]:
        """Yield all ids with their rows."""
        if self._file is not None:
            for place, key in self._file.execute("SELECT place, key FROM places ORDER BY place"):
                yield key.decode("utf-8", "surrogatepass"), place
        yield from self._recent.items()

    def __getitem__(self, key: str) -> int:
        if key in self._recent:
            return self._recent[key]
        if self._file is not None:
            found = self._file.execute("SELECT place FROM places WHERE key = ?", (_bytes(key),)).fetchone()
            if found is not None:
                return int(found[0])
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.in_order())

    def __len__(self) -> int:
        return self._filed + len(self._recent)

    def _spill(self) -> None:
        """Move the index to a private temporary file, deleted with this object."""
        if self._file is None:
            self._file = sqlite3.connect("", check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA journal_mode = OFF")
            self._file.execute("CREATE TABLE places (place INTEGER PRIMARY KEY, key BLOB UNIQUE)")
        rows = [(place, _bytes(key)) for key, place in self._recent.items()]
        self._file.execute("BEGIN")
        self._file.executemany("INSERT INTO places VALUES (?, ?)", rows)
        self._file.execute("COMMIT")
        self._filed += len(rows)
        self._recent = {}


def _bytes(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")
