"""The names of the calendar."""

from __future__ import annotations

from jurat.nlp.dates.calendar_names import calendar_names


def test_months_weekdays_and_decades_have_their_numbers() -> None:
    names = calendar_names()
    assert (names.months["january"], names.months["december"], len(names.months)) == (1, 12, 12)
    assert (names.short_months["sept"], names.short_months["dec"]) == (9, 12)
    assert [names.weekdays[day] for day in ("monday", "sunday")] == [0, 6]
    assert [names.decades[decade] for decade in ("twenties", "nineties")] == [1920, 1990]


def test_words_around_a_year_or_an_amount_are_told_apart() -> None:
    names = calendar_names()
    assert "may" in names.doubtful
    assert "january" not in names.doubtful
    assert "in" in names.years
    assert "in" in names.cues
    assert "last" in names.relative
    assert not names.years & names.amounts
    assert isinstance(names.yearly, frozenset)
