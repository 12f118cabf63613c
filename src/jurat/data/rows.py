"""Rows from readers, and rows that could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_ROW_BYTES = 16 * 2**20
"""A row that takes more bytes than this in its file is reported and not read."""
MAX_ROW_PARTS = 1_000_000
"""A row of JSON that has more texts, and marks that begin or part values, is reported and not parsed."""
MAX_DOCUMENT_BYTES = 32 * 2**20
"""A JSON file that is one object is read whole up to this size."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a data file; ``repaired`` names the fields whose lone surrogates became U+FFFD.

    In a CSV file every value is text (``typed`` is false), so that an id that looks like a number is one.
    """

    number: int
    values: dict[str, object]
    repaired: tuple[str, ...] = ()
    typed: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class BadRow:
    """A record that cannot be judged, its error, and its id if it could be read."""

    number: int
    error: InputError
    id: str | int | None = None

    @property
    def label(self) -> str | int:
        """Return the id, or else the row number.

        >>> BadRow(3, InputError("is not JSON")).label
        3
        """
        return self.number if self.id is None else self.id


def row_error(file: str, number: int, what: str, *, field: str = "", hint: str = "") -> InputError:
    """Return an error that names file, row and field.

    >>> str(row_error("a.csv", 7, "is empty", field="summary", hint="give the text"))
    'a.csv, row 7, field summary: is empty; give the text'
    """
    where = f"{file}, row {number}" + (f", field {field}" if field else "")
    return InputError(what, where=where, hint=hint)


def bad_row(file: str, number: int, what: str, *, field: str = "", hint: str = "") -> BadRow:
    """Return a record that cannot be judged, with its error."""
    return BadRow(number, row_error(file, number, what, field=field, hint=hint))


def too_long(file: str, number: int, max_bytes: int, *, hint: str = "shorten or split it") -> BadRow:
    """Return a record that exceeds the limit.

    >>> str(too_long("a.jsonl", 2, 2048).error)
    'a.jsonl, row 2: takes more than 2,048 bytes; shorten or split it'
    """
    return bad_row(file, number, f"takes more than {max_bytes:,} bytes", hint=hint)


def kind_of(value: object) -> str:
    """Return the JSON type of a value, in words.

    >>> [kind_of(v) for v in (None, True, 1, "a", [], {})]
    ['null', 'a boolean', 'a number', 'text', 'a list', 'an object']
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "an object" if isinstance(value, dict) else "a list"


def columns(rows: Iterable[Row]) -> list[str]:
    """Return the column names of some rows, in order of appearance."""
    return list(dict.fromkeys(name for row in rows for name in row.values))
