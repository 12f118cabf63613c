"""Numbers that count nothing: references, names, codes, addresses, telephone numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_table

_PHONE: Final = re.compile(
    r"\+?\d{1,3}[ .-]?\(\d{2,4}\)[ .-]?\d{3,4}[ .-]?\d{3,4}|(?:\+?\d{1,3}[ .-])?\d{3}[-.]\d{3}[-.]\d{4}(?!\d)"
    r"|\d{3}\) ?\d{3}[ -]\d{4}(?!\d)|\d{3}-\d{4}(?![\d-])|0\d{2,4} \d{3,4} \d{3,4}(?!\d)",
)
_MARKED: Final = re.compile(
    r"\d{1,9}(?:\.\d{1,9}){2,9}(?![\d])|\d{1,9}(?:-\d{1,9}){2,9}(?!\d)|\d{31,}|0\d+(?![\d.:/-])|0x[\da-f]+"
    r"|\d{1,3}:\d{3,}",
)
_LIST: Final = re.compile(
    r"\d{1,9}(?:\.\d{1,9})?[a-z]?(?:(?:\s?[-–]\s?|,\s?|\s(?:and|or|to|through)\s)\d{1,4}(?![\d%.,]\d|%)){0,6}"
)
_FOOTNOTE: Final = re.compile(r"\d{1,3}(?:\s?[-–,]\s?\d{1,3}){0,9}\]")
_NUMBERING: Final = re.compile(r"\d{1,3}[.)](?=\s|\Z)")
_CHUNK: Final = re.compile(r"[^\s,;()\[\]\"“”]+")
_STREET: Final = re.compile(r"\d{1,5}(?:st|nd|rd|th)? (?:[NSEW]\.? )?(?:[A-Z][a-z]+ ){0,2}([A-Z][a-z]+)")
_ZIP: Final = re.compile(r"\d{5}(?:-\d{4})?(?![\d,.]\d|\w)")
_LOOK: Final = 32
_GLUE: Final = frozenset("._/\\@&=#^")


@dataclass(frozen=True, slots=True)
class CodeTable:
    """The word lists of the data file."""

    references: frozenset[str]
    names: frozenset[str]
    prefixes: frozenset[str]
    sayings: tuple[str, ...]
    streets: frozenset[str]
    counted: frozenset[str]


@cache
def code_table() -> CodeTable:
    """The word lists by which a number is told from a code.

    >>> "figure" in code_table().references, "iso" in code_table().names
    (True, True)
    """
    table = read_table("codes.toml")
    sayings = tuple(sorted(table.pop("sayings"), key=lambda saying: (-len(saying), saying)))
    return CodeTable(sayings=sayings, **{name: frozenset(words) for name, words in table.items()})


def code_at(text: str, folded: str, at: int) -> int | None:
    """Where the code that starts with the digit here ends, or None if the digit may start a quantity.

    >>> code_at("Figure 3 shows", "figure 3 shows", 7), code_at("all 3 men", "all 3 men", 4)
    (8, None)
    """
    before = folded[at - 1] if at else " "
    if before in _GLUE and (before != "." or folded[max(0, at - 2)].isalnum()):
        return _chunk_end(folded, at)
    if before == "[" and (note := _FOOTNOTE.match(folded, at)):
        return note.end()
    for pattern in (_PHONE, _MARKED):
        if found := pattern.match(folded, at):
            return found.end()
    return _numbering(folded, at) or _saying(folded, at) or _named(text, folded, at) or _address(text, at)


def previous_word(folded: str, at: int) -> tuple[str, str]:
    """The word right before a place and what stands between: a space, a hyphen, or a stop and a space.

    >>> previous_word("in the u-20 team", 9)
    ('u', '-')
    """
    end = len(folded[max(0, at - 3) : at].rstrip(" \u00a0\n#-")) + max(0, at - 3)
    gap = folded[end:at]
    if folded[end - 1 : end] == "." and gap.strip(" \u00a0\n") == "":
        gap, end = "." + gap, end - 1
    floor = max(0, end - _LOOK)
    last = folded[floor:end].rsplit(maxsplit=1)[-1:]
    if last and last[0].isalpha() and folded[end - 1].isalpha():
        word = last[0]
    else:
        start = end
        while start > floor and (folded[start - 1].isalnum() or folded[start - 1] in "'’-"):
            start -= 1
        word = folded[start:end].lstrip("'’-")
    return (word, gap) if word and not word.isnumeric() else ("", "")


def _numbering(folded: str, at: int) -> int | None:
    """The end of a list number: at the start of a line, or with a bracket that nothing opened."""
    found = _NUMBERING.match(folded, at)
    if not found:
        return None
    behind = folded[max(0, at - _LOOK) : at]
    line = behind.rpartition("\n")[2]
    starts_line = ("\n" in behind or at <= _LOOK) and not line.strip(" \t*_>-•(")
    if starts_line and found.end() < len(folded.rstrip()) + (folded[found.end() - 1] == ")"):
        return found.end()
    closes = folded[found.end() - 1] == ")" and behind.rfind("(") <= behind.rfind(")")
    return found.end() if closes and behind[-1:] in ("", " ", "\n", "(") else None


def _saying(folded: str, at: int) -> int | None:
    sayings = code_table().sayings
    for saying in sayings if folded.startswith(sayings, at) else ():
        if folded.startswith(saying, at):
            end = at + len(saying)
            if end == len(folded) or not folded[end].isalnum():
                return end
    return None


def _named(text: str, folded: str, at: int) -> int | None:
    """The end of a number that belongs to the word before it."""
    word, gap = previous_word(folded, at)
    if not word:
        return None
    table = code_table()
    if gap == "-":
        return None if word.rpartition("-")[2] in table.prefixes else _chunk_end(folded, at)
    refers = word in table.references or (word == "no" and gap.startswith("."))
    if (refers or word in table.names) and not gap.startswith("\n") and (found := _LIST.match(folded, at)):
        return found.end()
    zipped = text[at - 3 : at - 1].isupper() and text[at - 3 : at - 1].isalpha() and gap == " "
    found = _ZIP.match(folded, at) if zipped and len(word) == 2 else None
    return found.end() if found else None


def _address(text: str, at: int) -> int | None:
    found = _STREET.match(text, at, at + 60)
    return found.end() if found and found[1].casefold() in code_table().streets else None


def _chunk_end(folded: str, at: int) -> int:
    found = _CHUNK.match(folded, at, at + 2000)
    return found.end() if found else at + 1
