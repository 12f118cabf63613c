"""Numbers and dates of a claim that no source gives, and that cannot be calculated from what it gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from jurat.nlp.dates.moment import Moment, covers
from jurat.nlp.quantities.quantity import Quantity, agrees, comparable
from jurat.nlp.values import Values, values

MOST_VALUES: Final = 60
"""Values of a source that are combined when a claim may have calculated one."""
_BOUND: Final = re.compile(
    r"(?:more than|over|above|at least|no less than|less than|under|below|at most|no more than|up to|almost|"
    r"nearly|about|around|roughly|approximately|some|circa|within|exceed\w*|beyond|past|"
    r"as (?:much|many|few|little) as)\s*"
    r"(?:[$€£]\s*)?\Z",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 24
_ROUNDED: Final = 10
"""From here on a whole number may be a rounded one."""


@dataclass(frozen=True, slots=True)
class ValuedText:
    """A text with its values, found once."""

    text: str
    values: Values

    @classmethod
    def of(cls, text: str) -> ValuedText:
        """Return a text with its values."""
        return cls(text, values(text))


def unsupported_values(claim: ValuedText, sources: Sequence[ValuedText]) -> Iterator[Quantity | Moment]:
    """Yield the numbers and dates of a claim that no source gives, and that cannot be calculated from them.

    >>> source = ValuedText.of("In 2020 12 came, 7 stayed.")
    >>> found = unsupported_values(ValuedText.of("5 of 12 left in 2021."), [source])
    >>> [(one.start, one.end) for one in found]  # 5 is 12 less 7
    [(16, 20)]
    """
    for moment in claim.values.moments:
        if not _is_bounded(moment, claim.text) and not any(
            covers(given, moment) for source in sources for given in source.values.moments
        ):
            yield moment
    for amount in claim.values.quantities:
        if not _is_given(amount, claim.text, sources) and not _is_calculated(amount, sources):
            yield amount


def _is_bounded(value: Quantity | Moment, text: str) -> bool:
    """Whether a value is a bound or an approximation ("more than 5", "around 1903")."""
    return _BOUND.search(text, max(0, value.start - _LOOK_BACK), value.start) is not None


def _is_given(amount: Quantity, text: str, sources: Sequence[ValuedText]) -> bool:
    """Whether a source gives an amount, or one that fits the bound before it."""
    if amount.kind == "ordinal" or _is_bounded(amount, text):
        return True
    return any(agrees(amount, given) == "same" for source in sources for given in source.values.quantities)


def _is_calculated(amount: Quantity, sources: Sequence[ValuedText]) -> bool:
    """Whether an amount is a sum, difference, product, quotient or share of amounts that the sources give."""
    given = [one for source in sources for one in source.values.quantities if one.low == one.high][
        :MOST_VALUES
    ]
    alike = [Fraction(one.low) for one in given if _like(amount, one)]
    wanted = Fraction(amount.low)
    if wanted == sum(alike) or (amount.unit is None and wanted == len(alike)):
        return True
    return any(_close(wanted, made) for pair in combinations(given, 2) for made in _combined(amount, *pair))


def _like(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts can be added: both without a unit, or with units of one dimension."""
    return comparable(one, other) or one.unit is None is other.unit


def _combined(amount: Quantity, one: Quantity, other: Quantity) -> Iterator[Fraction]:
    """Yield what two given amounts make that has the measure of a claimed one."""
    first, second = Fraction(one.low), Fraction(other.low)
    if _like(amount, one) and _like(amount, other):
        yield from (first + second, abs(first - second))
    elif _like(amount, one) or _like(amount, other):
        yield first * second
        yield from (top / bottom for top, bottom in ((first, second), (second, first)) if bottom)
    if amount.kind == "percent" and _like(one, other):
        ratios = [top / bottom for top, bottom in ((first, second), (second, first)) if bottom]
        yield from (100 * made for ratio in ratios for made in (ratio, abs(ratio - 1)))


def _close(wanted: Fraction, made: Fraction) -> bool:
    """Whether a calculated value is the wanted one, rounded by half a percent or half of 1 at most."""
    rounding = max(wanted / 200, Fraction(1, 2) if wanted.denominator == 1 and wanted >= _ROUNDED else 0)
    return wanted == made or (wanted > 1 and abs(made - wanted) <= rounding)
