"""Dates and times that begin at a place, by what begins them."""

from __future__ import annotations

from dataclasses import fields

import pytest

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

PARTS = [field.name for field in fields(Moment)][2:]


def shown(text: str, found: list[Moment]) -> list[str]:
    """Each moment as the characters it spans and what it says: "5 May: month=5 day=5"."""
    said = [{part: getattr(one, part) for part in PARTS} for one in found]
    return [
        f"{text[one.start : one.end]}: "
        + " ".join(
            part if value is True else f"{part}={value}"
            for part, value in parts.items()
            if value not in (None, False) or (value == 0 and value is not False)
        )
        for one, parts in zip(found, said, strict=True)
    ]


def marked(text: str) -> tuple[str, int]:
    """The text without its mark, and where the mark stands."""
    return text.replace("|", "", 1), text.index("|")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on |2024-03-05.", ["2024-03-05: year=2024 month=3 day=5"]),
        ("at |2024-03-05T09:30:15Z,", ["2024-03-05T09:30:15Z: year=2024 month=3 day=5 hour=9 minute=30"]),
        ("at |2024-03-05 24:30", ["2024-03-05: year=2024 month=3 day=5"]),
        ("at |2024-03-05 09:60", ["2024-03-05: year=2024 month=3 day=5"]),
        ("|2024-13-05", ["2024: year=2024"]),
        ("|2024-12-32", ["2024: year=2024"]),
        ("|2024/3/5", ["2024/3/5: year=2024 month=3 day=5"]),
        ("|2024/13/5", ["2024: year=2024"]),
        ("the |1990s", ["1990s: decade=1990"]),
        ("the |0990s", []),
        ("the |2110s", []),
        ("AD |500", ["500: year=500"]),
        ("AD |0", []),
        ("|44 BC", ["44 BC: year=-44"]),
        ("|44 AD", ["44 AD: year=44"]),
        ("$|2024", []),
        ("#|2024", []),
        ("in |2024 Q3", ["2024 Q3: year=2024 quarter=3"]),
        ("|2024-26 season", ["2024: year=2024", "26: year=2026"]),
        ("|2024-2026", ["2024: year=2024", "2026: year=2026"]),
        ("|2024-23 km", ["2024: year=2024"]),
        ("|2024–25 km", ["2024: year=2024"]),
        ("|1999-05 rise", ["1999: year=1999"]),
    ],
)
def test_dates_that_begin_with_a_year_or_an_era(text: str, expected: list[str]) -> None:
    plain, at = marked(text)
    assert shown(plain, moments_at(plain, plain.lower(), at)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in |2024", True),
        ("|2024 km", False),
        ("|2024 million", False),
        ("|2024 people", False),
        ("|1950 dogs", False),
        ("|1950 sales", False),
        ("|1950 dog", True),
        ("|1899 dog", False),
        ("|1900 dog", True),
        ("|2050 dog", True),
        ("|2051 dog", False),
        ("in |1776", True),
        ("in |999", False),
        ("in |1000", True),
        ("in |2100", True),
        ("in |2101", False),
        ("(|1776)", True),
        ("(|1776 x)", False),
        ("about |1950", False),
        ("from |1776 to 1812", True),
        ("from 1776 to |1812", True),
        ("from |1776 dogs", False),
        ("between 1776 and |1812", True),
        ("x-|1950", False),
        ("mid-|1950", True),
        ("in |2024.5", False),
        ("in |2024x", False),
        ("in |2024%", False),
        ("in |20245", False),
    ],
)
def test_four_digits_are_a_year_by_the_words_around_them(text: str, expected: bool) -> None:
    plain, at = marked(text)
    found = moments_at(plain, plain.lower(), at)
    assert bool(found) is expected
    assert found == ([Moment(at, at + 4, year=int(plain[at : at + 4]))] if expected else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|3/5/2024", ["3/5/2024: year=2024 month=3 day=5 ambiguous"]),
        ("|13/5/2024", ["13/5/2024: year=2024 month=5 day=13"]),
        ("|5/13/2024", ["5/13/2024: year=2024 month=5 day=13"]),
        ("|5/5/2024", ["5/5/2024: year=2024 month=5 day=5"]),
        ("|13/13/2024", []),
        ("|3/5/24", ["3/5/24: year=2024 month=3 day=5 ambiguous"]),
        ("|3/5/49", ["3/5/49: year=2049 month=3 day=5 ambiguous"]),
        ("|3/5/50", ["3/5/50: year=1950 month=3 day=5 ambiguous"]),
        ("|3-5-24", []),
        ("|3.5.2024", ["3.5.2024: year=2024 month=5 day=3"]),
        ("|3.13.2024", []),
        ("|03/2024", ["03/2024: year=2024 month=3"]),
        ("|13/2024", []),
        ("|3Q24", ["3Q24: year=2024 quarter=3"]),
        ("|3Q 2024", ["3Q 2024: year=2024 quarter=3"]),
        ("|5Q24", []),
        ("on |9/11 they", ["9/11: month=9 day=11"]),
        ("|9/11/x", []),
        ("|5 March 2024", ["5 March 2024: year=2024 month=3 day=5"]),
        ("|5th of March, 2024", ["5th of March, 2024: year=2024 month=3 day=5"]),
        ("|5-7 March", ["5: month=3 day=5", "7 March: month=3 day=7"]),
        ("|5-32 March", ["5-32: month=3 day=5"]),
        ("|32 March", []),
        ("|0 March", []),
        ("|5 may come", ["5 may: month=5 day=5"]),
        ("on |5 May they", ["5 May: month=5 day=5"]),
        ("those |5 may", []),
        ("those |5 May 2024", ["5 May 2024: year=2024 month=5 day=5"]),
        ("|5 mayors", []),
        ("|5", []),
        ("|5,", []),
    ],
)
def test_dates_that_begin_with_a_short_number(text: str, expected: list[str]) -> None:
    plain, at = marked(text)
    assert shown(plain, moments_at(plain, plain.lower(), at)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|9 am", ["9 am: hour=9 minute=0"]),
        ("|9:30 p.m. EST", ["9:30 p.m. EST: hour=21 minute=30"]),
        ("|12 pm", ["12 pm: hour=12 minute=0"]),
        ("|12 a.m.", ["12 a.m.: hour=0 minute=0"]),
        ("|13 pm", []),
        ("|0 pm", []),
        ("|9:60 pm", []),
        ("|9 to 11 am", ["9: hour=9 minute=0 twelve_hour"]),
        ("|9:15-11 am", ["9:15: hour=9 minute=15 twelve_hour"]),
        ("|13 to 2 pm", []),
        ("|9:30", ["9:30: hour=9 minute=30 twelve_hour"]),
        ("|09:30", ["09:30: hour=9 minute=30"]),
        ("|13:30", ["13:30: hour=13 minute=30"]),
        ("|24:00", ["24:00: hour=0 minute=0"]),
        ("|25:00", []),
        ("|9:60", []),
        ("|0:30", ["0:30: hour=0 minute=30"]),
        ("|12:30", ["12:30: hour=12 minute=30 twelve_hour"]),
        ("|12 noon", ["12 noon: hour=12 minute=0"]),
        ("|12 midnight", ["12 midnight: hour=0 minute=0"]),
        ("|5 o'clock", ["5 o'clock: hour=5 minute=0 twelve_hour"]),
        ("|17 o'clock", ["17 o'clock: hour=17 minute=0"]),
        ("the |90s", ["90s: decade=1990"]),
        ("the '|90s", ["'90s: decade=1990"]),
        ("'|10s", ["'10s: decade=2010"]),
        ("'|20s", ["'20s: decade=1920"]),
        ("two |90s", []),
    ],
)
def test_times_and_decades_that_begin_with_a_short_number(text: str, expected: list[str]) -> None:
    plain, at = marked(text)
    assert shown(plain, moments_at(plain, plain.lower(), at)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|March 5, 2024", ["March 5, 2024: year=2024 month=3 day=5"]),
        ("|March 5 of 2024", ["March 5 of 2024: year=2024 month=3 day=5"]),
        ("|March the 5th", ["March the 5th: month=3 day=5"]),
        ("|March 5-7, 2024", ["March 5: year=2024 month=3 day=5", "7, 2024: year=2024 month=3 day=7"]),
        ("|Mar. 5", ["Mar. 5: month=3 day=5"]),
        ("|March 5 people", []),
        ("|March 5 million", []),
        ("|March 5 km", []),
        ("|March 32", []),
        ("|march 5", []),
        ("in |march 5", ["march 5: month=3 day=5"]),
        ("|may 5, 2024", ["may 5, 2024: year=2024 month=5 day=5"]),
        ("|April 2024", ["April 2024: year=2024 month=4"]),
        ("|April '24", ["April '24: year=2024 month=4"]),
        ("|april 24 x", []),
        ("|Sept 50%", []),
        ("|may 2024", []),
        ("|May 2024", ["May 2024: year=2024 month=5"]),
        ("in |May they", ["May: month=5"]),
        ("|May they", []),
        ("in |may they", []),
        ("|June was", []),
        ("last |June", []),
        ("x-|June", []),
        ("mid-|June", ["June: month=6"]),
        ("|Junes", []),
    ],
)
def test_dates_that_begin_with_a_month(text: str, expected: list[str]) -> None:
    plain, at = marked(text)
    assert shown(plain, month_at(plain, plain.lower(), at)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|Monday was", ["Monday: weekday=0"]),
        ("last |Monday", []),
        ("|Mondays", []),
        ("|Monday, March 5", ["Monday, March 5: month=3 day=5 weekday=0"]),
        ("|Monday, 5 March 2024", ["Monday, 5 March 2024: year=2024 month=3 day=5 weekday=0"]),
        ("|Monday the 5 dogs", ["Monday: weekday=0"]),
        ("last |Monday, 5 March", ["Monday, 5 March: month=3 day=5 weekday=0"]),
        ("|Monday, 5-7 March", ["Monday, 5: month=3 day=5 weekday=0", "7 March: month=3 day=7"]),
        ("|Monday March 2024", ["Monday: weekday=0"]),
    ],
)
def test_a_weekday_takes_the_date_after_it(text: str, expected: list[str]) -> None:
    plain, at = marked(text)
    assert shown(plain, weekday_at(plain, plain.lower(), at)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q3 2024", ["q3 2024: year=2024 quarter=3"]),
        ("q1", ["q1: quarter=1"]),
        ("q4 of fy 2024", ["q4 of fy 2024: year=2024 quarter=4"]),
        ("q2 '24", ["q2 '24: year=2024 quarter=2"]),
        ("q5", []),
        ("q3x", []),
    ],
)
def test_quarters(text: str, expected: list[str]) -> None:
    assert shown(text, quarter_at(text, 0)) == expected


def test_noon_and_midnight() -> None:
    assert shown("noon est", noon_at("noon est", 0)) == ["noon est: hour=12 minute=0"]
    assert shown("midnight", noon_at("midnight", 0)) == ["midnight: hour=0 minute=0"]
    assert noon_at("noonday", 0) == noon_at("no", 0) == []


def test_a_decade_in_words_is_no_age() -> None:
    assert decade_word_at("the nineties", 4, "nineties") == [Moment(4, 12, decade=1990)]
    assert decade_word_at("late twenties", 5, "twenties") == [Moment(5, 13, decade=1920)]
    assert decade_word_at("his twenties", 4, "twenties") == []


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("|19th| century", 19, ["19th century: century=19"]),
        ("|5th| century bc", 5, ["5th century bc: century=-4"]),
        ("|100th| century", 100, []),
        ("|99th|-century", 99, ["99th-century: century=99"]),
        ("|third| quarter of 2024", 3, ["third quarter of 2024: year=2024 quarter=3"]),
        ("|fifth| quarter of 2024", 5, []),
        ("|third| quarter", 3, []),
        ("its |third| quarter", 3, ["third quarter: quarter=3"]),
        ("|fourth| quarter 2024", 4, ["fourth quarter 2024: year=2024 quarter=4"]),
        ("|3rd| of march", 3, ["3rd of march: month=3 day=3"]),
        ("|31st| of march 2024", 31, ["31st of march 2024: year=2024 month=3 day=31"]),
        ("|32nd| of march", 32, []),
        ("|3rd| of them", 3, []),
    ],
)
def test_what_an_ordinal_begins(text: str, value: int, expected: list[str]) -> None:
    start = text.index("|")
    end = text.index("|", start + 1) - 1
    plain = text.replace("|", "")
    assert shown(plain, after_ordinal(plain, start, end, value)) == expected
