"""Quantities by value: what was counted or measured, exactly, and whether two of them agree."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

from jurat.nlp.quantities.numerals import Number
from jurat.nlp.units import Kind, Meaning, unit_table

Agreement = Literal["same", "conflict", "different"]

_ROUNDING_STEPS: Final = 20
"""A rounded number may lie at most one of so many parts of the exact one from it."""
_TOO_MANY_DIGITS: Final = 30


class Quantity(NamedTuple):
    """A number with its unit, and where it stands; ``low`` equals ``high`` unless it is a range."""

    start: int
    end: int
    low: Number
    high: Number
    unit: str | None
    kind: Kind
    approximate: bool = False


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text, in order.

    >>> [(str(q.low), str(q.high), q.unit, q.kind) for q in quantities("About $1.5m, or 5 to 10 percent")]
    [('1500000', '1500000', 'USD', 'money'), ('5', '10', 'percent', 'percent')]
    """
    from jurat.nlp.values import values

    return list(values(text).quantities)


def agrees(claimed: Quantity, given: Quantity) -> Agreement:
    """Whether what is given bears out what is claimed: by value, with a unit that does not contradict.

    >>> one, other, euro, miles = quantities("$1 million; 1,000,000; €1m; 5 miles")
    >>> agrees(one, other), agrees(one, euro), agrees(one, miles)
    ('same', 'conflict', 'different')
    """
    if (claimed.kind == "ordinal") != (given.kind == "ordinal"):
        return "different"
    if claimed.unit == given.unit or claimed.unit is None or given.unit is None:
        same = _equal(claimed, given, claimed, exact=not claimed.approximate)
        same = same or (claimed.unit != given.unit and _share(claimed, given))
        return "same" if same else "different"
    return _across_units(claimed, given)


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts measure the same kind of thing.

    >>> comparable(*quantities("50 GB or 1 TB")), comparable(*quantities("50 GB or $5"))
    (True, False)
    """
    if one.unit is None or other.unit is None or one.kind != other.kind:
        return False
    return one.unit == other.unit or bool(
        {m.dimension for m in meanings(one)} & {m.dimension for m in meanings(other)}
    )


def _across_units(claimed: Quantity, given: Quantity) -> Agreement:
    """As `agrees`, for two different units: in one dimension they are converted, else they contradict."""
    shared = False
    for mine in meanings(claimed):
        for theirs in meanings(given):
            if mine.dimension == theirs.dimension:
                shared = True
                if _equal(in_base(claimed, mine), in_base(given, theirs), claimed, exact=False):
                    return "same"
    contradicts = not shared and _equal(claimed, given, claimed, exact=True)
    return "conflict" if contradicts else "different"


def _equal(claimed: Quantity, given: Quantity, written: Quantity, *, exact: bool) -> bool:
    """Whether the values meet; an end of a given range is stated by it too."""
    if claimed.low != claimed.high:
        return (claimed.low, claimed.high) == (given.low, given.high)
    if claimed.low in (given.low, given.high):
        return True
    ends = (given.low,) if given.low is given.high else (given.low, given.high)
    return not exact and any(_rounds(end, claimed.low, written.low) for end in ends)


def _rounds(exact: Number, claimed: Number, written: Number) -> bool:
    """Whether a claim is what the exact value rounds to, at the precision at which the claim is written."""
    gap = exact - claimed
    if claimed == 0 or exact == 0 or gap * gap * _ROUNDING_STEPS**2 > exact * exact:
        return False
    step = _last_place(Fraction(written))
    return step is not None and abs(Fraction(gap) * written) <= abs(claimed * step / 2)


def _last_place(value: Fraction) -> Fraction | None:
    """The worth of the last digit that a number is written with: 100 for 500, 1/10 for 2.5."""
    step = Fraction(1)
    for _ in range(_TOO_MANY_DIGITS):
        if (value / step).denominator == 1:
            break
        step /= 10
    else:
        return None
    for _ in range(_TOO_MANY_DIGITS):
        if (value / (step * 10)).denominator != 1:
            break
        step *= 10
    return step


def _share(claimed: Quantity, given: Quantity) -> bool:
    """Whether one is a fraction and the other the same share in percent: half and 50 %."""
    if {claimed.unit, given.unit} != {None, "percent"}:
        return False
    scale = Fraction(100) if claimed.unit is None else Fraction(1, 100)
    low = claimed.low * scale
    return min(claimed.low, given.low) < 1 and claimed.low == claimed.high and low in (given.low, given.high)


def rounding_share(claimed: Number) -> Fraction:
    """How far, at most and as a share of it, a value may lie from the exact one that it is rounded from.

    >>> rounding_share(500), rounding_share(523)
    (Fraction(1, 19), Fraction(1, 1046))
    """
    step = _last_place(Fraction(claimed)) if claimed else None
    if step is None:
        return Fraction(0)
    return min(Fraction(1, _ROUNDING_STEPS - 1), abs(step / 2 / Fraction(claimed)))


def meanings(quantity: Quantity) -> tuple[Meaning, ...]:
    """The meanings of a quantity's unit: its dimensions, each with the factor to the base unit."""
    name = (quantity.unit or "").replace(" ", "_")
    unit = unit_table().units.get(name)
    return unit.meanings if unit else ()


def in_base(quantity: Quantity, meaning: Meaning) -> Quantity:
    """A quantity in the base unit of one of its dimensions."""
    low = (quantity.low + meaning.offset) * meaning.factor
    high = (quantity.high + meaning.offset) * meaning.factor
    return Quantity(quantity.start, quantity.end, low, high, meaning.dimension, quantity.kind)
