"""Whether context supports a number or a date: by value, never by substring or format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from jurat.text.contexts import Passage
from jurat.text.dates import Moment, covers
from jurat.text.quantities import Quantity, agrees
from jurat.text.records import key_words
from jurat.text.terms import forms


class Finding(NamedTuple):
    """Whether the context supports something, why, and the stretch of a passage that decides."""

    supported: bool
    reason: str
    passage: int = 0
    start: int = 0
    end: int = 0

    @property
    def located(self) -> bool:
        """Whether a stretch of the context decides."""
        return self.end > self.start


Values = Mapping[int, Finding]
"""For each amount or date of the response, by where it starts, its support."""


def supported(reason: str, passage: int, start: int, end: int) -> Finding:
    """Support, with the stretch that gives it."""
    return Finding(supported=True, reason=reason, passage=passage, start=start, end=end)


def refused(reason: str, passage: int = 0, start: int = 0, end: int = 0) -> Finding:
    """No support, with the stretch that speaks against it if there is one."""
    return Finding(supported=False, reason=reason, passage=passage, start=start, end=end)


def number_support(claimed: Quantity, near: Collection[str], passages: Sequence[Passage]) -> Finding:
    """Support of an amount: the same value with a unit that does not contradict, or a list of that length.

    ``near`` holds the forms of the words around the amount, which say what is counted.
    """
    conflict: Finding | None = None
    for number, passage in enumerate(passages):
        for given in passage.values.quantities:
            verdict = agrees(claimed, given)
            if verdict == "same":
                return supported("the context gives the same value", number, given.start, given.end)
            if verdict == "conflict" and conflict is None:
                reason = "the context gives this value in another unit"
                conflict = refused(reason, number, given.start, given.end)
        counted = _counted(claimed, near, number, passage)
        if counted is not None:
            return counted
    return conflict or refused("the context does not give this value")


def _counted(claimed: Quantity, near: Collection[str], number: int, passage: Passage) -> Finding | None:
    """A list of the passage's data that has as many elements as claimed."""
    if passage.record is None or claimed.low != claimed.high:
        return None
    for one in passage.record.collections:
        fits = claimed.low <= one.size if claimed.kind == "ordinal" else claimed.low == one.size
        if fits and any(form in near for word in key_words(one.key) for form in forms(word)):
            return supported("the context lists as many", number, one.start, one.end)
    return None


def date_support(claimed: Moment, passages: Sequence[Passage]) -> Finding:
    """Support of a date or time: a date of the context that states every part of it equal."""
    for number, passage in enumerate(passages):
        for given in passage.values.moments:
            if covers(given, claimed):
                return supported("the context gives the same date or time", number, given.start, given.end)
    return refused("the context does not give this date or time")
