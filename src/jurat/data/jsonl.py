"""JSONL, and the conversion of JSON records to rows."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, BinaryIO

from jurat.cases import first_repeated, has_many_parts, replace_surrogates
from jurat.data.lines import RawLine, UnreadableError, lines
from jurat.data.rows import MAX_ROW_PARTS, BadRow, Row, bad_row, kind_of, too_long

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ONE_A_LINE = "write one JSON object a line"


class _NotFinite:
    """Placeholder for NaN or Infinity until its field is known."""


_NOT_FINITE = _NotFinite()


def read_jsonl(stream: BinaryIO, file: str, max_bytes: int, first: int = 1) -> Iterator[Row | BadRow]:
    """Yield the rows of a JSONL stream, numbered by line; blank lines are skipped."""
    return rows_of_lines(lines(stream, file, max_bytes, first), file, max_bytes)


def rows_of_lines(source: Iterable[RawLine], file: str, max_bytes: int) -> Iterator[Row | BadRow]:
    """Yield the rows of lines with one object each."""
    number = 0
    try:
        for line in source:
            number = line.number
            if line.data is None:
                yield too_long(file, number, max_bytes)
            elif not line.data.isspace():
                yield json_row(file, number, line.data, hint=_ONE_A_LINE)
    except UnreadableError as error:
        yield bad_row(file, number + 1, error.what, hint=error.hint)


def json_row(file: str, number: int, data: bytes, *, hint: str) -> Row | BadRow:
    """Return the row of some bytes of JSON.

    >>> json_row("a.jsonl", 1, b'{"id": 7}', hint="").values
    {'id': 7}
    >>> str(json_row("a.jsonl", 2, b'{"s": {"x": NaN}}', hint="").error)
    'a.jsonl, row 2, field s.x: is NaN or Infinity, which JSON does not have; write null instead'
    """
    if has_many_parts(data, MAX_ROW_PARTS):
        return bad_row(file, number, f"holds more than {MAX_ROW_PARTS:,} values", hint="split it")
    found: list[str] = []
    twice: list[str] = []

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs):
            twice.append(first_repeated(name for name, _ in pairs))
        return values

    def constant(text: str) -> _NotFinite:
        found.append(text)
        return _NOT_FINITE

    def real(text: str) -> float | _NotFinite:
        return value if math.isfinite(value := float(text)) else constant(text)

    try:
        text = data.decode("utf-8")
        values = json.loads(text, parse_constant=constant, parse_float=real, object_pairs_hook=once)
        if not isinstance(values, dict):
            return bad_row(file, number, f"is {kind_of(values)}, not an object", hint=hint)
        if twice:
            what = f"{replace_surrogates(twice[0])!r} stands twice in one object"
            return bad_row(file, number, what, hint="keep one of them")
        if found:
            what = "is NaN or Infinity, which JSON does not have"
            return bad_row(file, number, what, field=_path_to_not_finite(values), hint="write null instead")
        return _repaired(number, values) if _ESCAPED_SURROGATE.search(data) else Row(number, values)
    except UnicodeDecodeError as error:
        what = f"is not UTF-8 (byte 0x{data[error.start]:02x} at byte {error.start + 1})"
        return bad_row(file, number, what, hint="save the file as UTF-8")
    except RecursionError:
        return bad_row(file, number, "is nested too deeply", hint="flatten it")
    except json.JSONDecodeError as error:
        what = f"is not JSON ({error.msg.removesuffix(' at')} at character {error.pos + 1})"
        return bad_row(file, number, what, hint=hint)
    except ValueError:  # an integer of thousands of digits
        return bad_row(file, number, "holds a number that is too long", hint="write it as text")


def without_surrogates(value: object) -> object:
    """Return the value with lone surrogates replaced by U+FFFD, at any depth."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {replace_surrogates(name): without_surrogates(item) for name, item in value.items()}
    return value


def _path_to_not_finite(value: object) -> str:
    """Return the dotted path to the first NaN or Infinity in a value."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, child in children:
        if child is _NOT_FINITE:
            return str(name)
        if inner := _path_to_not_finite(child):
            return f"{name}.{inner}"
    return ""


def _repaired(number: int, values: dict[str, object]) -> Row:
    """Return the row without lone surrogates, and the names of the fields that had them."""
    repaired = tuple(name for name, value in values.items() if _has_surrogates(value))
    clean = {replace_surrogates(name): without_surrogates(value) for name, value in values.items()}
    return Row(number, clean, tuple(map(replace_surrogates, repaired)))


def _has_surrogates(value: object) -> bool:
    return bool(_SURROGATE.search(json.dumps(value, ensure_ascii=False)))
