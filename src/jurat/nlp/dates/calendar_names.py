"""The names of months, weekdays and decades, and the words that tell a year from an amount."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jurat.nlp.lexicon.loader import read_table


@dataclass(frozen=True, slots=True)
class CalendarNames:
    """The tables of the data file."""

    months: dict[str, int]
    short_months: dict[str, int]
    weekdays: dict[str, int]
    decades: dict[str, int]
    doubtful: frozenset[str]
    cues: frozenset[str]
    relative: frozenset[str]
    years: frozenset[str]
    amounts: frozenset[str]
    yearly: frozenset[str]


@cache
def calendar_names() -> CalendarNames:
    """The calendar's names.

    >>> calendar_names().months["march"]
    3
    """
    table = read_table("calendar.toml")
    table |= {name: frozenset(listed) for name, listed in table.pop("words").items()}
    return CalendarNames(**table)
