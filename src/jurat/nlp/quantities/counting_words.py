"""Number words that count something, told from the pronouns, times and idioms that look like them."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_table
from jurat.nlp.quantities.numerals import Numeral, number_words, part_of, words_at
from jurat.nlp.quantities.reference_codes import previous_word

_HALF_NEXT: Final = re.compile(
    r"\s(?:of|the|a|an|all|its|their|his|her|our|my|your|as|that|this|these|those)\b|\s?(?=[.,;)]|\Z)"
)
_PLURAL: Final = re.compile(r" ([a-z]+)")
_STATED: Final = frozenset(
    {"than", "least", "only", "just", "from", "to", "about", "nearly", "exactly", "under", "over"}
)
_LETTERS: Final = re.compile(r"[a-z]+")
_IN_N: Final = re.compile(
    r" (?:in|out of|to) (?:\d|two|three|four|five|six|seven|eight|nine|ten|every|a hundred)"
)
_A_SCALE: Final = re.compile(r" an? ([a-z]+)")
_TIMED: Final = re.compile(
    r"( an?|-)?(?=[ -](?:hour|mile|year|day|century|pint|decade|million|dozen|minute)\b)"
)
_OF_A_SCALE: Final = re.compile(r" of an? ([a-z]+)")
_COMPARES: Final = re.compile(r" (?:as|the|that|this|its|their|his|her|our|what|more|over|removed)\b|-")
"""What after "twice" makes it a factor or a figure of speech."""
_NEAR: Final = 8
"""Characters before a word in which the end of what was said before it stands."""
_VAGUE: Final = re.compile(r"\b(?:few|couple|several) \Z")
_ORDERING: Final = re.compile(r"(?=,)| and foremost\b| of all\b")
_OPENING: Final = re.compile(r"(?:\A|[.!?:;\n*•–—)-])[\s\"“(*]*\Z")
_BESIDE: Final = re.compile(
    r"-(?:hand|handed|class|rate|party|person|aid|guess|guessed|string|rank|degree)\b"
)


def counting_word_at(folded: str, at: int, floor: int) -> Numeral | None:
    """A numeral in words, or None where the word counts nothing."""
    word = _LETTERS.match(folded, at)
    if word is None:
        return None
    if word[0] in ("half", "quarter", "quarters", "halves"):
        return _half(folded, at, floor) if word[0] == "half" else _part_after_a(folded, at, floor)
    if word[0] in number_words().scales:
        return _bare_scale(folded, at, floor)
    if word[0] in number_words().times:
        return _times(folded, word[0], at)
    before, gap = previous_word(folded, at)
    if word[0] == "second" and _is_time(folded, word.end(), before):
        return None
    if word[0] in number_words().parts and before == "a" and (part := _part_after_a(folded, at, floor)):
        return part
    numeral = words_at(folded, at)
    if numeral is None or numeral.end - at != 3 or word[0] != "one":
        if numeral is not None and numeral.form == "ordinal" and _orders(folded, numeral, before):
            return None
        return numeral if gap != "-" or before in ("mid", "twenty") else None
    return numeral if _counts_one(folded, numeral.end, before) else None


def _times(folded: str, word: str, at: int) -> Numeral | None:
    """Twice: how often, unless it compares ("twice as many", "twice the size")."""
    end = at + len(word)
    value = number_words().times[word]
    return None if _COMPARES.match(folded, end) else Numeral(at, end, value, worded=True)


def _counts_one(folded: str, end: int, before: str) -> bool:
    """Whether "one" is a number here rather than a pronoun."""
    if before in _pronoun_words()["before"]:
        return False
    following = _PLURAL.match(folded, end)
    if following is None:
        return folded[end : end + 1] == "-" or before in _STATED
    if following[1] == "of":
        return before in ("least", "only", "than", "just")
    if following[1] in ("in", "out", "to"):
        return bool(_IN_N.match(folded, end))
    return following[1] not in _pronoun_words()["after"]


def _orders(folded: str, numeral: Numeral, before: str) -> bool:
    """Whether an ordinal only orders what is said ("First, …", "at first") or is part of another word."""
    if _BESIDE.match(folded, numeral.end) or (
        before == "at" and folded[numeral.start : numeral.end] == "first"
    ):
        return True
    ordering = _ORDERING.match(folded, numeral.end)
    return bool(ordering and _OPENING.search(folded, max(0, numeral.start - _NEAR), numeral.start))


def _is_time(folded: str, end: int, before: str) -> bool:
    """Whether "second" is the sixtieth part of a minute."""
    if before in ("per", "each", "every", "split", "millionth"):
        return True
    return before in ("a", "one", "the") and not _PLURAL.match(folded, end) and folded[end : end + 1] != "-"


def _half(folded: str, at: int, floor: int) -> Numeral | None:
    before, gap = previous_word(folded, at)
    end = at + 4
    if gap == "-" or before in (
        "first",
        "second",
        "other",
        "better",
        "latter",
        "the",
        "this",
        "that",
        "third",
        "top",
        "bottom",
    ):
        return None
    scaled = _A_SCALE.match(folded, end)
    if scaled and scaled[1] in number_words().scales:
        scale = number_words().scales[scaled[1]]
        return Numeral(at, scaled.end(), Fraction(scale, 2), "cardinal", scale, worded=True)
    timed = _TIMED.match(folded, end)
    if timed:
        return Numeral(
            at, timed.end() if timed[1] and timed[1] != "-" else end, Fraction(1, 2), "part", worded=True
        )
    stands = _HALF_NEXT.match(folded, end) or before in _STATED or folded[end : end + 1] == ""
    start = at - 2 if before == "a" and at - 2 >= floor else at
    return Numeral(start, end, Fraction(1, 2), "part", worded=True) if stands else None


def _part_after_a(folded: str, at: int, floor: int) -> Numeral | None:
    """A third of, a quarter: one part, when the words say that it is a share."""
    before, _ = previous_word(folded, at)
    if before != "a" or at - 2 < floor:
        return None
    part = part_of(folded, at - 1, 1)
    if part is None:
        return None
    end, value = part
    shared = folded.startswith(" of", end) or previous_word(folded, at - 2)[0] in (
        "by",
        "than",
        "nearly",
        "almost",
        "about",
        "over",
    )
    if not shared:
        return None
    scaled = _OF_A_SCALE.match(folded, end)
    scale = number_words().scales.get(scaled[1]) if scaled else None
    if scaled and scale:
        return Numeral(at - 2, scaled.end(), value * scale, "cardinal", scale, worded=True)
    return Numeral(at - 2, end, value, "part", worded=True)


def _bare_scale(folded: str, at: int, floor: int) -> Numeral | None:
    """A hundred, a dozen, a million: a scale word with "a" before it."""
    before, gap = previous_word(folded, at)
    if before != "a" or gap != " " or at - 2 < floor or previous_word(folded, at - 2)[0] in ("in", "many"):
        return None
    if _VAGUE.search(folded, max(0, at - 12), at):
        return None
    numeral = words_at("one " + folded[at : at + 80], 0)
    return numeral._replace(start=at - 2, end=numeral.end + at - 4) if numeral and numeral.end > 3 else None


@cache
def _pronoun_words() -> dict[str, frozenset[str]]:
    table = read_table("pronouns.toml")
    return {place: frozenset(words) for place, words in table.items()}
