"""The nearest passage of a source for a finding that nothing there decides, and what it says instead."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from jurat.nlp.dates.moment import Moment, covers
from jurat.nlp.quantities.quantity import Quantity, agrees, comparable
from jurat.nlp.sentences import sentences
from jurat.nlp.values import values
from jurat.verifier.retrieval import Source, Unit

_KEPT: Final = 8
_SHOWN: Final = 120
"""Characters of a passage that a reason quotes."""
_LOOKED_AT: Final = 40
"""Units searched for a comparable value, nearest by words first."""
_PARTS: Final = ("year", "month", "day", "decade", "quarter", "weekday", "hour", "minute", "century")


class NearestPassage(NamedTuple):
    """A unit of a source, and the value in it that answers the same question as the one looked for."""

    unit: Unit
    given: str = ""


@lru_cache(maxsize=_KEPT)
def indexed_source(texts: tuple[str, ...]) -> Source:
    """Return the units of some texts, indexed once for all responses about them."""
    return Source(texts)


def nearest_by_words(source: Source, text: str) -> NearestPassage | None:
    """Return the unit that shares most with a text, the first unit where none shares a word.

    >>> source = Source(("Ada lives in Rome. Bob moved to Paris in 2019.",))
    >>> nearest_by_words(source, "Bob lives in Paris.").unit.text
    'Bob moved to Paris in 2019.'
    >>> nearest_by_words(Source(("",)), "Bob")
    """
    ranked = source.ranked(text)
    if not source.units:
        return None
    return NearestPassage(source.units[ranked[0] if ranked else 0])


def nearest_by_value(source: Source, value: Quantity | Moment, around: str) -> NearestPassage | None:
    """Return the unit nearest to the words around a value that gives another value of its kind.

    Where no unit does, it is the nearest by words. A value is only told as what the source says instead where
    its unit shares a word with what surrounds the value looked for.

    >>> [claimed] = values("The warranty lasts 36 months.").quantities
    >>> source = Source(("The price is $30. The warranty is for 24 months.",))
    >>> found = nearest_by_value(source, claimed, "The warranty lasts 36 months.")
    >>> found.unit.text, found.given
    ('The warranty is for 24 months.', '24 months')
    """
    ranked = source.ranked(around)
    found = _first_with(source, ranked[:_LOOKED_AT], value)
    if found is not None:
        return found
    rest = [number for number in range(min(len(source.units), _LOOKED_AT)) if number not in set(ranked)]
    apart = _first_with(source, rest, value)
    return NearestPassage(apart.unit) if apart is not None else nearest_by_words(source, around)


def _first_with(source: Source, numbers: Iterable[int], value: Quantity | Moment) -> NearestPassage | None:
    """Return the first of some units that has another value of the same kind."""
    for number in numbers:
        unit = source.units[number]
        if (given := _other_value(unit.text, value)) is not None:
            return NearestPassage(unit, given)
    return None


def _other_value(text: str, value: Quantity | Moment) -> str | None:
    """Return the first value of a text that answers the same question with something else."""
    found = values(text)
    others: Sequence[Quantity | Moment] = found.moments if isinstance(value, Moment) else found.quantities
    rival = next((one for one in others if _rivals(one, value)), None)
    return text[rival.start : rival.end] if rival is not None else None


def _rivals(one: Quantity | Moment, value: Quantity | Moment) -> bool:
    """Whether two values are of one kind and differ.

    >>> [a, b, c] = values("50 GB, 60 GB, $5").quantities
    >>> _rivals(a, b), _rivals(a, a), _rivals(a, c)
    (True, False, False)
    """
    if isinstance(one, Moment) and isinstance(value, Moment):
        shared = any(getattr(one, part) is not None and getattr(value, part) is not None for part in _PARTS)
        return shared and not covers(one, value)
    if not isinstance(one, Quantity) or not isinstance(value, Quantity):
        return False
    alike = comparable(one, value) or (one.unit is None and value.unit is None and one.kind == value.kind)
    return alike and agrees(value, one) != "same"


def contrast(name: str, given: str, said: str) -> str:
    """Return a reason that names both sides.

    >>> contrast("context", "24 months", "36 months")
    'the context says 24 months, the answer 36 months'
    """
    return f"the {name} says {given}, the answer {said}"


def quoted_reason(reason: str, unit: Unit) -> str:
    """Return a reason with the words of the nearest unit beside it.

    >>> quoted_reason("the context does not mention “Oslo”", Unit(0, 0, 18, "Ada lives in Rome."))
    'the context does not mention “Oslo”; nearest: “Ada lives in Rome.”'
    """
    text = unit.text if len(unit.text) <= _SHOWN else f"{unit.text[: _SHOWN - 1]}…"
    return f"{reason}; nearest: “{text}”"


def located_reason(reason: str, text: str, start: int, end: int) -> str:
    """Return a reason with the sentence around the stretch of a text that decides.

    >>> located_reason("the context denies it", "It is old. It is not red. It is big.", 21, 24)
    'the context denies it: “It is not red.”'
    """
    found = sentences(text)
    place = max(0, bisect_right(found, start, key=lambda one: one.start) - 1)
    first, last = found[place] if found else (start, end)
    return f"{reason}: “{_cut(text, first, last, start)}”"


def _cut(text: str, first: int, last: int, start: int) -> str:
    """Return a stretch on one line; of a long one, what is around a place."""
    opening = ""
    if last - first > _SHOWN and start - first > _SHOWN // 2:
        first = text.rfind(" ", first, start - _SHOWN // 4) + 1 or first
        opening = "…"
    said = opening + " ".join(text[first:last].split())
    return said if len(said) <= _SHOWN else f"{said[: _SHOWN - 1]}…"
