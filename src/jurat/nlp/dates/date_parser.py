"""Reading a date or a time at a place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from jurat.nlp.dates.calendar_names import calendar_names
from jurat.nlp.dates.moment import Moment
from jurat.nlp.quantities.reference_codes import code_table, previous_word
from jurat.nlp.units import currency_before, unit_at

Found = list[Moment]

_NAMES: Final = calendar_names()
_ALL_MONTHS: Final = _NAMES.months | _NAMES.short_months
_MONTH: Final = (
    rf"(?:{'|'.join(sorted(_NAMES.months))}|(?:{'|'.join(sorted(_NAMES.short_months, reverse=True))})\b\.?)"
)
_ZONE: Final = (
    r"(?:\s?\(?(?:gmt|utc|est|edt|et|pst|pdt|pt|cst|cdt|ct|mst|mdt|mt|bst|cet|cest|ist|jst|aest|aedt)(?:[+-]\d{1,2})?\b\)?"
    r"|\s(?:eastern|pacific|central|mountain|local) time\b)?"
)
_HALF: Final = r"(?P<half>a\.m\.|p\.m\.|a\.m\b|p\.m\b|am\b|pm\b)"
_YEAR: Final = r"(?:1\d{3}|20\d\d|2100)(?![\d%]|[.,]\d)"
_DASH: Final = r"\s?(?:[-–—]|to|and|or|&|until)\s?"

_ISO: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?)?(?!\w|-\d)"
    + _ZONE
)
_NUMERIC: Final = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?![\w/]|[.-]\d)")
_YEAR_FIRST: Final = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?![\w/])")
_DAY_MONTH: Final = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:{_DASH}(\d{{1,2}})(?:st|nd|rd|th)?)?(?:\sof)?[\s/-]({_MONTH})(?![^\W\d_])"
    rf"(?:,?[\s/-](?:of )?({_YEAR}))?"
)
_MONTH_DAY: Final = re.compile(
    rf"({_MONTH})\s(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d|[^\W\d_])"
    rf"(?:{_DASH}(\d{{1,2}})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d|[^\W\d_]))?(?:(?:,\s?|\s|,? of )({_YEAR}))?"
)
_MONTH_YEAR: Final = re.compile(rf"({_MONTH})(?:,?\s|-|\sof\s|\s?['’](?=\d\d\b))(?:({_YEAR})|(\d\d)\b)")
_MONTH_ALONE: Final = re.compile(rf"({'|'.join(sorted(_NAMES.months))})(?![^\W\d_])")
_CLOCK: Final = re.compile(rf"(\d{{1,2}})(?:[:.](\d\d)(?::\d\d)?)?\s?{_HALF}(?![^\W_]){_ZONE}")
_COLON: Final = re.compile(rf"(\d{{1,2}}):(\d\d)(?::\d\d)?(?![\d:]|[.,]\d){_ZONE}")
_O_CLOCK: Final = re.compile(r"(\d{1,2}) ?o['’]clock")
_TO_CLOCK: Final = re.compile(rf"(\d{{1,2}})(?::(\d\d))?{_DASH}(?=\d{{1,2}}(?::\d\d)?\s?{_HALF})")
_NOON: Final = re.compile(r"(noon|midnight)(?![^\W_])" + _ZONE)
_TWELVE: Final = re.compile(r"12 (?=noon|midnight)")
_MONTH_OF: Final = re.compile(r"(0[1-9]|1[0-2])/(19\d\d|20\d\d)(?![\w/]|[.,]\d)")
_QUARTER_OF: Final = re.compile(rf"([1-4])q[\s-]?(?:['’]?(\d\d)|({_YEAR}))(?![^\W_])")
_THEN_Q: Final = re.compile(r"[\s,/-]{1,2}q([1-4])(?![^\W_])")
_DECADE: Final = re.compile(r"(\d{3}0|\d0)['’]?s(?![^\W_])")
_CENTURY: Final = re.compile(
    r"(?:st|nd|rd|th)?(?:\s|-)centur(?:y|ies)(?![^\W_])(\s(?:bce?|b\.c\.)(?![^\W_]))?"
)
_QUARTER: Final = re.compile(rf"\squarter(?:\s(?:of\s)?(?:fiscal\s|the\s)?(?:year\s)?({_YEAR}))?(?![^\W_])")
_Q: Final = re.compile(
    rf"q([1-4])(?:[\s,/-]{{1,2}}(?:of\s)?(?:fy\s?)?({_YEAR})|[\s-]?['’](\d\d)\b)?(?![^\W_])"
)
_SPAN: Final = re.compile(rf"\s?[-–—/]\s?({_YEAR}|\d\d(?![\d%]|[.,]\d))(?![^\W\d_])")
_YEAR_AT: Final = re.compile(r"(\d{1,4})(?!\d)")
_ERA: Final = re.compile(r"\s(b\.?c\.?(?:e\.?)?|a\.?d\.?|c\.e\.|ce)(?![^\W_])")
_ANNO: Final = re.compile(r"\b(?:AD|A\.D\.)\s\Z")
_CLOSERS: Final = frozenset(("", *',;)]}!?%"'))
"""What no short date or time goes on with."""
_ANNO_ENDS: Final = ("D", ".")
_NEXT: Final = re.compile(r"[\s\u00a0]([a-z]+)")
_WEEKDAY: Final = re.compile(rf"({'|'.join(_NAMES.weekdays)})(?![^\W\d_])(?:,?\s(?:the )?(?=\d|{_MONTH}))?")
_OF_MONTH: Final = re.compile(rf"\sof\s({_MONTH})(?![^\W\d_])(?:,?\s({_YEAR}))?")
_BUSINESS: Final = re.compile(r"\b(?:fiscal|its|company's|earnings|results)\b[^.\n]{0,20}\Z")
_NO_YEAR: Final = re.compile(r"[.,]\d|[^\W\d_]|%")
_SCALED: Final = re.compile(r"[\s-](?:hundred|thousand|million|billion|trillion)\b")
_TO_YEAR: Final = re.compile(rf"\s(?:to|and|until|through)\s{_YEAR}(?!\s(?:people|men|women))")
_FROM_YEAR: Final = re.compile(r"\b(?:from|between|in)\s\d{4}\s(?:to|and)\s\Z")
_SCALES: Final = frozenset(("hundred", "thousand", "million", "billion"))
_SEPTEMBER_11: Final = re.compile(r"9/11(?![\w/])")


def moments_at(text: str, folded: str, at: int) -> Found:
    """The dates and times that begin with the digit here."""
    run = _YEAR_AT.match(folded, at)
    anno = text[at - 2 : at - 1] in _ANNO_ENDS and _ANNO.search(text, max(0, at - 6), at)
    if run and anno and int(run[1]) > 0:
        return [Moment(at, run.end(), year=int(run[1]))]
    if run is None or (at and folded[at - 1] in "$£€¥₹#.@_/") or currency_before(text, at):
        return []
    if era := _ERA.match(folded, run.end()):
        return [Moment(at, era.end(), year=int(run[1]) * (-1 if era[1].startswith("b") else 1))]
    if len(run[1]) > 2:
        return _long(text, folded, at, run)
    return _short(folded, at) if folded[run.end() : run.end() + 1] not in _CLOSERS else []


def month_at(text: str, folded: str, at: int) -> Found:
    """The dates that begin with the name of a month here."""
    before, gap = previous_word(folded, at)
    capital = text[at].isupper()
    sure = capital or before in _NAMES.cues
    found = _MONTH_DAY.match(folded, at)
    if found and _is_day(text, folded, found) and (sure or found[4] or found[1] not in _NAMES.doubtful):
        return _days(found, found[1], (2, 3), found[4])
    found = _MONTH_YEAR.match(folded, at)
    if found and (capital or found[1] not in _NAMES.doubtful) and _stated_year(folded, found):
        return [Moment(at, found.end(), year=_year(found[2] or found[3]), month=_month(found[1]))]
    found = _MONTH_ALONE.match(folded, at)
    if (
        not found
        or before in _NAMES.relative
        or (found[1] in _NAMES.doubtful and not (capital and before in _NAMES.cues))
    ):
        return []
    return [Moment(at, found.end(), month=_month(found[1]))] if gap != "-" or before in _NAMES.cues else []


def _stated_year(folded: str, found: re.Match[str]) -> bool:
    """Whether the year after a month has four digits, or two after an apostrophe."""
    return found[2] is not None or folded[found.start(3) - 1] in "'’"


def weekday_at(text: str, folded: str, at: int) -> Found:
    """A weekday here, with the date after it if there is one."""
    found = _WEEKDAY.match(folded, at)
    if not found:
        return []
    weekday = _NAMES.weekdays[found[1]]
    if found.end() > found.end(1):
        reader: Callable[[str, str, int], Found] = moments_at if folded[found.end()].isdigit() else month_at
        moments = reader(text, folded, found.end())
        if moments and moments[0].day is not None:
            return [replace(moments[0], start=at, weekday=weekday), *moments[1:]]
    if previous_word(folded, at)[0] in _NAMES.relative:
        return []
    return [Moment(at, found.end(1), weekday=weekday)]


def quarter_at(folded: str, at: int) -> Found:
    """A quarter such as Q3 2024 here."""
    found = _Q.match(folded, at)
    if not found:
        return []
    year = found[2] or found[3]
    return [Moment(at, found.end(), year=_year(year) if year else None, quarter=int(found[1]))]


def noon_at(folded: str, at: int) -> Found:
    """Noon or midnight here."""
    found = _NOON.match(folded, at)
    return [Moment(at, found.end(), hour=12 if found[1] == "noon" else 0, minute=0)] if found else []


def decade_word_at(folded: str, at: int, word: str) -> Found:
    """A decade in words here, unless it is somebody's age."""
    before, _ = previous_word(folded, at)
    if before not in ("the", "early", "late", "mid"):
        return []
    return [Moment(at, at + len(word), decade=_NAMES.decades[word])]


def after_ordinal(folded: str, start: int, end: int, value: int) -> Found:
    """What an ordinal begins: a century, a quarter of a year, a day of a month."""
    if found := _CENTURY.match(folded, end):
        return [Moment(start, found.end(), century=1 - value if found[1] else value)] if value < 100 else []
    if value <= 4 and (found := _QUARTER.match(folded, end)) and (found[1] or _said_of_year(folded, start)):
        return [Moment(start, found.end(), quarter=value, year=int(found[1]) if found[1] else None)]
    found = _OF_MONTH.match(folded, end)
    if found and 1 <= value <= 31:
        return [Moment(start, found.end(), int(found[2]) if found[2] else None, _month(found[1]), value)]
    return []


def _said_of_year(folded: str, start: int) -> bool:
    """Whether "third quarter" is of a business year rather than of a game."""
    return bool(_BUSINESS.search(folded, max(0, start - 40), start))


def _long(text: str, folded: str, at: int, run: re.Match[str]) -> Found:
    """Dates that begin with three or four digits."""
    if (found := _ISO.match(folded, at)) and _valid(found[2], found[3]):
        timed = found[4] is not None and int(found[4]) < 24 and int(found[5]) < 60
        hour, minute = (int(found[4]), int(found[5])) if timed else (None, None)
        end = found.end() if timed else found.end(3)
        return [Moment(at, end, int(found[1]), int(found[2]), int(found[3]), hour=hour, minute=minute)]
    if (found := _YEAR_FIRST.match(folded, at)) and _valid(found[2], found[3]):
        return [Moment(at, found.end(), int(found[1]), int(found[2]), int(found[3]))]
    if found := _DECADE.match(folded, at):
        return [Moment(at, found.end(), decade=int(found[1]))] if 1000 <= int(found[1]) <= 2100 else []
    return _years(text, folded, at, run) if len(run[1]) == 4 else []


def _years(text: str, folded: str, at: int, run: re.Match[str]) -> Found:
    """A year, or two with a dash between them."""
    year = int(run[1])
    if not 1000 <= year <= 2100 or _NO_YEAR.match(folded, run.end()):
        return []
    if found := _THEN_Q.match(folded, run.end()):
        return [Moment(at, found.end(), year=year, quarter=int(found[1]))]
    span = _SPAN.match(folded, run.end())
    if span:
        last = int(span[1]) if len(span[1]) == 4 else year // 100 * 100 + int(span[1])
        if year < last <= 2100 and not unit_at(text, folded, span.end()):
            return [Moment(at, run.end(), year=year), Moment(span.start(1), span.end(), year=last)]
    return [Moment(at, run.end(), year=year)] if _is_year(text, folded, at, run.end(), year) else []


def _is_year(text: str, folded: str, at: int, end: int, year: int) -> bool:
    """Whether a number of four digits is a year, by the words around it."""
    if unit_at(text, folded, end) or _SCALED.match(folded, end):
        return False
    following = _NEXT.match(folded, end)
    word = following[1] if following else ""
    if word in code_table().counted:
        return False
    before, gap = previous_word(folded, at)
    if gap == "-" and before not in code_table().prefixes:
        return False
    if before in _NAMES.years or (
        folded[at - 1 : at] == "(" and folded[end : end + 1] in ("", ")", ",", ";")
    ):
        return True
    if before in _NAMES.amounts or not 1900 <= year <= 2050:
        return (
            before in ("from", "to", "and", "between", "by", "of", "before", "after")
            and 1000 <= year <= 2100
            and _beside_year(folded, at, end)
        )
    return not word.endswith("s") or word in _NAMES.yearly


def _beside_year(folded: str, at: int, end: int) -> bool:
    """Whether another year stands on the other side of "from … to …" or "between … and …"."""
    after = _TO_YEAR.match(folded, end)
    before = _FROM_YEAR.search(folded, max(0, at - 20), at)
    return bool(after or before)


def _short(folded: str, at: int) -> Found:
    """Dates and times that begin with one or two digits."""
    for reader in (_numeric, _day_month, _clock, _short_decade):
        if found := reader(folded, at):
            return found
    return []


def _numeric(folded: str, at: int) -> Found:
    found = _NUMERIC.match(folded, at)
    if not found:
        return _short_numeric(folded, at)
    first, second = int(found[1]), int(found[3])
    if found[2] != "/" and len(found[4]) < 4:
        return []
    year = _year(found[4])
    if found[2] == ".":
        return [Moment(at, found.end(), year, second, first)] if _valid(found[3], found[1]) else []
    if _valid(found[1], found[3]):
        return [Moment(at, found.end(), year, first, second, ambiguous=second <= 12 and first != second)]
    return [Moment(at, found.end(), year, second, first)] if _valid(found[3], found[1]) else []


def _short_numeric(folded: str, at: int) -> Found:
    """A month of a year, 03/2024, a quarter of one, 3Q24, or the day that is known by its numbers."""
    if found := _MONTH_OF.match(folded, at):
        return [Moment(at, found.end(), year=int(found[2]), month=int(found[1]))]
    if found := _QUARTER_OF.match(folded, at):
        return [Moment(at, found.end(), year=_year(found[2] or found[3]), quarter=int(found[1]))]
    return [Moment(at, at + 4, month=9, day=11)] if _SEPTEMBER_11.match(folded, at) else []


def _day_month(folded: str, at: int) -> Found:
    found = _DAY_MONTH.match(folded, at)
    if (
        not found
        or not _valid("1", found[1])
        or (found[3] == "may" and not (found[4] or _modal_free(folded, at)))
    ):
        return []
    return _days(found, found[3], (1, 2), found[4])


def _modal_free(folded: str, at: int) -> bool:
    """Whether "5 may" is a day: something before it says so."""
    return previous_word(folded, at)[0] in (
        "on",
        "the",
        "from",
        "by",
        "until",
        "since",
        "to",
        "of",
        "before",
        "after",
        "",
    )


def _days(found: re.Match[str], month: str, groups: tuple[int, int], year: str | None) -> Found:
    """One day of a month, or two with a dash between them; the first takes its month from the other."""
    stated = int(year) if year else None
    first, second = groups
    if found[second] is None or not _valid("1", found[second]):
        end = found.end() if found[second] is None else found.end(second)
        return (
            [Moment(found.start(), end, stated, _month(month), int(found[first]))]
            if _valid("1", found[first])
            else []
        )
    middle = found.start(second)
    left = found.end(first) if first > 1 else found.end(1)
    return [
        Moment(found.start(), left, stated, _month(month), int(found[first])),
        Moment(middle, found.end(), stated, _month(month), int(found[second])),
    ]


def _is_day(text: str, folded: str, found: re.Match[str]) -> bool:
    """Whether the number after a month is its day, not an amount of something."""
    if not _valid("1", found[2]):
        return False
    if found[3] or found[4]:
        return True
    following = _NEXT.match(folded, found.end())
    if following and (following[1] in code_table().counted or following[1] in _SCALES):
        return False
    return unit_at(text, folded, found.end()) is None


def _clock(folded: str, at: int) -> Found:
    if (found := _CLOCK.match(folded, at)) and 1 <= int(found[1]) <= 12 and int(found[2] or 0) < 60:
        hour = int(found[1]) % 12 + (12 if found["half"][0] == "p" else 0)
        return [Moment(at, found.end(), hour=hour, minute=int(found[2] or 0))]
    if (found := _TO_CLOCK.match(folded, at)) and 1 <= int(found[1]) <= 12:
        end = found.end(2) if found[2] else found.end(1)
        return [Moment(at, end, hour=int(found[1]), minute=int(found[2] or 0), twelve_hour=True)]
    if (found := _COLON.match(folded, at)) and int(found[1]) < 25 and int(found[2]) < 60:
        return [
            Moment(
                at, found.end(), hour=int(found[1]) % 24, minute=int(found[2]), twelve_hour=_either(found[1])
            )
        ]
    if found := _TWELVE.match(folded, at):
        return [replace(one, start=at) for one in noon_at(folded, found.end())]
    if found := _O_CLOCK.match(folded, at):
        return [Moment(at, found.end(), hour=int(found[1]) % 24, minute=0, twelve_hour=_either(found[1]))]
    return []


def _either(hour: str) -> bool:
    return 1 <= int(hour) <= 12 and not hour.startswith("0")


def _short_decade(folded: str, at: int) -> Found:
    found = _DECADE.match(folded, at)
    if not found:
        return []
    quoted = folded[at - 1 : at] in ("'", "’", "‘")
    if not quoted and previous_word(folded, at)[0] not in ("the", "early", "late", "mid"):
        return []
    short = int(found[1])
    return [Moment(at - quoted, found.end(), decade=short + (2000 if short < 20 else 1900))]


def _valid(month: str, day: str) -> bool:
    return 1 <= int(month) <= 12 and 1 <= int(day) <= 31


def _month(name: str) -> int:
    return _ALL_MONTHS[name.rstrip(".")]


def _year(written: str) -> int:
    """The year, a short one in this century up to 49."""
    year = int(written)
    return year if len(written) > 2 else year + (2000 if year < 50 else 1900)
