"""Times and years that are written in words: half past nine, seven o'clock, in nineteen ninety-eight."""

from __future__ import annotations

import re
from typing import Final

from jurat.nlp.dates.calendar_names import calendar_names
from jurat.nlp.dates.moment import Moment
from jurat.nlp.quantities.numerals import number_words
from jurat.nlp.quantities.reference_codes import previous_word

_HOURS: Final = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_PAST: Final = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_HOUR: Final = "|".join(_HOURS)
_CLOCK: Final = re.compile(
    rf"(?:({'|'.join(_PAST)}) past|(quarter) to) ({_HOUR}|\d{{1,2}})"
    rf"(?![\w%-]|[.,:]\d| (?:per ?cent|hundred|thousand|million|billion)\b)|({_HOUR}) o['’]clock"
)
_YEAR: Final = re.compile(
    r"(eighteen|nineteen|twenty) "
    r"(?:(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-([a-z]+))?|([a-z]+teen|ten|eleven|twelve))"
    r"(?![\w-])"
)


def spoken_date_at(folded: str, at: int) -> list[Moment]:
    """The time or the year in words here.

    >>> spoken_date_at("half past nine", 0)[0].minute, spoken_date_at("in nineteen ninety-eight", 3)[0].year
    (30, 1998)
    """
    if found := _CLOCK.match(folded, at):
        return _clock(found)
    found = _YEAR.match(folded, at)
    if not found or previous_word(folded, at)[0] not in calendar_names().years:
        return []
    words = number_words()
    if found[3] and found[3] not in words.ones:
        return []  # "in twenty thirty-minute sessions" names no year
    century = words.teens.get(found[1], 20)
    rest = words.tens.get(found[2], 0) + words.ones.get(found[3], 0) + words.teens.get(found[4], 0)
    return [Moment(at, found.end(), year=100 * century + rest)]


def _clock(found: re.Match[str]) -> list[Moment]:
    past, to, hour, full = found.groups()
    said = hour or full
    number = int(said) if said.isdecimal() else _HOURS.index(said) + 1
    if not 1 <= number <= 12:
        return []
    if to:
        number = (number - 2) % 12 + 1
    minute = 45 if to else _PAST[past] if past else 0
    return [Moment(found.start(), found.end(), hour=number, minute=minute, twelve_hour=True)]
