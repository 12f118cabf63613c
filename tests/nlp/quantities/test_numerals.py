"""Numerals: the exact value and place of digits and number words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from jurat.nlp.quantities.numerals import Numeral, digits_at, number_words, part_of, vulgar_at, words_at


def shown(text: str, found: Numeral | None) -> str | None:
    return found and f"{text[found.start : found.end]} = {found.value} {found.form} {found.scale}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", "5 = 5 cardinal 1"),
        ("x", None),
        ("1,000,000.5", "1,000,000.5 = 2000001/2 cardinal 1"),
        ("1,00", "1 = 1 cardinal 1"),
        ("12,34,567", "12,34,567 = 1234567 cardinal 1"),
        ("1 000 000", "1 000 000 = 1000000 cardinal 1"),
        ("1\u00a0234", "1\xa0234 = 1234 cardinal 1"),
        ("1.5e3", "1.5e3 = 1500 cardinal 1"),
        ("1.500,50", "1.500,50 = 3001/2 cardinal 1"),
        ("1'000'000", "1'000'000 = 1000000 cardinal 1"),
        ("8,5 million", "8,5 million = 8500000 cardinal 1000000"),
        ("8,5 dogs", "8 = 8 cardinal 1"),
        ("10^6", "10^6 = 1000000 cardinal 1"),
        ("10⁻²", "10⁻² = 1/100 cardinal 1"),
        ("9^6", "9 = 9 cardinal 1"),
        ("1.2 × 10^6", "1.2 × 10^6 = 1200000 cardinal 1"),
        ("1.2 x 10⁶", "1.2 x 10⁶ = 1200000 cardinal 1"),
        ("5th", "5th = 5 ordinal 1"),
        ("5thx", "5 = 5 cardinal 1"),
        ("1½", "1½ = 3/2 cardinal 1"),
        ("1 1/2", "1 1/2 = 3/2 cardinal 1"),
        ("1 2/2", "1 = 1 cardinal 1"),
        ("1 0/2", "1 = 1 cardinal 1"),
        ("999 1/2", "999 1/2 = 1999/2 cardinal 1"),
        ("1000 1/2", "1000 = 1000 cardinal 1"),
        ("3/4", "3/4 = 3/4 part 1"),
        ("4/4", "4 = 4 cardinal 1"),
        ("0/4", "0 = 0 cardinal 1"),
        ("3/4/5", "3 = 3 cardinal 1"),
        ("2 and a half", "2 and a half = 5/2 cardinal 1"),
        ("2 and three quarters", "2 and three quarters = 11/4 cardinal 1"),
        ("2 and three quarter", "2 = 2 cardinal 1"),
        ("2 and a dog", "2 = 2 cardinal 1"),
        ("5k", "5k = 5000 cardinal 1000"),
        ("5m", "5 = 5 cardinal 1"),
        ("5bn", "5bn = 5000000000 cardinal 1000000000"),
        ("5 k", "5 = 5 cardinal 1"),
        ("5 bn", "5 bn = 5000000000 cardinal 1000000000"),
        ("5 million", "5 million = 5000000 cardinal 1000000"),
        ("5 hundred thousand", "5 hundred thousand = 500000 cardinal 100000"),
        ("5 hundred thousand million", "5 hundred thousand = 500000 cardinal 100000"),
        ("5-million", "5-million = 5000000 cardinal 1000000"),
        ("5 millions", "5 = 5 cardinal 1"),
        ("5 dogs", "5 = 5 cardinal 1"),
    ],
)
def test_digits(text: str, expected: str | None) -> None:
    assert shown(text, digits_at(text, 0)) == expected


@pytest.mark.parametrize(
    ("text", "money", "capital", "expected"),
    [
        ("5m", True, False, "5m = 5000000 cardinal 1000000"),
        ("5m", False, True, "5m = 5000000 cardinal 1000000"),
        ("5 m", True, False, "5 m = 5000000 cardinal 1000000"),
        ("5 m", False, True, "5 = 5 cardinal 1"),
        ("5 t", True, False, "5 = 5 cardinal 1"),
        ("5t", True, False, "5t = 5000000000000 cardinal 1000000000000"),
        ("3,50", True, False, "3,50 = 7/2 cardinal 1"),
        ("3,5", True, False, "3 = 3 cardinal 1"),
        ("3,50", False, False, "3 = 3 cardinal 1"),
        ("3,50 €", False, False, "3,50 = 7/2 cardinal 1"),
    ],
)
def test_money_makes_letters_scales_and_commas_points(
    text: str, money: bool, capital: bool, expected: str
) -> None:
    assert shown(text, digits_at(text, 0, money=money, capital=capital)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("½ cup", "½ = 1/2 part 1"),
        ("⅔", "⅔ = 2/3 part 1"),
        ("¼ million", "¼ million = 250000 part 1000000"),
        ("⅞", "⅞ = 7/8 part 1"),
    ],
)
def test_characters_that_are_fractions(text: str, expected: str) -> None:
    assert shown(text, vulgar_at(text, 0)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one", "one = 1 cardinal 1"),
        ("dogs", None),
        ("twenty-one dogs", "twenty-one = 21 cardinal 1"),
        ("twenty zero", "twenty = 20 cardinal 1"),
        ("twenty thirty", "twenty = 20 cardinal 1"),
        ("twenty eleven", "twenty = 20 cardinal 1"),
        ("one two", "one = 1 cardinal 1"),
        ("one hundred and five", "one hundred and five = 105 cardinal 1"),
        ("one and five", "one = 1 cardinal 1"),
        ("nineteen hundred", "nineteen hundred = 1900 cardinal 100"),
        ("one hundred hundred", "one hundred = 100 cardinal 100"),
        ("two hundred thousand and one", "two hundred thousand and one = 200001 cardinal 1"),
        ("one million two hundred thousand", "one million two hundred thousand = 1200000 cardinal 1000"),
        ("one thousand two million", "one thousand two = 1002 cardinal 1"),
        ("one hundred and thousand", "one hundred = 100 cardinal 100"),
        ("two dozen", "two dozen = 24 cardinal 12"),
        ("two dozen five", "two dozen = 24 cardinal 12"),
        ("twenty-first", "twenty-first = 21 ordinal 1"),
        ("twenty tenth", "twenty = 20 cardinal 1"),
        ("two hundredth", "two hundredth = 200 ordinal 1"),
        ("hundred", None),
        ("hundredth", "hundredth = 100 ordinal 1"),
        ("one hundred first", "one hundred first = 101 ordinal 100"),
        ("one first", "one = 1 cardinal 1"),
        ("two thirds", "two thirds = 2/3 part 1"),
        ("one third", "one third = 1/3 part 1"),
        ("one thirds", "one = 1 cardinal 1"),
        ("two and a half million", "two and a half million = 2500000 cardinal 1000000"),
        ("two and a half", "two and a half = 5/2 cardinal 1"),
        ("two million and a half", "two million and a half = 4000001/2 cardinal 1000000"),
        ("first half", "first = 1 ordinal 1"),
        ("one  hundred", "one  hundred = 100 cardinal 100"),
    ],
)
def test_number_words_add_up(text: str, expected: str | None) -> None:
    assert shown(text, words_at(text, 0)) == expected


@pytest.mark.parametrize(
    ("text", "at", "numerator", "expected"),
    [
        ("two thirds", 3, 2, (10, Fraction(2, 3))),
        ("two third", 3, 2, None),
        ("one third", 3, 1, (9, Fraction(1, 3))),
        ("one thirds", 3, 1, None),
        ("one second", 3, 1, None),
        ("one half", 3, 1, (8, Fraction(1, 2))),
        ("one dog", 3, 1, None),
        ("one", 3, 1, None),
    ],
)
def test_fraction_words_agree_in_number(
    text: str, at: int, numerator: int, expected: tuple[int, Fraction] | None
) -> None:
    assert part_of(text, at, numerator) == expected


def test_number_words_have_their_worth() -> None:
    words = number_words()
    assert (words.ones["nine"], words.teens["eleven"], words.tens["fifty"]) == (9, 11, 50)
    assert (words.scales["dozen"], words.ordinals["third"], words.times["twice"]) == (12, 3, 2)
