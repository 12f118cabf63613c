"""Reading a quantity at a place: sign, currency, numeral, unit, range."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.quantities.counting_words import counting_word_at
from jurat.nlp.quantities.numerals import Number, Numeral, digits_at, number_words, vulgar_at, words_at
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.quantities.reference_codes import code_at, code_table
from jurat.nlp.units import Kind, MeasureUnit, currency_before, unit_at

_LOOK: Final = 24
_DASH: Final = re.compile(r"[\s\u00a0]?[-–—‒−][\s\u00a0]?(?=[$£€¥₹\d½¼¾])|-?\s?to-?\s(?=\S)|-to-")
_AND: Final = re.compile(r" and ")
_SIGN: Final = re.compile(r"(?:(?<![^\s(\[,;:=])[-−+]|\b(?:minus|negative)[ -])[$£€¥₹]?\Z")
_MINUS: Final = ("minus ", "negative ")
_BETWEEN: Final = re.compile(r"\bbetween (?:about |around |roughly |approximately )?\Z")
_BY: Final = re.compile(r"\bby (?:about |around |roughly |approximately |nearly |almost |some )?\Z")
"""Before an amount and "to" another: by how much something changed, then to what."""
_OR_SO: Final = re.compile(r"\+|,? or so\b|,? or more\b|-plus\b| plus\b|-odd\b|-ish\b")
_SCORING: Final = re.compile(
    r"\b(?:w[io]n|winning|wins|beat|beats|beaten|lost|lose|losing|defeat|defeated|victory|draw|drew|drawn|"
    r"tie|tied|score|scored|scoreline|led|lead|leading|ahead|trail|trailed|thrashed|final|down|up|loss)\b[^.\n]{0,50}\Z",
)
_UNSCALED: Final = 1000
_LOOSE_SIGNS: Final = tuple("~≈<>≤≥±")
_PLACES: Final = re.compile(r"\d{1,20}(?!\d)")
_CAPITAL: Final = re.compile(r"[\d.,]{1,20}([MB])(?![^\W_])")
_MILLIONS: Final = re.compile(r"[\d.,]{1,20}m ([a-z]+)")
_TIMES: Final = re.compile(r"x(?![^\W_])")
_LETTERS: Final = re.compile(r"[a-z]+")
_SIGNS: Final = re.compile(r"(?:[a-z]{0,2}[$£€¥₹]|usd |eur |gbp )?")
_CLOCK: Final = re.compile(r"\d{1,2}:\d\d")
_CODE: Final = re.compile(r"\w{1,200}(?:[.-]\w{1,50})?")
_RUN: Final = re.compile(r"\w{1,200}")


_IN: Final = re.compile(r"(?: in (?:every )?|-in-)(?=\d|[a-z])")
_MOST_IN: Final = 1000
"""The largest number of which one is spoken of as a share."""
_UNIT_AND: Final = re.compile(r"\b(an?|one)( [a-z]+) and \Z")
_WEIGHED: Final = frozenset(("tonnes", "tons", "barrels", "views"))


class Side(NamedTuple):
    """One number with what is written around it: a quantity, or one end of a range."""

    start: int
    numeral: Numeral
    end: int
    value: Number
    unit: MeasureUnit | None
    prefixed: bool


def quantities_at(text: str, folded: str, at: int, floor: int) -> tuple[list[Quantity], int]:
    """The quantities that begin with the digit or number word here, and where reading goes on.

    ``floor`` is the end of what was read before; nothing reaches back beyond it.
    """
    digit = folded[at].isdigit()
    end = code_at(text, folded, at) if digit else None
    if end is not None:
        return [], max(end, at + 1)
    side = _side(text, folded, at, floor)
    if side is None:
        return [], _past(folded, at)
    return _ranged(text, folded, side)


def _side(text: str, folded: str, at: int, floor: int) -> Side | None:
    """The number here with sign, currency and unit."""
    money = currency_before(text, at)
    if money and money[0] < floor:
        money = None
    numeral = _numeral(text, folded, at, floor, money=money is not None)
    if numeral is None:
        return None
    if numeral.value == 1 and (share := _one_in(text, folded, numeral)):
        return Side(at, share, share.end, share.value, None, prefixed=False)
    if numeral.form == "part" and (more := _unit_and_part(text, folded, numeral, floor)):
        return more
    start = money[0] if money else numeral.start
    signed = start > floor and (folded[start - 1] in "-−+$£€¥₹" or folded.endswith(_MINUS, 0, start))
    sign = _SIGN.search(folded, max(floor, start - 10), start) if signed else None
    value = numeral.value
    if sign:
        start = sign.start()
        value = value if folded[start] == "+" else -value
    found = None if money or numeral.form == "ordinal" else unit_at(text, folded, numeral.end)
    if found is None and not money and _glued(folded, numeral):
        return None
    if money:
        return Side(
            start, numeral, _after_money(text, folded, numeral.end, money[1]), value, money[1], prefixed=True
        )
    return Side(
        start, numeral, found[0] if found else numeral.end, value, found[1] if found else None, prefixed=False
    )


def _one_in(text: str, folded: str, numeral: Numeral) -> Numeral | None:
    """The share that "one in five" is of all, unless a time follows: "one in five minutes"."""
    found = _IN.match(folded, numeral.end)
    if not found:
        return None
    of = digits_at(folded, found.end()) if folded[found.end()].isdigit() else words_at(folded, found.end())
    if of is None or of.form != "cardinal" or not 1 < of.value <= _MOST_IN or unit_at(text, folded, of.end):
        return None
    return numeral._replace(end=of.end, value=1 / Fraction(of.value), form="part")


def _unit_and_part(text: str, folded: str, numeral: Numeral, floor: int) -> Side | None:
    """One and a part, said with the unit before the part: "an hour and a half"."""
    found = _UNIT_AND.search(folded, max(floor, numeral.start - _LOOK), numeral.start)
    unit = unit_at(text, folded, found.end(1)) if found else None
    if not found or not unit or unit[0] != found.end(2):
        return None
    return Side(found.start(), numeral, numeral.end, 1 + numeral.value, unit[1], prefixed=False)


def _numeral(text: str, folded: str, at: int, floor: int, *, money: bool) -> Numeral | None:
    if folded[at].isdigit():
        point = at - 1 if at > floor and folded[at - 1] == "." and not folded[at - 2 : at - 1].strip() else at
        if point < at:
            return _decimal(folded, at)
        return digits_at(folded, at, money=money or _millions(folded, at), capital=_capital(text, at))
    if not folded[at].isalpha():
        return vulgar_at(folded, at)
    return counting_word_at(folded, at, floor)


def _decimal(folded: str, at: int) -> Numeral | None:
    """A number written without its zero: .5"""
    found = _PLACES.match(folded, at)
    return Numeral(at - 1, found.end(), Fraction("0." + found[0])) if found else None


def _capital(text: str, at: int) -> bool:
    """Whether the letter after the digits is a capital M or B, which no unit is."""
    found = _CAPITAL.match(text, at)
    return bool(found)


def _millions(folded: str, at: int) -> bool:
    """Whether "5m" counts millions: of people, or of something in the plural."""
    found = _MILLIONS.match(folded, at)
    return found is not None and (found[1] in code_table().counted or found[1] in _WEIGHED)


def _glued(folded: str, numeral: Numeral) -> bool:
    """Whether letters go on right after the number, so that it is part of a name such as 3D or 747s."""
    end = numeral.end
    if end >= len(folded) or numeral.worded:
        return False
    return (folded[end].isalpha() and not _TIMES.match(folded, end)) or folded[end] in "_@"


def _after_money(text: str, folded: str, end: int, unit: MeasureUnit) -> int:
    """Past a currency that is said again after the number: $5 USD, £5 pounds."""
    again = unit_at(text, folded, end)
    return again[0] if again and again[1].name == unit.name else end


def _ranged(text: str, folded: str, side: Side) -> tuple[list[Quantity], int]:
    """The side as a quantity, or with the one after it as a range or a score."""
    start, end = side.start, side.end
    between = _AND.match(folded, end) and _BETWEEN.search(folded, max(0, start - 40), start)
    link = (_AND if between else _DASH).match(folded, end)
    other = _other(text, folded, link.end()) if link and side.numeral.form != "ordinal" else None
    if other and link and side.unit and "to" in link[0] and _BY.search(folded, max(0, start - 40), start):
        other = None
    if other is None or link is None or not _pairs(side, other):
        return [_quantity(folded, side)], side.end
    if not between and _is_score(folded, side, other, link[0]):
        return [_quantity(folded, side), _quantity(folded, other)], other.end
    low: Number = side.value
    if side.numeral.scale == 1 and -_UNSCALED < side.value < _UNSCALED:
        low *= other.numeral.scale
    if low > other.value:
        return [_quantity(folded, side), _quantity(folded, other)], other.end
    return [_range(folded, side, other, low)], other.end


def _other(text: str, folded: str, at: int) -> Side | None:
    """The second end of a range, if a number stands there."""
    signs = _SIGNS.match(folded, at)
    at = signs.end() if signs else at
    if at >= len(folded) or (folded[at].isdigit() and _CLOCK.match(folded, at)):
        return None
    if not folded[at].isdigit():
        word = _LETTERS.match(folded, at)
        words = number_words()
        if not word or not (word[0] in words.ones or word[0] in words.teens or word[0] in words.tens):
            return None
    return _side(text, folded, at, at if not signs or not signs[0] else signs.start())


def _pairs(side: Side, other: Side) -> bool:
    """Whether two numbers can be the ends of one range."""
    if other.numeral.form == "ordinal" or side.numeral.form == "part":
        return False
    if side.unit is None or other.unit is None:
        return side.unit is None or side.prefixed
    return side.unit.name == other.unit.name


def _is_score(folded: str, side: Side, other: Side, link: str) -> bool:
    if (
        side.unit
        or other.unit
        or "-" not in link.replace("–", "-")
        or side.numeral.scale != other.numeral.scale
    ):
        return False
    if side.value >= other.value:
        return True
    return bool(_SCORING.search(folded, max(0, side.start - 60), side.start))


def _range(folded: str, side: Side, other: Side, low: Number) -> Quantity:
    unit = side.unit or other.unit
    first = side._replace(unit=unit)
    whole = _quantity(folded, first)
    return whole._replace(end=other.end, low=low, high=other.value)


def _quantity(folded: str, side: Side) -> Quantity:
    kind: Kind = "ordinal" if side.numeral.form == "ordinal" else side.unit.kind if side.unit else "number"
    loose = _approximate(folded, side.start) or bool(_OR_SO.match(folded, side.end))
    name = side.unit.name if side.unit else None
    return Quantity(side.start, side.end, side.value, side.value, name, kind, loose)


def _past(folded: str, at: int) -> int:
    """The end of the word or code here."""
    found = (_CODE if folded[at].isdigit() else _RUN).match(folded, at)
    return found.end() if found else at + 1


def _approximate(folded: str, start: int) -> bool:
    """Whether the words right before a number make it a bound or an estimate."""
    behind = folded[max(0, start - _LOOK) : start].rstrip()
    for filler in (" the", " between", " from"):
        behind = behind.removesuffix(filler)
    if behind.endswith(_LOOSE_SIGNS):
        return True
    return f" {behind}".endswith(_loose_words().get(behind[-1:], ()))


@cache
def _loose_words() -> dict[str, tuple[str, ...]]:
    """The words that make a number approximate, with what may stand before them, by their last letter."""
    found = [lead + word for word in read_list("approximations.txt") for lead in ' (\n"“—']
    return {last: tuple(one for one in found if one[-1] == last) for last in {one[-1] for one in found}}
