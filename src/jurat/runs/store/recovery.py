"""What can still be read from a damaged SQLite store: results, run by run, as JSONL.

A damaged page makes SQLite refuse every query that meets it. So results are asked for by ranges of their
keys, and a range that cannot be read is halved until what is lost is found.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from jurat.errors import InputError, OptionError
from jurat.runs.store.packed_lines import unpack
from jurat.runs.store.store_errors import StoreError

RANGE = 4096
MOST_RUNS = 100_000
_SAFE = re.compile(r"[\w.-]{1,100}")


@dataclass(frozen=True, slots=True)
class RecoveredRun:
    """A run's file, how many results were read, and how many are surely lost."""

    path: str
    read: int
    lost: int


def recover_store(store: Path, folder: Path) -> list[RecoveredRun]:
    """Write the results of every run that can be read to a new folder, each run to a file of its own."""
    if not store.is_file():
        raise InputError("there is no such file", where=str(store), hint="name an SQLite store")
    if folder.exists():
        raise OptionError("exists already", where=str(folder), hint="name a new folder")
    with closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        try:
            runs = _runs(connection)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # a damaged schema may be no text
            hint = "restore it from a backup"
            raise StoreError(f"cannot be read at all ({error})", where=str(store), hint=hint) from None
        folder.mkdir(parents=True)
        return [_recovered(connection, folder, *run) for run in runs]


def _runs(connection: sqlite3.Connection) -> list[tuple[int, str, int, bytes]]:
    """Number, name, size and dictionary of each run; a run whose record is lost goes by its number."""
    connection.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
    found: dict[int, tuple[int, str, int, bytes]] = {}
    for number in _numbers(connection):
        row = _first(connection, "SELECT id, done, dictionary FROM runs WHERE number = ?", number)
        name, done, dictionary = row or (b"", 0, b"")
        text = name.decode("utf-8", "replace") if isinstance(name, bytes) else ""
        shown = text if _SAFE.fullmatch(text) else f"run-{number}"
        last = _first(connection, "SELECT max(place) FROM results WHERE run = ?", number)
        sizes = [one for one in (done, last[0] if last else 0) if isinstance(one, int)]
        found[number] = (
            number,
            shown,
            max([0, *sizes]),
            dictionary if isinstance(dictionary, bytes) else b"",
        )
    return list(found.values())


def _numbers(connection: sqlite3.Connection) -> list[int]:
    """The numbers of the runs, from whichever table still tells them."""
    numbers: set[int] = set()
    for query in ("SELECT number FROM runs", "SELECT DISTINCT run FROM results"):
        try:
            for row in connection.execute(query):
                numbers.add(int(row[0]))
                if len(numbers) >= MOST_RUNS:
                    break
        except (sqlite3.Error, ValueError, TypeError):
            continue
    return sorted(numbers)


def _first(connection: sqlite3.Connection, query: str, number: int) -> tuple[object, ...] | None:
    try:
        row: tuple[object, ...] | None = connection.execute(query, (number,)).fetchone()
    except sqlite3.Error:
        return None
    return row


def _recovered(
    connection: sqlite3.Connection, folder: Path, number: int, name: str, size: int, dictionary: bytes
) -> RecoveredRun:
    path = folder / f"{name}.jsonl"
    read = 0
    with path.open("wb") as file:
        for packed in _lines(connection, number, size):
            line = _line(packed, dictionary)
            if line is not None:
                file.write(line + b"\n")
                read += 1
    return RecoveredRun(str(path), read, max(0, size - read))


def _lines(connection: sqlite3.Connection, number: int, size: int) -> Iterator[object]:
    """The packed lines of a run in order, without those that cannot be read."""
    ranges = [(start, min(start + RANGE, size + 1)) for start in range(1, size + 1, RANGE)][::-1]
    query = "SELECT line FROM results WHERE run = ? AND place >= ? AND place < ? ORDER BY place"
    while ranges:
        start, end = ranges.pop()
        try:
            rows = connection.execute(query, (number, start, end)).fetchall()
        except sqlite3.Error:
            if end - start > 1:
                middle = (start + end) // 2
                ranges += [(middle, end), (start, middle)]
            continue
        yield from (row[0] for row in rows)


def _line(packed: object, dictionary: bytes) -> bytes | None:
    """A result's line, if it is whole."""
    try:
        line = unpack(packed, dictionary)
        return line if isinstance(json.loads(line), dict) else None
    except (zlib.error, ValueError):
        return None
