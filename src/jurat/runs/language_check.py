"""Detection of texts that are not English, the only language that the rules support."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.outcomes import Failure

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = re.compile(
    "the|of|and|to|is|was|for|that|it|with|by|are|this|be|from|at|have|not|on|or|were|has|but|they|you"
)
"""Words that English prose cannot do without, and that other languages in Latin script hardly have."""
_ENOUGH = 20
_LEAST = 0.05
_LETTERS = 12


def reads_as_english(text: str) -> bool:
    """Return whether a text may be English; for a short text only the script is checked.

    >>> reads_as_english("Google bought Fitbit."), reads_as_english("谷歌以二十一亿美元收购了公司。")
    (True, False)
    >>> reads_as_english("Der Preis des Tarifs beträgt elf Euro je Nutzer und wird im Voraus bezahlt. " * 2)
    False
    """
    words = _WORD.findall(text)
    letters = "".join(words)
    latin = sum(letter < "\u0250" for letter in letters)
    if len(letters) >= _LETTERS and 2 * latin < len(letters):
        return False
    common = sum(_COMMON.fullmatch(word.lower()) is not None for word in words)
    return len(words) < _ENOUGH or common >= _LEAST * len(words)


def foreign(cases: Iterable[Case | Failure]) -> int:
    """Return how many cases have a judged text that does not look like English.

    >>> foreign(ResponseCase(query="Who?", response=said) for said in ("Ann.", "Ωμέγα " * 3))
    1
    """
    return sum(not reads_as_english(_judged(case)) for case in cases)


def _judged(case: Case | Failure) -> str:
    if isinstance(case, SummaryCase):
        return case.summary
    return case.response if isinstance(case, ResponseCase) else ""
