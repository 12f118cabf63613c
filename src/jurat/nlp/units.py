"""Units and currencies: their names, how they are written, and what one is worth in another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal

from jurat.nlp.lexicon.loader import read_table

Kind = Literal["number", "money", "percent", "ordinal"]

_NEXT_WORD: Final = re.compile(r"[a-z][a-z.]*(?<!\.)")
_GAP: Final = re.compile(r"[\s\u00a0\u202f]{0,2}-?")
_JOIN: Final = re.compile(r"[ -]")
_MOST_WORDS: Final = 3
_PER_CENT: Final = ("ratio", "ratio_points")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing a unit can be: value in the dimension's base = (value + offset) × factor."""

    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class MeasureUnit:
    """A unit by its canonical name, with everything that it may mean."""

    name: str
    kind: Kind
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class UnitTable:
    """How units are written: words in any case, symbols in theirs, currency signs before a number."""

    units: dict[str, MeasureUnit]
    words: dict[str, MeasureUnit]
    first_words: frozenset[str]
    starts: frozenset[str]
    symbols: re.Pattern[str]
    symbol_units: dict[str, MeasureUnit]
    before: re.Pattern[str]
    before_ends: frozenset[str]


@cache
def unit_table() -> UnitTable:
    """The units of the data file.

    >>> unit_table().words["kilometres"].name
    'km'
    """
    table: dict[str, dict[str, dict[str, Any]]] = read_table("units.toml")
    several = table.pop("several")
    units = {name: _unit(group, name, entry) for group, part in table.items() for name, entry in part.items()}
    units |= {name: _several(name, entry, units) for name, entry in several.items()}
    entries = {name: entry for part in (*table.values(), several) for name, entry in part.items()}
    symbols = {s: units[n] for n, e in entries.items() for s in (*e.get("symbols", ()), *e.get("before", ()))}
    attached = {s: units[n] for n, e in entries.items() for s in e.get("attached", ())}
    words = {form: units[n] for n, e in entries.items() for word in e["words"] for form in _forms(word)}
    return UnitTable(
        units,
        words,
        frozenset(form.partition(" ")[0] for form in words),
        frozenset(symbol[0] for symbol in (*symbols, *attached)) | {"-"},
        _symbol_pattern(symbols, attached),
        symbols | attached,
        _before_pattern(entries),
        frozenset(sign[-1] for entry in entries.values() for sign in entry.get("before", ())),
    )


def unit_at(text: str, folded: str, at: int) -> tuple[int, MeasureUnit] | None:
    """The unit written at a place, after a space or hyphen at most, and where it ends.

    >>> end, unit = unit_at("5 square miles", "5 square miles", 1)
    >>> end, unit.name
    (14, 'square mile')
    """
    table = unit_table()
    if at >= len(text) or not (text[at] in table.starts or text[at].isspace()):
        return None
    if symbol := table.symbols.match(text, at):
        written = symbol[1] or symbol[2]
        return symbol.end(), table.symbol_units[written]
    gap = _GAP.match(folded, at)
    return _words_at(folded, gap.end()) if gap and gap.end() > at else None


def currency_before(text: str, at: int) -> tuple[int, MeasureUnit] | None:
    """The currency sign or code that ends at a place, and where it starts.

    >>> start, unit = currency_before("costs US$5", 9)
    >>> start, unit.name
    (6, 'USD')
    """
    if not at or text[at - 2 if text[at - 1] in " \u00a0" else at - 1] not in unit_table().before_ends:
        return None
    start = max(0, at - 8)
    found = unit_table().before.search(text, start, at)
    return (found.start(), unit_table().symbol_units[found[1]]) if found else None


def _words_at(folded: str, at: int) -> tuple[int, MeasureUnit] | None:
    words, first_words = unit_table().words, unit_table().first_words
    best: tuple[int, MeasureUnit] | None = None
    phrase = ""
    for count in range(_MOST_WORDS):
        word = _NEXT_WORD.match(folded, at)
        if not word or (word.end() < len(folded) and folded[word.end()].isalnum()):
            break
        if not count and word[0] not in first_words:
            break
        phrase = f"{phrase} {word[0]}" if count else word[0]
        if phrase in words:
            best = word.end(), words[phrase]
        join = _JOIN.match(folded, word.end())
        if not join:
            break
        at = join.end()
    return best


def _unit(group: str, name: str, entry: dict[str, Any]) -> MeasureUnit:
    if group == "money":
        return MeasureUnit(name, "money", (Meaning(name, Fraction(1)),))
    kind: Kind = "percent" if group in _PER_CENT else "number"
    meaning = Meaning(group, Fraction(entry["factor"]), Fraction(entry.get("offset", "0")))
    return MeasureUnit(name.replace("_", " "), kind, (meaning,))


def _several(name: str, entry: dict[str, Any], units: dict[str, MeasureUnit]) -> MeasureUnit:
    """A unit that stands for one of several, each worth some share of a known one."""
    meanings = (
        Meaning(m.dimension, m.factor * Fraction(share), m.offset / Fraction(share))
        for known, share in entry["means"].items()
        for m in units[known].meanings
    )
    return MeasureUnit(name, entry["kind"], tuple(meanings))


def _forms(word: str) -> tuple[str, ...]:
    """A word and its plural; of several words the first that names the unit takes the s."""
    word = word.replace("-", " ")
    head, per, rest = word.partition(" per ")
    if not per:
        head, per, rest = word.partition(" a")
        if rest not in ("n hour", " second"):
            head, per, rest = word, "", ""
    first, space, last = head.partition(" ")
    degrees = first == "degree" and space
    plural = f"{first}s {last}" if degrees else f"{head}s"
    return (word, plural + per + rest)


def _symbol_pattern(symbols: dict[str, MeasureUnit], attached: dict[str, MeasureUnit]) -> re.Pattern[str]:
    def choice(names: dict[str, MeasureUnit]) -> str:
        return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))

    return re.compile(
        rf"[ \u00a0\u202f-]?({choice(symbols)})(?![^\W_]|'[a-z])|({choice(attached)})(?![^\W_])"
    )


def _before_pattern(entries: dict[str, dict[str, Any]]) -> re.Pattern[str]:
    signs = sorted((s for e in entries.values() for s in e.get("before", ())), key=lambda s: (-len(s), s))
    return re.compile(
        rf"((?:(?<![^\W\d_])(?=[^\W\d_])|(?![^\W\d_]))(?:{'|'.join(map(re.escape, signs))}))[ \u00a0]?\Z"
    )
