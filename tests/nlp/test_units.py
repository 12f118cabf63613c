"""Units and currencies: how they are written, where they end, what they are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from jurat.nlp.units import currency_before, unit_at, unit_table


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("5 square miles", 1, (14, "square mile")),
        ("5km away", 1, (3, "km")),
        ("5 km away", 1, (4, "km")),
        ("5-km run", 1, (4, "km")),
        ("5 kmx", 1, None),
        ("5 kilometres per hour.", 1, (21, "km/h")),
        ("5 miles an hour", 1, (15, "mph")),
        ("5 metres per second", 1, (19, "m/s")),
        ("5 degrees celsius", 1, (17, "celsius")),
        ("5 degree celsius", 1, (16, "celsius")),
        ("5 square dogs", 1, None),
        ("5 dogs", 1, None),
        ("5%", 1, (2, "percent")),
        ("5 per cent", 1, (10, "percent")),
        ("5 percentage points", 1, (19, "percentage point")),
        ("5 € off", 1, (3, "EUR")),
        ("5p", 1, (2, "penny")),
        ("5 pounds", 1, (8, "pound")),
        ("5  hours", 1, (8, "hour")),
        ("5   hours", 1, None),
        ("5-hour", 1, (6, "hour")),
        ("5hours", 1, None),
        ("5 m's", 1, None),
        ("5 m", 1, (3, "m")),
        ("5", 1, None),
        ("5,", 1, None),
        ("5 hours5", 1, None),
    ],
)
def test_the_longest_unit_at_a_place(text: str, at: int, expected: tuple[int, str] | None) -> None:
    found = unit_at(text, text, at)
    assert (found and (found[0], found[1].name)) == expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("costs US$5", 9, (6, "USD")),
        ("$5", 1, (0, "USD")),
        ("$ 5", 2, (0, "USD")),
        ("$  5", 3, None),
        ("EUR 5", 4, (0, "EUR")),
        ("xEUR 5", 5, None),
        ("5", 0, None),
        ("a 5", 2, None),
        ("£\u00a05", 2, (0, "GBP")),
        ("A$5", 2, (0, "AUD")),
        ("BUS$5", 4, (3, "USD")),
    ],
)
def test_the_currency_that_ends_at_a_place(text: str, at: int, expected: tuple[int, str] | None) -> None:
    found = currency_before(text, at)
    assert (found and (found[0], found[1].name)) == expected


@pytest.mark.parametrize(
    ("word", "name", "kind", "meanings"),
    [
        ("kilometre", "km", "number", [("length", 1000, 0)]),
        ("fahrenheit", "fahrenheit", "number", [("temperature", Fraction(5, 9), Fraction(-32, 1))]),
        ("percent", "percent", "percent", [("ratio", Fraction(1, 1), Fraction(0, 1))]),
        ("dollars", "USD", "money", [("USD", Fraction(1, 1), Fraction(0, 1))]),
        (
            "pounds",
            "pound",
            "number",
            [("GBP", Fraction(1, 1), Fraction(0, 1)), ("mass", Fraction(45359237, 100000), Fraction(0, 1))],
        ),
        ("pence", "penny", "money", [("GBP", Fraction(1, 100), Fraction(0, 1))]),
    ],
)
def test_a_unit_means_a_factor_in_each_of_its_dimensions(
    word: str, name: str, kind: str, meanings: list[tuple[str, Fraction, Fraction]]
) -> None:
    unit = unit_table().words[word]
    found = [(one.dimension, one.factor, one.offset) for one in unit.meanings]
    assert (unit.name, unit.kind, found) == (name, kind, meanings)


@pytest.mark.parametrize(
    "word", ["degrees celsius", "miles per hour", "miles an hour", "metres a second", "square miles"]
)
def test_plurals_are_of_the_word_that_names_the_unit(word: str) -> None:
    assert word in unit_table().words
