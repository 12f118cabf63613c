"""Whether context supports a number or a date: by value, never by substring or format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from jurat.nlp.dates.moment import Moment
from jurat.nlp.quantities.quantity import Quantity, agrees
from jurat.nlp.terms import forms, key_words
from jurat.observers.grounding.passages import Passage

OTHER_UNIT: Final = "the context gives this value in another unit"
SAME_VALUE: Final = "the context gives the same value"
SAME_DATE: Final = "the context gives the same date or time"


class SupportFinding(NamedTuple):
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


Values = Mapping[int, SupportFinding]
"""For each amount or date of the response, by where it starts, its support."""


def supported(reason: str, passage: int, start: int, end: int) -> SupportFinding:
    """Support, with the stretch that gives it."""
    return SupportFinding(supported=True, reason=reason, passage=passage, start=start, end=end)


def refused(reason: str, passage: int = 0, start: int = 0, end: int = 0) -> SupportFinding:
    """No support, with the stretch that speaks against it if there is one."""
    return SupportFinding(supported=False, reason=reason, passage=passage, start=start, end=end)


def number_support(claimed: Quantity, near: Collection[str], passages: Sequence[Passage]) -> SupportFinding:
    """Support of an amount: the same value with a unit that does not contradict, or a list of that length.

    ``near`` holds the forms of the words around the amount, which say what is counted.
    """
    conflict: SupportFinding | None = None
    for number, passage in enumerate(passages):
        for given in passage.quantities.like(claimed):
            verdict = agrees(claimed, given)
            if verdict == "same":
                return supported(SAME_VALUE, number, given.start, given.end)
            if verdict == "conflict" and conflict is None:
                conflict = refused(OTHER_UNIT, number, given.start, given.end)
        counted = _counted(claimed, near, number, passage)
        if counted is not None:
            return counted
    return conflict or refused("the context does not give this value")


def _counted(
    claimed: Quantity, near: Collection[str], number: int, passage: Passage
) -> SupportFinding | None:
    """A list of the passage's data that has as many elements as claimed."""
    if passage.record is None or claimed.low != claimed.high:
        return None
    for one in passage.record.collections:
        fits = claimed.low <= one.size if claimed.kind == "ordinal" else claimed.low == one.size
        if fits and any(form in near for word in key_words(one.key) for form in forms(word)):
            return supported("the context lists as many", number, one.start, one.end)
    return None


def date_support(claimed: Moment, passages: Sequence[Passage]) -> SupportFinding:
    """Support of a date or time: a date of the context that states every part of it equal."""
    for number, passage in enumerate(passages):
        for given in passage.moments.covering(claimed)[:1]:
            return supported(SAME_DATE, number, given.start, given.end)
    return refused("the context does not give this date or time")
