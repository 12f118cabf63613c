"""Dates and times as far as they are stated, and whether one states all that another claims."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

_MONTHS_A_QUARTER: Final = 3
_NOON: Final = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """What a text says of a time, None for what it does not say, and where it stands.

    ``weekday`` counts from Monday as 0. ``ambiguous``: day and month may be the other way round.
    ``twelve_hour``: the hour may be of either half of the day. Years before Christ are negative.
    """

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: int | None = None
    quarter: int | None = None
    weekday: int | None = None
    hour: int | None = None
    minute: int | None = None
    ambiguous: bool = False
    century: int | None = None
    twelve_hour: bool = False


def dates(text: str) -> list[Moment]:
    """The dates and times of a text, in order.

    >>> [(m.year, m.month, m.day) for m in dates("On 5 March 2024, and again on 2024-03-06.")]
    [(2024, 3, 5), (2024, 3, 6)]
    """
    from jurat.nlp.values import values

    return list(values(text).moments)


def covers(given: Moment, claimed: Moment) -> bool:
    """Whether every part that is claimed is stated, or implied, by what is given.

    >>> day, month = dates("5 March 2024 is in March 2024.")
    >>> covers(day, month), covers(month, day)
    (True, False)
    """
    return any(_covers(one, other) for one in readings(given) for other in readings(claimed))


def _covers(given: Moment, claimed: Moment) -> bool:
    plain = all(
        wanted is None or wanted == said
        for wanted, said in (
            (claimed.year, given.year),
            (claimed.month, given.month),
            (claimed.day, given.day),
            (claimed.decade, _decade(given)),
            (claimed.century, _century(given)),
            (claimed.quarter, _quarter(given)),
            (claimed.weekday, _weekday(given)),
        )
    )
    return plain and _same_clock(given, claimed)


def stated(moment: Moment, *, implied: bool = False) -> tuple[int | None, ...]:
    """The parts that a moment states; also those that they imply, if asked for.

    Last come the minute and the hour of either half of the day, none where it names no hour.

    >>> stated(dates("March 2024")[0]), stated(dates("March 2024")[0], implied=True)
    ((2024, 3, None, None, None, None, None, None, None), (2024, 3, None, 2020, 21, 1, None, None, None))
    """
    more = (moment.decade, moment.century, moment.quarter, moment.weekday)
    if implied:
        more = (_decade(moment), _century(moment), _quarter(moment), _weekday(moment))
    clock = (None, None) if moment.hour is None else (moment.minute or 0, moment.hour % _NOON)
    return (moment.year, moment.month, moment.day, *more, *clock)


def readings(moment: Moment) -> tuple[Moment, ...]:
    """Both readings of a date whose day and month may be the other way round; else the moment alone."""
    if not moment.ambiguous:
        return (moment,)
    swapped = Moment(moment.start, moment.end, moment.year, moment.day, moment.month)
    return (moment, swapped)


def _same_clock(given: Moment, claimed: Moment) -> bool:
    if claimed.hour is None:
        return True
    if given.hour is None or (claimed.minute or 0) != (given.minute or 0):
        return False
    if claimed.twelve_hour or given.twelve_hour:
        return claimed.hour % _NOON == given.hour % _NOON
    return claimed.hour == given.hour


def _decade(moment: Moment) -> int | None:
    return moment.decade if moment.year is None else moment.year // 10 * 10


def _century(moment: Moment) -> int | None:
    if moment.century is not None:
        return moment.century
    year = moment.year if moment.year is not None else moment.decade
    return None if year is None else (year + 99) // 100 if moment.year is not None else year // 100 + 1


def _quarter(moment: Moment) -> int | None:
    if moment.quarter is not None or moment.month is None:
        return moment.quarter
    return (moment.month - 1) // _MONTHS_A_QUARTER + 1


def _weekday(moment: Moment) -> int | None:
    if moment.weekday is not None or moment.year is None or moment.month is None or moment.day is None:
        return moment.weekday
    try:
        return date(moment.year, moment.month, moment.day).weekday()
    except ValueError:
        return None
