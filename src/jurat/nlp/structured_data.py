"""Contexts that are data: JSON or a Python literal, a table, lines of `key: value`; as entries with offsets.

The reader is tolerant (either quote, ``None`` or ``null``, ``True`` or ``true``) and gives up at the first
character that fits nowhere, so any text costs at most one pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Truth = Literal["yes", "no", "absent", "said"]

_DEPTH: Final = 60
_FEWEST: Final = 2
_LEXEME: Final = re.compile(
    r"""\s*(?:([{}\[\]:,])|u?"((?:[^"\\]|\\.)*)"|u?'((?:[^'\\]|\\.)*)'|([^\s{}\[\]:,"']+))""", re.DOTALL
)
_TRUTHS: dict[str, Truth] = {
    **dict.fromkeys(("true", "yes", "y", "✓", "✔"), "yes"),
    **dict.fromkeys(("false", "no", "n", "none", "✗", "✘"), "no"),
    **dict.fromkeys(("", "null", "n/a", "na", "nan", "unknown", "-", "–", "—", "?"), "absent"),
}
_LINE: Final = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?([^\W\d_][\w /&'()-]{0,39}?)[ \t]*:[ \t]+(\S[^\n]*)$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One value of a record: the keys that lead to it, what it says, and where key and value stand."""

    path: tuple[str, ...]
    value: str
    truth: Truth
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Collection:
    """A list of a record: the key it stands under and how many elements it has."""

    key: str
    size: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a passage says as data."""

    entries: tuple[RecordEntry, ...]
    collections: tuple[Collection, ...] = ()


def truth_of(value: str, *, quoted: bool = True) -> Truth:
    """Whether a value says yes, no, nothing, or something else.

    >>> truth_of("False"), truth_of("free"), truth_of("None"), truth_of("None", quoted=False)
    ('no', 'said', 'no', 'absent')
    """
    if not quoted and value == "None":
        return "absent"
    return _TRUTHS.get(value.strip().lower(), "said")


def read_record(text: str) -> Record | None:
    """The record that a passage is, if it is one.

    >>> read_record('{"name": "Ada", "pets": {"dog": false}}').entries[1].path
    ('pets', 'dog')
    >>> read_record("Ada has no dog.") is None
    True
    """
    opening = text.lstrip()[:1]
    if opening and opening in "{[":
        reader = _Reader(text)
        record = reader.read(len(text) - len(text.lstrip()), ())
        return record if sum(bool(entry.path) for entry in record.entries) >= _FEWEST else None
    entries = tuple(_table(text)) if "|" in text or "\t" in text else ()
    entries = entries or tuple(_lines(text))
    return Record(entries) if len(entries) >= _FEWEST else None


@dataclass(slots=True)
class _Open:
    """A container whose end has not come yet."""

    is_list: bool
    start: int
    key: str = ""
    key_start: int = -1
    size: int = 0
    waits_for_value: bool = False


class _Reader:
    """Reads nested data with a stack of its own."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.entries: list[RecordEntry] = []
        self.collections: list[Collection] = []

    def read(self, position: int, prefix: tuple[str, ...], end: int | None = None) -> Record:
        """All entries from a position on, up to the first thing that is not data."""
        stack: list[_Open] = []
        limit = len(self.text) if end is None else end
        while position < limit and (match := _LEXEME.match(self.text, position, limit)):
            position = match.end()
            if not self._take(match, stack, prefix) or not stack:
                break
        return Record(tuple(self.entries), tuple(self.collections))

    def _take(self, match: re.Match[str], stack: list[_Open], prefix: tuple[str, ...]) -> bool:
        mark = match[1]
        if mark in ("{", "["):
            stack.append(_Open(is_list=mark == "[", start=match.start(1)))
            return len(stack) <= _DEPTH
        if not stack:
            return False
        if mark in ("}", "]"):
            self._close(stack, match.end(1))
        elif mark == ",":
            stack[-1].size += 1
            stack[-1].waits_for_value = False
        elif mark == ":":
            stack[-1].waits_for_value = True
        else:
            self._word(match, stack, prefix)
        return True

    def _close(self, stack: list[_Open], end: int) -> None:
        done = stack.pop()
        if done.is_list and stack and self.text[done.start + 1 : end - 1].strip():
            self.collections.append(Collection(stack[-1].key, done.size + 1, done.start, end))

    def _word(self, match: re.Match[str], stack: list[_Open], prefix: tuple[str, ...]) -> None:
        top = stack[-1]
        group = next(number for number in (2, 3, 4) if match[number] is not None)
        if not top.is_list and not top.waits_for_value:
            top.key, top.key_start = match[group], match.start(group)
            return
        path = (*prefix, *(one.key for one in stack if one.key and not one.is_list))
        if group != 4 and match[group][:1] == "{" and "\\" not in match[group] and len(prefix) < _DEPTH:
            self.read(match.start(group), path, match.end(group))
            return
        value = match[group]
        start = match.start(group) if top.is_list else top.key_start
        truth = truth_of(value, quoted=group != 4)
        self.entries.append(RecordEntry(path, value, truth, start, match.end(group)))


def _lines(text: str) -> Iterator[RecordEntry]:
    """Entries of `key: value` lines."""
    for match in _LINE.finditer(text):
        yield RecordEntry((match[1],), match[2], truth_of(match[2]), match.start(1), match.end(2))


def _table(text: str) -> Iterator[RecordEntry]:
    """Entries of a table with a header: the row's first cell and the column's head lead to each value."""
    header: list[str] = []
    start = 0
    for line in text.splitlines(keepends=True):
        cells = _cells(line, start)
        start += len(line)
        if len(cells) < _FEWEST:
            header = []
        elif not header:
            header = [cell for cell, _, _ in cells]
        elif not all(set(cell) <= set("-: ") for cell, _, _ in cells):
            label = cells[0][0]
            for head, (cell, first, last) in zip(header[1:], cells[1:], strict=False):
                yield RecordEntry((label, head), cell, truth_of(cell), first, last)


def _cells(line: str, start: int) -> list[tuple[str, int, int]]:
    """The cells of a line with their offsets in the text."""
    body = line.strip()
    mark = "|" if "|" in body else "\t"
    offset = start + line.find(body)
    found = []
    for part in body.split(mark):
        inner = part.strip()
        first = offset + (len(part) - len(part.lstrip()))
        found.append((inner, first, first + len(inner)))
        offset += len(part) + 1
    outer = mark == "|" and body.startswith("|")
    found = found[1:] if outer else found
    return found[:-1] if mark == "|" and body.endswith("|") else found
