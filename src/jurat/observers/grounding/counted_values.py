"""Numbers of a claim that the context gives for something else: 48 women and 52 men, the other way round."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.terms import forms
from jurat.observers.grounding.assertions import Assertion
from jurat.observers.grounding.passages import Passage
from jurat.observers.grounding.value_support import SupportFinding, Values, refused

_COUNTED: Final = 24
"""Characters from a number in which what it counts is named."""
_FAR: Final = 1 << 62


def misattributed_count(
    said: Assertion, number: int, passage: Passage, values: Values
) -> SupportFinding | None:
    """The passage counts what the claim counts, and gives the claim's number for something else there."""
    for start, after in zip(said.values, (*said.values[1:], _FAR), strict=False):
        finding = values.get(start)
        noun = next((word for word in said.object if start < word.start <= start + _COUNTED), None)
        if finding is None or noun is None or noun.start > after or finding.passage != number:
            continue
        given = _amount_at(passage, finding.start) if finding.located else None
        others = _counts(noun.text, passage, finding.start) if given else []
        if given and others and all((one.low, one.high) != (given.low, given.high) for one in others):
            reason = f"the context gives another value for “{noun.text}”"
            return refused(reason, number, others[0].start, others[0].end)
    return None


def _amount_at(passage: Passage, start: int) -> Quantity | None:
    """The plain number at a place, if a word that may be what it counts follows it."""
    amounts = passage.values.quantities
    index = bisect_left(amounts, start, key=lambda one: one.start)
    found = amounts[index] if index < len(amounts) and amounts[index].start == start else None
    plain = (
        found
        and found.kind == "number"
        and found.unit is None
        and passage.text[found.end : found.end + 1] == " "
    )
    return found if plain else None


def _counts(noun: str, passage: Passage, at: int) -> list[Quantity]:
    """The plain numbers right before a noun in the sentence around a place."""
    sentence = passage.sentences[passage.sentence_number(at)]
    places, amounts = passage.positions.of(forms(noun)[0]), passage.values.quantities
    found = []
    for place in places[bisect_left(places, sentence.start) : bisect_left(places, sentence.end)]:
        index = bisect_right(amounts, place, key=lambda one: one.end) - 1
        if index >= 0 and place - amounts[index].end == 1 and amounts[index].low != 1:
            found.append(amounts[index])
    return [one for one in found if one.kind == "number" and one.unit is None]
