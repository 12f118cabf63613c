"""What a reviewer is shown: a question and candidates without their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewForm:
    """The question, the passages, and the candidates by name in the order in which they are read."""

    query: str
    shown: Mapping[str, str]
    contexts: tuple[str, ...] = ()

    def labelled(self) -> dict[str, str]:
        """The letter that stands for each candidate, and whose it is.

        >>> ReviewForm(query="Why?", shown={"m2": "Because.", "m1": "So."}).labelled()
        {'A': 'm2', 'B': 'm1'}
        """
        return {blind_label(place): name for place, name in enumerate(self.shown)}


def blind_label(place: int) -> str:
    """What stands for the candidate in a place: A to Z, then AA.

    >>> blind_label(0), blind_label(25), blind_label(26)
    ('A', 'Z', 'AA')
    """
    label, place = "", place + 1
    while place:
        place, letter = divmod(place - 1, 26)
        label = chr(65 + letter) + label
    return label
