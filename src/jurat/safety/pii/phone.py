"""Telephone numbers as people write them: North American, international, and others where they are named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum, context
from jurat.safety.word_lists import any_word

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXTENSION = r"(?:\s?(?:x|ext\.?|extension|#|;ext=)\s?\d{1,6})?"
_START = r"(?<![\w.+/(-])"
_END = r"(?!\w|[.-]\d)"
_AREA = r"(?:\(\d{3}\)\s?|\d{3}[-. /])"
_NORTH_AMERICAN = rf"{_START}(?:(?:\+|00)?1[-. ]?)?{_AREA}\d{{3}}[-. ]\d{{4}}{_EXTENSION}{_END}"
_GROUPS = r"(?:[-. /]?\(?\d{1,5}\)?){2,6}"
_INTERNATIONAL = rf"(?<![\w.+-])\+\(?\d{{1,3}}\)?{_GROUPS}{_EXTENSION}{_END}"
# The codes that lead abroad: 00 in most countries, 011 in North America, 0011 in Australia.
_ABROAD = rf"{_START}(?:00|011|0011)[-. ]?[1-9]\d{{0,2}}[-. /](?:\(0\))?{_GROUPS}{_EXTENSION}{_END}"
_NUMBER = r"(?:\(\d{1,5}\) ?|8[ -]\(\d{3,5}\) ?|0[ -]\d{2,4}|\d{2,6})(?:[-. /]?\d{2,8}){0,5}"
_LOCAL = rf"(?<![\w+/:$€£(-])(?<!\d[.,]){_NUMBER}{_EXTENSION}(?![\w/:%]|[.,-]\d)"
_SHAPE = re.compile(rf"{_NORTH_AMERICAN}|{_INTERNATIONAL}|{_ABROAD}|(?P<local>{_LOCAL})")
_SSN = re.compile(r"\d{3}-\d{2}-\d{4}")
# National numbers that tell themselves: a trunk 0, which no second 0 follows, or Russia's 8; an area code in
# brackets, which is no year; Brazil's and Belgium's groups.
_TRUNK = re.compile(
    r"(?:\(0\) ?|0[ -]?)[1-9]\d{0,4}(?:[- /.]\d{2,8}){2,5}|0[ -][1-9]\d{3}[ -]\d{4}|0[1-9]\d{0,4}[-/ ]\d{5,8}"
    r"|\(0[1-9]\d{0,3}\)(?:[- /.]?\d{2,8}){1,5}|8[ -]\(\d{3,5}\)(?:[ -]?\d{2,4}){2,3}"
)
# Groups that are neither thousands nor a date: Denmark's pairs, Norway's mobile numbers, Poland's and
# Mexico's numbers, Sweden's after an area code; and a country's code whose plus was left out.
_GROUPED = re.compile(
    r"[2-9]\d(?:-\d\d){3}|[489]\d\d \d\d \d{3}|[1-9]\d[ -]\d{3}[ -]\d\d[ -]\d\d|[2-9]\d \d{4} \d{4}"
    r"|0[1-9]\d{0,2}-\d{2,3} \d\d \d\d|[1-9]\d \d{3}[ -]\d{3}[ -]\d{4}"
)
_AREA_CODE = re.compile(
    r"\((?!(?:1[5-9]|20)\d\d\))\d{2,5}\)[ -]?(?!(\d)\d\d-\1\d\d$)\d{3,9}(?:[-. ]\d{2,5}){0,3}"
    r"|\d\d \d{4,5}-\d{4}|\d\d/\d{3}[ -]\d{4}|\d\d/\d{3} \d\d \d\d"
)
_RUN = re.compile(r"0[1-9]\d{8,9}")
_DATE = re.compile(r"(?:0[1-9]|[12]\d|3[01])([ ./-])(?:0[1-9]|1[0-2])\1(?:19|20)\d\d\b.*")
_PAIRS = re.compile(r"\d\d(?:[- .]\d\d)+")
PAIRED = 10
"""How many digits a national number has that is written in pairs after a trunk 0, as in France."""
_TOLL_FREE = re.compile(r"1?8(?:00|33|44|55|66|77|88)\d{7}")
_FICTITIOUS = re.compile(
    r"(?:001|1)?(?:\d{3})?55501\d\d|(?:001|1)?555\d{7}|(\d)\1{6,}|1?(?:1234567890|0123456789|1234567)"
)


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Numbers that can be called; fictitious ones (555-01xx) are left out, public services score low.

    >>> text = "Call (212) 736-5000 x12, not 555-0123"
    >>> [text[d.start : d.end] for d in recognise(text)]
    ['(212) 736-5000 x12']
    """
    for match in _SHAPE.finditer(text):
        digits = _digits(match[0])
        around = context(text, *match.span())
        local = match["local"] is not None
        named = not local or _is_named(match, digits, around)
        if not _is_number(digits) or not (named or _RUN.fullmatch(match[0])):
            continue
        if not named:
            yield PersonalDatum(
                "PHONE_NUMBER", *match.span(), 0.5, "the length of a telephone number with its 0"
            )
        elif any_word("phone", "public").search(around) or _TOLL_FREE.fullmatch(digits):
            yield PersonalDatum("PHONE_NUMBER", *match.span(), 0.4, "a public service's number")
        else:
            score = 0.7 if local else 0.85
            yield PersonalDatum("PHONE_NUMBER", *match.span(), score, "the shape of a telephone number")


def _digits(number: str) -> str:
    """The digits of a number without its extension."""
    return re.sub(r"\D", "", re.split(r"x|ext|#", number)[0])


def _is_number(digits: str) -> bool:
    return 6 <= len(digits) <= 15 and _FICTITIOUS.fullmatch(digits) is None


def _is_named(match: re.Match[str], digits: str, around: str) -> bool:
    """Whether the words around say that it is a telephone number; of those before, the nearest one counts.

    A number that starts with a trunk code, or with an area code in brackets, and is written in groups needs
    no naming.
    """
    if _SSN.fullmatch(match[0]):
        return False
    if _tells_itself(match[0], digits):
        return True
    if any_word("phone", "named").search(around) is None or len(digits) < 7 - (" " in match[0]):
        return False
    before = match.string[max(0, match.start() - 60) : match.start()].lower()
    otherwise = _last(before, "otherwise")
    return otherwise < 0 or _last(before, "named") > otherwise


def _tells_itself(number: str, digits: str) -> bool:
    """Whether the groups of a national number leave no doubt; dates, and pairs of other lengths, are none.

    >>> _tells_itself("01 42 68 53 00", "0142685300"), _tells_itself("04 12 23 34 45 49", "041223344549")
    (True, False)
    """
    if _GROUPED.fullmatch(number):
        return True
    if _DATE.fullmatch(number) or (_PAIRS.fullmatch(number) and len(digits) != PAIRED):
        return False
    if _AREA_CODE.fullmatch(number) and 8 <= len(digits) <= 12:
        return True
    return _TRUNK.fullmatch(number) is not None and 9 <= len(digits) <= 13


def _last(before: str, words: str) -> int:
    """Where the last word of a list ends, -1 where none stands."""
    return max((found.end() for found in any_word("phone", words).finditer(before)), default=-1)
