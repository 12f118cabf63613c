"""Times and years in words."""

from __future__ import annotations

import pytest

from jurat.nlp.dates.spoken_dates import spoken_date_at


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("half past nine", 0, (9, 30, 14)),
        ("quarter past twelve.", 0, (12, 15, 19)),
        ("quarter to nine", 0, (8, 45, 15)),
        ("quarter to one", 0, (12, 45, 14)),
        ("quarter to 1", 0, (12, 45, 12)),
        ("twenty-five past 11", 0, (11, 25, 19)),
        ("at five past two", 3, (2, 5, 16)),
        ("seven o'clock", 0, (7, 0, 13)),
        ("one o’clock", 0, (1, 0, 11)),
        ("half past 13", 0, None),
        ("half past 0", 0, None),
        ("half past 12", 0, (12, 30, 12)),
        ("half past 9%", 0, None),
        ("half past 9.5", 0, None),
        ("half past nine million", 0, None),
        ("ten to nine", 0, None),
        ("half nine", 0, None),
        ("", 0, None),
    ],
)
def test_a_time_in_words_is_of_either_half_of_the_day(
    text: str, at: int, expected: tuple[int, int, int] | None
) -> None:
    found = spoken_date_at(text, at)
    assert [(one.hour, one.minute, one.end) for one in found] == ([expected] if expected else [])
    assert all(one.twelve_hour and one.start == at for one in found)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("in nineteen ninety-eight", 3, (1998, 24)),
        ("in eighteen sixty", 3, (1860, 17)),
        ("in twenty twelve", 3, (2012, 16)),
        ("in nineteen fourteen", 3, (1914, 20)),
        ("since twenty twenty-four.", 6, (2024, 24)),
        ("the nineteen ninety-eight", 4, None),
        ("in nineteen ninety-eights", 3, None),
        ("in twenty thirty-minute sessions", 3, None),
        ("in nineteen men", 3, None),
        ("nineteen ninety", 0, None),
    ],
)
def test_a_year_in_words_needs_a_word_before_it_that_says_so(
    text: str, at: int, expected: tuple[int, int] | None
) -> None:
    found = spoken_date_at(text, at)
    assert [(one.year, one.end) for one in found] == ([expected] if expected else [])
    assert all(one.start == at and one.hour is None for one in found)
