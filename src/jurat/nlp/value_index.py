"""Values of a passage by what they are, so that a claimed one is looked up instead of compared with all.

A look-up gives a superset of the values that agree with the claimed one, in the order of the text; whether
one does is decided as before. Values that differ only in their place are held once, with their first places.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from jurat.nlp.dates.moment import Moment, covers, readings, stated
from jurat.nlp.quantities.numerals import Number
from jurat.nlp.quantities.quantity import Quantity, in_base, meanings, rounding_share

FIRST: Final = 6
"""Places that are kept of values that are equal."""
FEW: Final = 24
"""So many values are compared one by one, which is faster than to index them."""


class _Ends(NamedTuple):
    """Numbers in order, each with the group that has it."""

    numbers: list[Number]
    groups: list[int]

    def within(self, low: Number, high: Number) -> list[int]:
        """The groups whose numbers lie between two."""
        return self.groups[bisect_left(self.numbers, low) : bisect_right(self.numbers, high)]


def _ends(pairs: Iterable[tuple[Number, int]]) -> _Ends:
    ordered = sorted(pairs)
    return _Ends([number for number, _ in ordered], [group for _, group in ordered])


class QuantityIndex:
    """The quantities of a passage by value: as written, and in the base unit of each dimension."""

    def __init__(self, given: Sequence[Quantity]) -> None:
        self._given = given
        if len(given) > FEW:
            self._build(given)

    def _build(self, given: Sequence[Quantity]) -> None:
        self._places: list[list[int]] = []
        groups: dict[tuple[object, ...], int] = {}
        for place, one in enumerate(given):
            key = (one.low, one.high, one.unit, one.kind, one.approximate)
            group = groups.setdefault(key, len(groups))
            if group == len(self._places):
                self._places.append([])
            if len(self._places[group]) < FIRST:
                self._places[group].append(place)
        self._ranges: dict[tuple[object, ...], list[int]] = {}
        raw: list[tuple[Number, int]] = []
        based: dict[str, list[tuple[Number, int]]] = {}
        for group, places in enumerate(self._places):
            one = given[places[0]]
            self._ranges.setdefault(("", one.low, one.high), []).append(group)
            raw += [(end, group) for end in {one.low, one.high}]
            for meaning in meanings(one):
                base = in_base(one, meaning)
                self._ranges.setdefault((meaning.dimension, base.low, base.high), []).append(group)
                based.setdefault(meaning.dimension, []).extend((e, group) for e in {base.low, base.high})
        self._raw = _ends(raw)
        self._based = {dimension: _ends(pairs) for dimension, pairs in based.items()}

    def like(self, claimed: Quantity) -> Iterator[Quantity]:
        """The quantities that may agree or conflict with a claimed one, in order; of equal ones the first."""
        if len(self._given) <= FEW:
            return iter(self._given)
        groups = self._range(claimed) if claimed.low != claimed.high else self._near(claimed)
        places = sorted(place for group in groups for place in self._places[group])
        return (self._given[place] for place in places)

    def _range(self, claimed: Quantity) -> set[int]:
        found = set(self._ranges.get(("", claimed.low, claimed.high), ()))
        for meaning in meanings(claimed):
            base = in_base(claimed, meaning)
            found.update(self._ranges.get((meaning.dimension, base.low, base.high), ()))
        return found

    def _near(self, claimed: Quantity) -> set[int]:
        share = rounding_share(claimed.low)
        found = set(_about(self._raw, claimed.low, share))
        for scaled in (claimed.low * 100, Fraction(claimed.low) / 100):
            found.update(self._raw.within(scaled, scaled))
        for meaning in meanings(claimed):
            ends = self._based.get(meaning.dimension)
            if ends is not None:
                found.update(_about(ends, in_base(claimed, meaning).low, share))
        return found


def _about(ends: _Ends, value: Number, share: Fraction) -> list[int]:
    room = abs(value * share)
    return ends.within(value - room, value + room)


class MomentIndex:
    """The dates and times of a passage, by any set of parts that is asked for."""

    def __init__(self, given: Sequence[Moment]) -> None:
        self._given = given
        self._by_parts: dict[tuple[bool, ...], dict[tuple[int | None, ...], dict[object, list[int]]]] = {}

    def covering(self, claimed: Moment) -> list[Moment]:
        """The first moments that state all that is claimed, in order."""
        if len(self._given) <= FEW:
            return [one for one in self._given if covers(one, claimed)]
        places: set[int] = set()
        for reading in readings(claimed):
            parts = stated(reading)
            asked = tuple(part is not None for part in parts)
            key = tuple(part for part in parts if part is not None)
            for found in self._table(asked).get(key, {}).values():
                places.update(found)
        return [one for one in (self._given[place] for place in sorted(places)) if covers(one, claimed)]

    def _table(self, asked: tuple[bool, ...]) -> dict[tuple[int | None, ...], dict[object, list[int]]]:
        """For each combination of the parts asked for, the first places, apart by the hour as written."""
        if asked not in self._by_parts:
            table: dict[tuple[int | None, ...], dict[object, list[int]]] = {}
            for place, one in enumerate(self._given):
                for reading in readings(one):
                    parts = stated(reading, implied=True)
                    key = tuple(part for part, wanted in zip(parts, asked, strict=True) if wanted)
                    hour = (reading.hour, reading.twelve_hour) if asked[-1] else None
                    found = table.setdefault(key, {}).setdefault(hour, [])
                    if len(found) < FIRST and place not in found:
                        found.append(place)
            self._by_parts[asked] = table
        return self._by_parts[asked]
