"""Numbers and dates of a claim that the source gives otherwise: the same thing, another value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jurat.nlp.dates.moment import Moment
from jurat.nlp.quantities.quantity import Quantity, comparable
from jurat.verifier.claim_values import ValuedText, unsupported_values

_CALCULATES: Final = re.compile(
    r"\b(?:total\w*|sum|altogether|together|combined|in all|adds? up|comes? to|came to|makes|amounts? to|"
    r"brings?|averages?|each|per|difference|twice|double\w*|triple\w*|half|quarter|share|margin|rose|grew|"
    r"increased?|fell|dropped|decreased?|times|saves?|servings?|equals?|equivalent|i\.e\.|so that)\b|[=×÷%]",
    re.IGNORECASE,
)
"""Words with which a claim may give a value that it calculated."""
_SUPPOSES: Final = re.compile(
    r"\W*(?:an?|if|when|whenever|any|anyone|someone|somebody|suppose|for an?|with an?)\b", re.IGNORECASE
)
"""How a claim begins that applies what the source says to a value of its own ("A 14-year-old mower …")."""
_NOUN: Final = re.compile(r"[\s-]*([^\W\d_]{3,})")


@dataclass(frozen=True, slots=True)
class ValueConflict:
    """A value of a claim and the value that the source has instead, each by where it is."""

    start: int
    end: int
    given: str
    unit: int
    given_start: int
    given_end: int


def conflicts(
    claim: ValuedText, sources: Sequence[ValuedText], near: Sequence[tuple[int, ValuedText]]
) -> list[ValueConflict]:
    """Return the values of a claim that a near stretch of the source gives otherwise.

    `near` holds stretches that speak of the same thing, each with its number.

    >>> claim, source = ValuedText.of("It lasts 36 months."), ValuedText.of("The warranty lasts 24 months.")
    >>> [(one.given, claim.text[one.start : one.end]) for one in conflicts(claim, [source], [(0, source)])]
    [('24 months', '36 months')]
    """
    found: list[ValueConflict] = []
    if _CALCULATES.search(claim.text) or _SUPPOSES.match(claim.text):
        return found
    for value in unsupported_values(claim, sources):
        for number, stretch in near:
            rival = _rival(value, claim.text, stretch)
            if rival is not None:
                text = stretch.text[rival.start : rival.end]
                found.append(ValueConflict(value.start, value.end, text, number, rival.start, rival.end))
                break
    return found


def _rival(value: Quantity | Moment, text: str, stretch: ValuedText) -> Quantity | Moment | None:
    """Return the only value of a stretch that measures the same thing as a claimed one."""
    if isinstance(value, Moment):
        rivals: list[Quantity | Moment] = [
            one for one in stretch.values.moments if _parts(one) == _parts(value)
        ]
    else:
        rivals = [one for one in stretch.values.quantities if _same_measure(value, text, one, stretch.text)]
    return rivals[0] if len(rivals) == 1 else None


def _parts(moment: Moment) -> tuple[bool, ...]:
    """Return which parts of a date or time are stated."""
    return tuple(
        part is not None for part in (moment.year, moment.month, moment.day, moment.weekday, moment.hour)
    )


def _same_measure(mine: Quantity, my_text: str, other: Quantity, their_text: str) -> bool:
    """Whether two amounts have comparable units, or none and count the same noun."""
    if comparable(mine, other):
        return True
    if mine.unit is not None or other.unit is not None:
        return False
    mine_noun, their_noun = _NOUN.match(my_text, mine.end), _NOUN.match(their_text, other.end)
    if mine_noun is None or their_noun is None:
        return False
    return mine_noun[1].casefold()[:5] == their_noun[1].casefold()[:5]
