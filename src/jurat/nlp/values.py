"""Everything that has a value: the quantities and moments of a text, found in one scan."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from jurat.nlp.dates.calendar_names import calendar_names
from jurat.nlp.dates.date_parser import (
    after_ordinal,
    decade_word_at,
    moments_at,
    month_at,
    noon_at,
    quarter_at,
    weekday_at,
)
from jurat.nlp.dates.moment import Moment
from jurat.nlp.dates.spoken_dates import spoken_date_at
from jurat.nlp.quantities.numerals import number_words
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.quantities.quantity_parser import quantities_at

_ADDRESS: Final = re.compile(r"(?:://|\.)[^\s<>\"]*")


@dataclass(frozen=True, slots=True)
class Values:
    """The quantities and the moments of a text, each in order; no two overlap."""

    quantities: tuple[Quantity, ...]
    moments: tuple[Moment, ...]


def values(text: str) -> Values:
    """The quantities and moments of a text.

    >>> found = values("On 5 March 2024 it paid $5m.")
    >>> len(found.quantities), len(found.moments)
    (1, 1)
    """
    folded = _folded(text)
    kinds = _kinds()
    quantities: list[Quantity] = []
    moments: list[Moment] = []
    floor = 0
    for place in _places(folded.isascii()).finditer(folded):
        word = place[0]
        kind = kinds.get(word, "digit")
        at = place.end() - 1 if kind == "digit" else place.start()
        if at < floor:
            continue
        if kind == "address":
            floor = _address_end(folded, place.end())
            continue
        read = _moments(text, folded, at, kind, word)
        if read and read[0].start >= floor:
            moments += read
            floor = read[-1].end
        elif kind in ("digit", "number"):
            found, floor = quantities_at(text, folded, at, floor)
            dated = _dated(folded, found)
            moments += dated
            quantities += () if dated else found
            floor = dated[-1].end if dated else floor
    return Values(tuple(quantities), tuple(moments))


def _moments(text: str, folded: str, at: int, kind: str, word: str) -> list[Moment]:
    if kind == "digit":
        return moments_at(text, folded, at) if word[-1].isdecimal() else []
    if kind == "month":
        return month_at(text, folded, at)
    if kind == "weekday":
        return weekday_at(text, folded, at)
    if kind == "decade":
        return decade_word_at(folded, at, word)
    if kind == "noon":
        return noon_at(folded, at)
    if kind == "number":
        return spoken_date_at(folded, at)
    return quarter_at(folded, at) if kind == "quarter" else []


def _dated(folded: str, found: list[Quantity]) -> list[Moment]:
    """What an ordinal is the beginning of, if that is a date."""
    if len(found) != 1 or found[0].kind != "ordinal":
        return []
    return after_ordinal(folded, found[0].start, found[0].end, int(found[0].low))


def _address_end(folded: str, end: int) -> int:
    address = _ADDRESS.match(folded, end)
    return address.end() if address else end


@cache
def _kinds() -> dict[str, str]:
    """The words at which a value may begin, and of what kind; and those that begin an address."""
    words, names = number_words(), calendar_names()
    numbers = (*words.ones, *words.teens, *words.tens, *words.scales, *words.ordinals, *words.times)
    return {
        **dict.fromkeys((*numbers, "half", "quarter"), "number"),
        **dict.fromkeys((*names.months, *names.short_months), "month"),
        **dict.fromkeys(names.weekdays, "weekday"),
        **dict.fromkeys(names.decades, "decade"),
        **dict.fromkeys(("noon", "midnight"), "noon"),
        **dict.fromkeys(("q1", "q2", "q3", "q4"), "quarter"),
        **dict.fromkeys(("http", "https", "ftp", "www"), "address"),
    }


@lru_cache(maxsize=2)
def _places(plain: bool) -> re.Pattern[str]:
    """Where a value may begin: at one of the words, or at a digit, also one that a currency touches.

    A plain text is ASCII in lower case, of which a set of letters is told faster.
    """
    word, digit = ("[a-z0-9_]", "[0-9]") if plain else (r"\w", r"\d")
    sign = "" if plain else "|[½¼¾⅐-⅞]"
    words = _trie(sorted(_kinds()))
    return re.compile(rf"(?<!{word})(?:(?:usd|eur|gbp|inr|rs)?{digit}{sign}|{words}(?!{word}))")


def _trie(endings: list[str]) -> str:
    """An alternation of words that looks at each letter only once."""
    by_letter: dict[str, list[str]] = {}
    for ending in endings:
        if ending:
            by_letter.setdefault(ending[0], []).append(ending[1:])
    branches = "|".join(letter + _trie(rest) for letter, rest in by_letter.items())
    if not branches:
        return ""
    return f"(?:{branches})?" if "" in endings else f"(?:{branches})"


def _folded(text: str) -> str:
    """The text in lower case, every character in its place."""
    folded = text.lower()
    if len(folded) == len(text):
        return folded
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)
