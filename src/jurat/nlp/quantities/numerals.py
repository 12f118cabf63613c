"""Numerals: the exact value of digits and number words at a place in a text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from jurat.nlp.lexicon.loader import read_table

Form = Literal["cardinal", "ordinal", "part"]
Number = int | Fraction
"""An exact value; whole numbers are compared many times as fast as fractions."""

_MAX_WORDS: Final = 12
_VULGAR: Final = "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒"
_DIGITS: Final = re.compile(
    r"(?:\d{1,3}(?:,\d{3}){1,8}(?!,?\d)|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3}){1,8}(?!\d)"
    r"|\d{1,3}(?: 000){1,5}(?!\d)|\d{1,2}(?:,\d\d){1,4},\d{3}(?!,?\d)|\d{1,30}(?!\d))"
    r"(?:\.\d{1,30}(?![\d]))?(?:e[+-]?\d{1,2}(?!\w))?",
)
_SEPARATORS: Final = re.compile(r"[,\s]")
_ELSEWHERE: Final = re.compile(
    r"(?P<whole>\d{1,3}(?:(?:\.\d{3}){1,8}(?=,)|(?:['’]\d{3}){1,8}(?![\d'’])|\d{0,9}(?=,\d{1,2}(?!\d))))"
    r"(?:[.,](?P<places>\d{1,20})(?!\d|,\d))?",
)
"""Digits as other countries write them: 1.500,50 and 1'000'000 and 8,5."""
_AFTER_COMMA: Final = re.compile(
    r"\s?(?:%|per ?cent\b|million\b|billion\b|trillion\b|thousand\b|bn\b|€|euros?\b)"
)
_POWER: Final = re.compile(
    r"(?P<times>\s?[×x*·]\s?10)?(?:\^\{?(?P<plain>[+−-]?\d{1,2})\}?(?!\d)|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{1,2}))"
)
_LEVEL: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−", "0123456789+--")
_MARKS: Final = str.maketrans("", "", ".'’")
_TEN: Final = 10
_GOES_ON: Final = frozenset(",'’^×x·*⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
"""What digits may go on with in a way that is not the usual one."""
_JOINS: Final = frozenset(" \u00a0-/")
"""Between a number and what belongs to it; a letter or a fraction may also follow directly."""
_OVER: Final = re.compile(r"/(\d{1,4})(?![\d/]|,\d)")
_MIXED: Final = re.compile(rf"[ \u00a0]?([{_VULGAR}])|[ -](\d{{1,2}})[/⁄](\d{{1,2}})(?![\d/])")
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)(?![^\W\d_])")
_SCALE: Final = re.compile(r"[ \u00a0-]{0,2}([a-z]+)(?![^\W\d_])")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_WORD: Final = re.compile(r"[a-z]+")
_LINK: Final = re.compile(r"(?:\s{1,2}|-)(?:and\s{1,2}|and-)?")
_AND_A_PART: Final = re.compile(r" and (?:(a|an|one|two|three) )?([a-z]+)(?![a-z])")
_PART: Final = re.compile(r"[ -]([a-z]+)(?![a-z])")


class Numeral(NamedTuple):
    """A number as written: its place, its exact value, and the scale word that it ends in, if any."""

    start: int
    end: int
    value: Number
    form: Form = "cardinal"
    scale: int = 1
    worded: bool = False


@dataclass(frozen=True, slots=True)
class NumberWords:
    """What each number word is worth, by the part it plays in a numeral."""

    ones: dict[str, int]
    teens: dict[str, int]
    tens: dict[str, int]
    scales: dict[str, int]
    suffixes: dict[str, int]
    ambiguous_suffixes: dict[str, int]
    ordinals: dict[str, int]
    times: dict[str, int]
    parts: dict[str, int]


@cache
def number_words() -> NumberWords:
    """The number words of the data file.

    >>> number_words().tens["fifty"]
    50
    """
    table = read_table("number_words.toml")
    return NumberWords(**table)


def digits_at(folded: str, at: int, *, money: bool = False, capital: bool = False) -> Numeral | None:
    """The numeral that starts with a digit here; ``money`` and ``capital`` make of m, b and t a scale.

    >>> digits_at("1.5 million", 0).value, digits_at("$5m", 1, money=True).value, digits_at("1½", 0).value
    (Fraction(1500000, 1), 5000000, Fraction(3, 2))
    """
    found = _DIGITS.match(folded, at)
    if not found:
        return None
    numeral = Numeral(at, found.end(), _value(found[0]))
    after = folded[numeral.end : numeral.end + 1]
    if after in _GOES_ON or (after == " " and folded[numeral.end + 1 : numeral.end + 2] in _GOES_ON):
        numeral = _powered(folded, _elsewhere(folded, numeral, money=money))
        after = folded[numeral.end : numeral.end + 1]
    if not after.isalnum() and after not in _JOINS:
        return numeral
    if ordinal := _ORDINAL.match(folded, numeral.end):
        return numeral._replace(end=ordinal.end(), form="ordinal")
    return _scaled(folded, _with_part(folded, numeral), money=money, capital=capital)


def vulgar_at(folded: str, at: int) -> Numeral:
    """The numeral that is a single character such as ½.

    >>> vulgar_at("½ cup", 0).value
    Fraction(1, 2)
    """
    value = Fraction(unicodedata.numeric(folded[at])).limit_denominator(10)
    return _scaled(folded, Numeral(at, at + 1, value, "part"), money=False, capital=False)


def words_at(folded: str, at: int) -> Numeral | None:
    """The longest numeral in words here.

    >>> words_at("one hundred and five dogs", 0), words_at("twenty-first", 0).form
    (Numeral(start=0, end=20, value=105, form='cardinal', scale=1, worded=True), 'ordinal')
    """
    reader = _Words()
    end, place = at, at
    for _ in range(_MAX_WORDS):
        word = _WORD.match(folded, place)
        if not word or not reader.take(word[0], linked_by_and="and" in folded[end:place]):
            break
        end = word.end()
        link = _LINK.match(folded, end)
        if reader.form == "ordinal" or not link:
            break
        place = link.end()
    if end == at:
        return None
    numeral = Numeral(at, end, reader.value(), reader.form, reader.last_scale, worded=True)
    return _with_parts_in_words(folded, numeral)


def part_of(folded: str, at: int, numerator: int) -> tuple[int, Fraction] | None:
    """Where a fraction word here ends and its value: thirds after two, half after one.

    >>> part_of("two thirds", 3, 2)
    (10, Fraction(2, 3))
    """
    found = _PART.match(folded, at)
    if not found or found[1] not in number_words().parts:
        return None
    if (numerator > 1) != found[1].endswith("s") or found[1] == "second":
        return None
    return found.end(), Fraction(numerator, number_words().parts[found[1]])


def _elsewhere(folded: str, numeral: Numeral, *, money: bool) -> Numeral:
    """The numeral as other countries write it, where what follows leaves no doubt: €3,50 or 8,5 million."""
    found = _ELSEWHERE.match(folded, numeral.start)
    if not found or found.end() <= numeral.end:
        return numeral
    plain = found["whole"].isdecimal()
    if plain and not (money and len(found["places"]) == 2) and not _AFTER_COMMA.match(folded, found.end()):
        return numeral
    whole = found["whole"].translate(_MARKS)
    value = Fraction(f"{whole}.{found['places']}") if found["places"] else int(whole)
    return numeral._replace(end=found.end(), value=value)


def _powered(folded: str, numeral: Numeral) -> Numeral:
    """The numeral times a power of ten: 10^6, 1.2 × 10⁶."""
    found = _POWER.match(folded, numeral.end)
    if not found or not (found["times"] or numeral.value == _TEN):
        return numeral
    power = Fraction(_TEN) ** int((found["plain"] or found["raised"]).translate(_LEVEL))
    value = numeral.value * power if found["times"] else power
    return numeral._replace(end=found.end(), value=int(value) if value.denominator == 1 else value)


def _value(written: str) -> Number:
    if not written.isdecimal():
        written = _SEPARATORS.sub("", written)
    return int(written) if written.isdecimal() else Fraction(written)


def _with_part(folded: str, numeral: Numeral) -> Numeral:
    """The numeral with a fraction after it: 3/4, 1½, 1 1/2, 2 and a half, 2 thirds."""
    if mixed := _MIXED.match(folded, numeral.end):
        if mixed[1]:
            half = vulgar_at(folded, mixed.start(1)).value
            return numeral._replace(end=mixed.end(), value=numeral.value + half)
        if 0 < int(mixed[2]) < int(mixed[3]) and numeral.value < 1000:
            part = Fraction(int(mixed[2]), int(mixed[3]))
            return numeral._replace(end=mixed.end(), value=numeral.value + part)
    if (over := _OVER.match(folded, numeral.end)) and numeral.value < int(over[1]) and numeral.value > 0:
        return numeral._replace(end=over.end(), value=Fraction(numeral.value) / int(over[1]), form="part")
    return _with_half(folded, numeral)


def _with_half(folded: str, numeral: Numeral) -> Numeral:
    """The numeral with "and a half" or "and three quarters" after it."""
    found = _AND_A_PART.match(folded, numeral.end)
    if not found or found[2] not in number_words().parts:
        return numeral
    count = {"two": 2, "three": 3}.get(found[1] or "", 1)
    if (count > 1) != found[2].endswith("s"):
        return numeral
    part = Fraction(count, number_words().parts[found[2]])
    return numeral._replace(end=found.end(), value=numeral.value + part)


def _scaled(folded: str, numeral: Numeral, *, money: bool, capital: bool) -> Numeral:
    """The numeral multiplied by the scale words or letters after it."""
    words = number_words()
    if letters := _LETTERS.match(folded, numeral.end):
        scale = words.suffixes.get(letters[0]) or words.scales.get(letters[0])
        if scale is None and (money or capital):
            scale = words.ambiguous_suffixes.get(letters[0])
        if scale:
            return numeral._replace(end=letters.end(), value=numeral.value * scale, scale=scale)
        return numeral
    for _ in range(2):
        found = _SCALE.match(folded, numeral.end)
        scale = _spaced_scale(found[1], money=money) if found else None
        if not found or not scale:
            break
        numeral = numeral._replace(end=found.end(), value=numeral.value * scale, scale=numeral.scale * scale)
    return numeral


def _spaced_scale(word: str, *, money: bool) -> int | None:
    words = number_words()
    scale = words.scales.get(word)
    if scale is None and word != "k":
        scale = words.suffixes.get(word)
    return words.ambiguous_suffixes.get(word) if scale is None and money and word in ("m", "b") else scale


def _with_parts_in_words(folded: str, numeral: Numeral) -> Numeral:
    """Two thirds, one half, two and a half million."""
    if numeral.form != "cardinal":
        return numeral
    if numeral.value < 100 and (part := part_of(folded, numeral.end, int(numeral.value))):
        end, value = part
        return numeral._replace(end=end, value=value, form="part")
    with_half = _with_half(folded, numeral)
    if with_half.end == numeral.end:
        return numeral
    return _scaled(folded, with_half, money=False, capital=False)


class _Words:
    """Adds up number words as they come, refusing the first that does not continue the numeral."""

    __slots__ = ("_hundred_done", "_last", "_low", "_scale", "_total", "form", "last_scale")

    def __init__(self) -> None:
        self._total = 0
        self._low = 0
        self._last: str = ""
        self._scale = 0
        self._hundred_done = False
        self.form: Form = "cardinal"
        self.last_scale = 1

    def value(self) -> int:
        """What was taken so far."""
        return self._total + self._low

    def take(self, word: str, *, linked_by_and: bool) -> bool:
        """Whether the word continues the numeral; if so it is added."""
        words = number_words()
        if linked_by_and and self._last not in ("hundred", "scale"):
            return False
        if word in words.ones:
            return self._add(words.ones[word], "ones", after=("", "tens", "hundred", "scale"))
        if word in words.teens:
            return self._add(words.teens[word], "teens", after=("", "hundred", "scale"))
        if word in words.tens:
            return self._add(words.tens[word], "tens", after=("", "hundred", "scale"))
        if word in words.ordinals:
            return self._end(words.ordinals[word])
        return not linked_by_and and word in words.scales and self._multiply(word, words.scales[word])

    def _add(self, value: int, kind: str, *, after: tuple[str, ...]) -> bool:
        if self._last not in after or (self._last == "scale" and self._scale == 12):
            return False
        if self._last == "tens" and value == 0:
            return False
        self._low += value
        self._last = kind
        self.last_scale = 1
        return True

    def _multiply(self, word: str, scale: int) -> bool:
        if self._last in ("", "hundred") and self._low == 0:
            return False
        if word == "hundred":
            if self._hundred_done or self._last not in ("ones", "teens", "tens") or not 0 < self._low < 100:
                return False
            self._low *= scale
            self._last, self._hundred_done = "hundred", True
        else:
            if self._low == 0 or (self._scale and scale >= self._scale):
                return False
            self._total += self._low * scale
            self._low, self._last, self._scale, self._hundred_done = 0, "scale", scale, False
        self.last_scale = scale
        return True

    def _end(self, value: int) -> bool:
        fits = {"": True, "tens": value < 10, "hundred": value < 100, "scale": value < 1000}
        if value >= 100 and self._last in ("ones", "teens", "tens"):
            self._low *= value
        elif fits.get(self._last, False):
            self._low += value
        else:
            return False
        self.form = "ordinal"
        return True
