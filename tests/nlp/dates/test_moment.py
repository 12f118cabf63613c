"""Moments: what they state and imply, and whether one covers another."""

from __future__ import annotations

import pytest

from jurat.nlp.dates.moment import Moment, covers, dates, readings, stated


def moment(**parts: int | bool) -> Moment:
    return Moment(0, 0, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "claimed", "expected"),
    [
        ({"year": 2024, "month": 3, "day": 5}, {"year": 2024, "month": 3}, True),
        ({"year": 2024, "month": 3}, {"year": 2024, "month": 3, "day": 5}, False),
        ({"year": 2024}, {"year": 2023}, False),
        ({"year": 2024}, {"decade": 2020}, True),
        ({"year": 2024}, {"decade": 2010}, False),
        ({"decade": 1990}, {"decade": 1990}, True),
        ({"decade": 1990}, {"year": 1994}, False),
        ({"year": 1900}, {"century": 19}, True),
        ({"year": 1901}, {"century": 20}, True),
        ({"decade": 1900}, {"century": 20}, True),
        ({"century": 5}, {"century": 5}, True),
        ({"month": 3}, {"century": 20}, False),
        ({"month": 3}, {"quarter": 1}, True),
        ({"month": 4}, {"quarter": 2}, True),
        ({"quarter": 3, "month": 1}, {"quarter": 3}, True),
        ({"year": 2024}, {"quarter": 1}, False),
        ({"year": 2024, "month": 3, "day": 5}, {"weekday": 1}, True),
        ({"year": 2024, "month": 3, "day": 5}, {"weekday": 2}, False),
        ({"year": 2023, "month": 2, "day": 29}, {"weekday": 2}, False),
        ({"year": 2024, "month": 3}, {"weekday": 4}, False),
        ({"weekday": 2, "year": 2024, "month": 3, "day": 5}, {"weekday": 2}, True),
        ({"hour": 9}, {"hour": 9, "minute": 0}, True),
        ({"hour": 9, "minute": 30}, {"hour": 9}, False),
        ({"hour": 21}, {"hour": 9}, False),
        ({"hour": 21}, {"hour": 9, "twelve_hour": True}, True),
        ({"hour": 9, "twelve_hour": True}, {"hour": 21}, True),
        ({"hour": 0}, {"hour": 12, "twelve_hour": True}, True),
        ({"year": 2024}, {"hour": 9}, False),
        ({"hour": 9}, {}, True),
        ({"year": 2024, "month": 3, "day": 5, "ambiguous": True}, {"year": 2024, "month": 5, "day": 3}, True),
        ({"year": 2024, "month": 3, "day": 5}, {"year": 2024, "month": 5, "day": 3}, False),
        ({"month": 5, "day": 3}, {"month": 3, "day": 5, "ambiguous": True}, True),
    ],
)
def test_every_claimed_part_must_be_stated_or_implied(
    given: dict[str, int | bool], claimed: dict[str, int | bool], expected: bool
) -> None:
    assert covers(moment(**given), moment(**claimed)) is expected


@pytest.mark.parametrize(
    ("parts", "plain", "implied"),
    [
        (
            {"year": 2024, "month": 3},
            (2024, 3, None, None, None, None, None, None, None),
            (2024, 3, None, 2020, 21, 1, None, None, None),
        ),
        (
            {"year": 2000, "month": 12, "day": 31},
            (2000, 12, 31, None, None, None, None, None, None),
            (2000, 12, 31, 2000, 20, 4, 6, None, None),
        ),
        (
            {"decade": 1990, "hour": 21},
            (None, None, None, 1990, None, None, None, 0, 9),
            (None, None, None, 1990, 20, None, None, 0, 9),
        ),
        (
            {"century": 18, "hour": 0, "minute": 5},
            (None, None, None, None, 18, None, None, 5, 0),
            (None, None, None, None, 18, None, None, 5, 0),
        ),
        ({}, (None,) * 9, (None,) * 9),
    ],
)
def test_parts_are_stated_or_implied(
    parts: dict[str, int], plain: tuple[int | None, ...], implied: tuple[int | None, ...]
) -> None:
    assert stated(moment(**parts)) == plain
    assert stated(moment(**parts), implied=True) == implied


def test_an_ambiguous_date_has_two_readings() -> None:
    one = Moment(3, 8, 2024, 3, 5, ambiguous=True)
    assert readings(one) == (one, Moment(3, 8, 2024, 5, 3))
    assert readings(Moment(3, 8, 2024, 3, 5)) == (Moment(3, 8, 2024, 3, 5),)


def test_dates_are_found_in_order() -> None:
    text = "On 5 March 2024, and again on 2024-03-06."
    assert [(m.day, text[m.start : m.end]) for m in dates(text)] == [(5, "5 March 2024"), (6, "2024-03-06")]
    assert dates("no date") == []
