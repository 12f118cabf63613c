"""Quantities that begin at a place: sign, currency, numeral, unit, range and score."""

from __future__ import annotations

import pytest

from jurat.nlp.quantities.quantity_parser import quantities_at


def read(text: str, floor: int = 0) -> tuple[list[str], int]:
    """Each quantity at the mark as "characters = value unit kind", and where reading goes on; ~ is about."""
    at, plain = text.index("|"), text.replace("|", "")
    found, end = quantities_at(plain, plain.lower(), at, floor)
    shown = []
    for one in found:
        value = f"{one.low}" if one.low == one.high else f"{one.low}–{one.high}"
        shown.append(
            f"{plain[one.start : one.end]} = {'~' * one.approximate}{value} {one.unit or '-'} {one.kind}"
        )
    return shown, end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|5 dogs", (["5 = 5 - number"], 1)),
        ("$|5", (["$5 = 5 USD money"], 2)),
        ("$|5 USD.", (["$5 USD = 5 USD money"], 6)),
        ("$|5 EUR", (["$5 = 5 USD money"], 2)),
        ("-|5", (["-5 = -5 - number"], 2)),
        ("-$|5", (["-$5 = -5 USD money"], 3)),
        ("+|5", (["+5 = 5 - number"], 2)),
        ("minus |5 km", (["minus 5 km = -5 km number"], 10)),
        ("a-|5", ([], 3)),
        ("x -|5", (["-5 = -5 - number"], 4)),
        ("|5 km", (["5 km = 5 km number"], 4)),
        ("|5th", (["5th = 5 - ordinal"], 3)),
        ("|3D", ([], 2)),
        ("|747s", ([], 4)),
        ("|3x", (["3 = 3 - number"], 1)),
        ("|3@x", ([], 1)),
        ("figure |3 shows", ([], 8)),
        (".|5 km", ([".5 km = 1/2 km number"], 5)),
        ("0.|5 km", ([], 3)),
        ("|½ cup", (["½ cup = 1/2 cup number"], 5)),
        ("|5M", (["5M = 5000000 - number"], 2)),
        ("|5m", (["5m = 5 m number"], 2)),
        ("|5m people", (["5m = 5000000 - number"], 2)),
        ("|5m tonnes", (["5m tonnes = 5000000 tonne number"], 9)),
        ("|dogs run", ([], 4)),
        ("|three dogs", (["three = 3 - number"], 5)),
    ],
)
def test_one_number_with_what_is_written_around_it(text: str, expected: tuple[list[str], int]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|one in five people", (["one in five = 1/5 - number"], 11)),
        ("|1-in-5", (["1-in-5 = 1/5 - number"], 6)),
        ("|one in five minutes", (["one = 1 - number"], 3)),
        ("|one in 1000", (["one in 1000 = 1/1000 - number"], 11)),
        ("|one in 1001", (["one = 1 - number"], 3)),
        ("|one in one", ([], 3)),
        ("|one in third", ([], 3)),
        ("an hour and |half", (["an hour and half = 3/2 hour number"], 16)),
        ("an hour and a |half", (["an hour and a half = 3/2 hour number"], 18)),
        ("a dog and a |half of", (["a half = 1/2 - number"], 16)),
    ],
)
def test_shares_and_parts(text: str, expected: tuple[list[str], int]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|5-10 km", (["5-10 km = 5–10 km number"], 7)),
        ("|5 to 10 percent", (["5 to 10 percent = 5–10 percent percent"], 15)),
        ("|5 km to 10 km", (["5 km to 10 km = 5–10 km number"], 13)),
        ("|5 km to 10", (["5 km = 5 km number"], 4)),
        ("|5 km to 10 kg", (["5 km = 5 km number"], 4)),
        ("$|5-10", (["$5-10 = 5–10 USD money"], 5)),
        ("$|5 to $10", (["$5 to $10 = 5–10 USD money"], 9)),
        ("$|5-$10 million", (["$5-$10 million = 5000000–10000000 USD money"], 14)),
        ("|5 to 10 million", (["5 to 10 million = 5000000–10000000 - number"], 15)),
        ("|1000 to 10 million", (["1000 to 10 million = 1000–10000000 - number"], 18)),
        ("|999 to 10 million", (["999 = 999 - number", "10 million = 10000000 - number"], 17)),
        ("|10-5", (["10 = 10 - number", "5 = 5 - number"], 4)),
        ("|10 to 5", (["10 = 10 - number", "5 = 5 - number"], 7)),
        ("won |3-5", (["3 = 3 - number", "5 = 5 - number"], 7)),
        ("pages: |3-5", (["3-5 = 3–5 - number"], 10)),
        ("won |3-5 km", (["3-5 km = 3–5 km number"], 10)),
        ("between |5 and 10", (["5 and 10 = 5–10 - number"], 16)),
        ("between about |5 and 10 km", (["5 and 10 km = ~5–10 km number"], 25)),
        ("|5 and 10", (["5 = 5 - number"], 1)),
        ("rose by |5 percent to 10 percent", (["5 percent = 5 percent percent"], 17)),
        ("rose by |5 to 10", (["5 to 10 = 5–10 - number"], 15)),
        ("|5 to 10:30", (["5 = 5 - number"], 1)),
        ("|5 to ten", (["5 to ten = 5–10 - number"], 8)),
        ("|5 to dogs", (["5 = 5 - number"], 1)),
        ("|five to ten dogs", (["five to ten = 5–10 - number"], 11)),
        ("|5th to 10th", (["5th = 5 - ordinal"], 3)),
        ("|5 to 10th", (["5 = 5 - number"], 1)),
        ("|½ to 10", (["½ = 1/2 - number"], 1)),
    ],
)
def test_two_numbers_are_a_range_a_score_or_two(text: str, expected: tuple[list[str], int]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("about |5", True),
        ("(about |5", True),
        ("xabout |5", False),
        ("about the |5", True),
        ("more than |5", True),
        ("~|5", True),
        (">|5", True),
        ("|5+", True),
        ("|5 or so", True),
        ("|5 or more", True),
        ("|5 or less", False),
        ("|5-odd", True),
        ("exact |5", False),
        ("|5", False),
    ],
)
def test_words_and_signs_make_a_number_approximate(text: str, expected: bool) -> None:
    [shown] = read(text)[0]
    assert ("~" in shown.partition("=")[2]) is expected


def test_nothing_reaches_back_beyond_the_floor() -> None:
    assert read("$|5", 1) == (["5 = 5 - number"], 2)
    assert read("-|5", 1) == (["5 = 5 - number"], 2)
    assert read("minus |5", 6) == (["5 = 5 - number"], 7)
    assert read(".|5", 1) == (["5 = 5 - number"], 2)
