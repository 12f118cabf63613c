"""Quantities: what is comparable, what rounds to what, and values in base units."""

from __future__ import annotations

from fractions import Fraction

import pytest

from jurat.nlp.quantities.quantity import (
    Quantity,
    agrees,
    comparable,
    in_base,
    meanings,
    quantities,
    rounding_share,
)


def plain(
    low: int | Fraction, high: int | Fraction | None = None, unit: str | None = None, **more: object
) -> Quantity:
    return Quantity(0, 1, low, low if high is None else high, unit, **{"kind": "number", **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claimed", "given", "expected"),
    [
        (plain(5), plain(5), "same"),
        (plain(5), plain(6), "different"),
        (plain(5), plain(5, kind="ordinal"), "different"),
        (plain(5, kind="ordinal"), plain(5, kind="ordinal"), "same"),
        (plain(5), plain(5, 10), "same"),
        (plain(10), plain(5, 10), "same"),
        (plain(7), plain(5, 10), "different"),
        (plain(5, 10), plain(5, 10), "same"),
        (plain(5, 10), plain(5, 11), "different"),
        (plain(500), plain(510), "different"),
        (plain(500, approximate=True), plain(510), "same"),
        (plain(500, approximate=True), plain(525), "same"),
        (plain(500, approximate=True), plain(527), "different"),
        (plain(500, approximate=True), plain(475), "different"),
        (plain(500, approximate=True), plain(477), "same"),
        (plain(520, approximate=True), plain(526), "different"),
        (plain(520, approximate=True), plain(525), "same"),
        (plain(0, approximate=True), plain(Fraction(1, 100)), "different"),
        (plain(5, approximate=True), plain(0), "different"),
        (plain(500, approximate=True), plain(400, 510), "same"),
        (plain(Fraction(1, 2)), plain(50, unit="percent", kind="percent"), "same"),
        (plain(50, unit="percent", kind="percent"), plain(Fraction(1, 2)), "same"),
        (plain(1), plain(100, unit="percent", kind="percent"), "different"),
        (plain(Fraction(1, 2)), plain(50, unit="km"), "different"),
        (plain(Fraction(1, 2), Fraction(3, 4)), plain(50, 75, unit="percent", kind="percent"), "different"),
        (plain(5, unit="km"), plain(5000, unit="m"), "same"),
        (plain(5, unit="km"), plain(5100, unit="m"), "same"),
        (plain(5, unit="km"), plain(5300, unit="m"), "different"),
        (plain(5, unit="km"), plain(5, unit="kg"), "conflict"),
        (plain(5, unit="km"), plain(6, unit="kg"), "different"),
        (plain(5, unit="km"), plain(5, unit="m"), "different"),
    ],
)
def test_a_claim_agrees_by_value_and_unit(claimed: Quantity, given: Quantity, expected: str) -> None:
    assert agrees(claimed, given) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50 GB or 1 TB", True),
        ("50 GB or 60 GB", True),
        ("50 GB or $5", False),
        ("50 GB or 5", False),
        ("5 or 50 GB", False),
        ("5 km or 5 kg", False),
        ("$5 or €5", False),
        ("5 pounds or 5 kg", True),
    ],
)
def test_amounts_of_one_dimension_are_comparable(text: str, expected: bool) -> None:
    assert comparable(*quantities(text)) is expected


@pytest.mark.parametrize(
    ("claimed", "share"),
    [
        (500, Fraction(1, 19)),
        (900, Fraction(1, 19)),
        (523, Fraction(1, 1046)),
        (-523, Fraction(1, 1046)),
        (Fraction(5, 2), Fraction(1, 50)),
        (0, Fraction(0)),
        (Fraction(1, 3), Fraction(0)),
        (Fraction(1, 10**29), Fraction(1, 19)),
        (Fraction(1, 10**30), Fraction(0, 1)),
    ],
)
def test_a_value_may_round_by_half_its_last_place(claimed: int | Fraction, share: Fraction) -> None:
    assert rounding_share(claimed) == share


def test_base_units_and_meanings() -> None:
    [celsius, miles] = quantities("68°F and 5 square miles")
    [meaning] = meanings(celsius)
    assert (in_base(celsius, meaning).low, in_base(celsius, meaning).unit) == (20, "temperature")
    assert [one.dimension for one in meanings(miles)] == ["area"]
    assert meanings(plain(5)) == meanings(plain(5, unit="qqq")) == ()


def test_quantities_are_found_in_order_with_offsets() -> None:
    text = "About $1.5m, or 5 to 10 percent"
    found = [(text[one.start : one.end], one.low, one.high, one.approximate) for one in quantities(text)]
    assert found == [("$1.5m", 1_500_000, 1_500_000, True), ("5 to 10 percent", 5, 10, False)]
    assert quantities("") == []
