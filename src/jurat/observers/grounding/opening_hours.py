"""Opening hours: what a record lists for each weekday, and what a sentence says about it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from jurat.nlp.dates.moment import Moment
from jurat.nlp.structured_data import Record, RecordEntry

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY: Final = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs|r)?s?\b", re.IGNORECASE
)
_SPAN: Final = re.compile(
    r"\s*(\d{1,2})(?:[:.](\d{1,2}))?\s*([ap]\.?m\.?)?\s*(?:-|–|—|to|until)\s*(\d{1,2})(?:[:.](\d{1,2}))?\s*([ap]\.?m\.?)?",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"\b(?:every ?day|each day|daily|all week|(?:seven|7) days (?:a|per|of the) week|days of the week)\b",
    re.IGNORECASE,
)
_WEEKDAYS: Final = re.compile(r"\bweek ?days?\b", re.IGNORECASE)
_WEEKEND: Final = re.compile(r"\bweek-?ends?\b", re.IGNORECASE)
_TO: Final = re.compile(r"\s*(?:-|–|—|to|through|thru|until|till)\s*", re.IGNORECASE)
_ON: Final = re.compile(r",? (?:(?:on|from|every|each|for|during) )?(?:the )?", re.IGNORECASE)
_EXCEPT: Final = re.compile(r"\b(?:except|excluding|but|other than|apart from)\b[\w ,]{0,12}$", re.IGNORECASE)
_OPEN: Final = re.compile(
    r"\b(?:open|opens|opening|opened|hours|operat\w+|closed?|closes|closing|from)\b", re.IGNORECASE
)
_CLOSED: Final = re.compile(r"\bclosed\b", re.IGNORECASE)
_DAY_MINUTES: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class Opening:
    """When a place opens and closes on a day, in minutes after midnight, and the entry that says so."""

    start: int
    end: int
    entry: RecordEntry

    @property
    def closed(self) -> bool:
        """Whether the day has no hours."""
        return self.start == self.end


@dataclass(frozen=True, slots=True)
class Days:
    """The weekdays that a stretch of a sentence names."""

    start: int
    end: int
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True)
class HoursFinding:
    """Whether the hours bear out what is said at a place in a sentence, and the entry that decides."""

    start: int
    end: int
    agrees: bool
    entry: RecordEntry


def opening_hours(record: Record) -> dict[int, Opening]:
    """The hours of each weekday that a record lists, Monday being 0.

    >>> from jurat.nlp.structured_data import read_record
    >>> found = opening_hours(read_record('{"hours": {"Monday": "8:0-22:0", "Tuesday": "closed"}}'))
    >>> [(day, hours.start, hours.end) for day, hours in found.items()]
    [(0, 480, 1320), (1, 0, 0)]
    """
    found: dict[int, Opening] = {}
    for entry in record.entries:
        day = _weekday(entry.path[-1]) if entry.path else None
        if day is None:
            continue
        span = _SPAN.match(entry.value)
        if span:
            found[day] = Opening(_minutes(span, 1), _minutes(span, 4), entry)
        elif entry.truth == "no" or "closed" in entry.value.lower():
            found[day] = Opening(0, 0, entry)
    return found


def _weekday(key: str) -> int | None:
    match = _DAY.fullmatch(key.strip())
    return _number(match) if match else None


def _number(match: re.Match[str]) -> int:
    return next(index for index, name in enumerate(DAYS) if name.startswith(match[1].lower()))


def _minutes(match: re.Match[str], group: int) -> int:
    hour, minute, half = int(match[group]), int(match[group + 1] or 0), (match[group + 2] or "").lower()
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (hour * 60 + minute) % _DAY_MINUTES


def days_named(text: str, start: int, end: int) -> list[Days]:
    """The days that a stretch names: single, from one to another, weekdays, weekends, every day."""
    found = [Days(m.start(), m.end(), frozenset(range(7))) for m in _ALL.finditer(text, start, end)]
    found += [Days(m.start(), m.end(), frozenset(range(5))) for m in _WEEKDAYS.finditer(text, start, end)]
    found += [Days(m.start(), m.end(), frozenset((5, 6))) for m in _WEEKEND.finditer(text, start, end)]
    singles = list(_DAY.finditer(text, start, end))
    index = 0
    while index < len(singles):
        first = singles[index]
        following = singles[index + 1] if index + 1 < len(singles) else None
        if following and _TO.fullmatch(text, first.end(), following.start()):
            found.append(Days(first.start(), following.end(), _between(_number(first), _number(following))))
            index += 2
        else:
            found.append(Days(first.start(), first.end(), frozenset((_number(first),))))
            index += 1
    return sorted(found, key=lambda one: (one.start, one.end))


def _between(first: int, last: int) -> frozenset[int]:
    """All days from one to another, over the end of the week if need be."""
    return frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))


def check_hours(
    text: str, start: int, end: int, moments: list[Moment], hours: Mapping[int, Opening]
) -> Iterator[HoursFinding]:
    """What a sentence about opening hours says, place by place, against the hours of a record.

    The moments are those of the whole text, in order.
    """
    named = _without_exceptions(text, days_named(text, start, end))
    first, last = (bisect_left(moments, place, key=lambda one: one.start) for place in (start, end))
    times = [one for one in moments[first:last] if one.hour is not None]
    if not (named or times) or not _OPEN.search(text, start, end):
        return
    for group in _groups(named):
        yield _check_days(text, group, start, hours)
    for pair in _pairs(text, times):
        days = _days_of(text, pair, named)
        yield from _check_times(pair, days or frozenset(hours), hours)


def _without_exceptions(text: str, named: list[Days]) -> list[Days]:
    """The days that are meant: "every day except Monday" names six."""
    found: list[Days] = []
    for one in named:
        if found and _EXCEPT.search(text, found[-1].end, one.start):
            last = found[-1]
            found[-1] = Days(last.start, last.end, last.numbers - one.numbers)
        else:
            found.append(one)
    return [one for one in found if one.numbers]


def _groups(named: list[Days]) -> list[Days]:
    """Days without those inside a longer stretch."""
    return [one for one in named if not any(o.start <= one.start and one.end < o.end for o in named)]


def _check_days(text: str, days: Days, start: int, hours: Mapping[int, Opening]) -> HoursFinding:
    """The days are open, or closed where the words just before say so."""
    says_closed = bool(_CLOSED.search(text, max(start, days.start - 24), days.start))
    opens = [day in hours and not hours[day].closed for day in sorted(days.numbers)]
    agrees = not any(opens) if says_closed else all(opens)
    wrong = next((day for day in sorted(days.numbers) if day in hours and hours[day].closed), None)
    day = wrong if wrong is not None else min(days.numbers.intersection(hours), default=min(hours))
    return HoursFinding(days.start, days.end, agrees, hours[day].entry)


def _pairs(text: str, times: list[Moment]) -> list[list[Moment]]:
    """Times in twos where only "to" or a dash stands between them, else alone."""
    pairs: list[list[Moment]] = []
    for one in times:
        last = pairs[-1] if pairs else []
        if len(last) == 1 and _TO.fullmatch(text, last[0].end, one.start):
            last.append(one)
        else:
            pairs.append([one])
    return pairs


def _days_of(text: str, pair: list[Moment], named: list[Days]) -> frozenset[int]:
    """The days a time belongs to: those said right after it ("on weekdays"), else those named before it."""
    before = [one for one in named if one.end <= pair[0].start]
    after = [one for one in named if one.start >= pair[-1].end]
    if after and (not before or _ON.fullmatch(text, pair[-1].end, after[0].start)):
        return _run(after)
    return _run(list(reversed(before)))


def _run(days: list[Days]) -> frozenset[int]:
    """Days that stand together: "Monday, Tuesday and Friday"."""
    found: frozenset[int] = frozenset()
    last: Days | None = None
    for one in days:
        if last is not None and min(abs(one.start - last.end), abs(last.start - one.end)) > 8:
            break
        found |= one.numbers
        last = one
    return found


def _check_times(
    pair: list[Moment], days: frozenset[int], hours: Mapping[int, Opening]
) -> Iterator[HoursFinding]:
    known = [hours[day] for day in sorted(days) if day in hours and not hours[day].closed]
    if not known:
        return
    said = [((one.hour or 0) * 60 + (one.minute or 0)) % _DAY_MINUTES for one in pair]
    for index, one in enumerate(pair):
        if len(pair) == 2:
            wrong = [o for o in known if (o.start, o.end)[index] != said[index]]
        else:
            wrong = [o for o in known if said[0] not in (o.start, o.end)]
        decides = wrong[0] if wrong else known[0]
        yield HoursFinding(one.start, one.end, not wrong, decides.entry)
