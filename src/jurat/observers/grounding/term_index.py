"""Where the words of a text stand, under each of their forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jurat.nlp.terms import forms

Places = tuple[int, ...]
"""Where something stands, in order; tuples of numbers, which the garbage collector leaves alone."""


class TermIndex:
    """For each form of each word of a text, the offsets at which such a word starts.

    Few of them are ever asked for: an occurrence only knows the one before it, and they are gathered then.

    >>> positions = TermIndex(["Tea", "or", "teas", "Wi-Fi"], [0, 5, 8, 14])
    >>> positions.of("tea"), positions.of("fi"), positions.of("cup"), "cup" in positions
    ((0, 8), (14,), (), False)
    """

    def __init__(self, words: Sequence[str], starts: Sequence[int]) -> None:
        latest: dict[str, int] = {}
        before: list[int] = []
        places: list[int] = []
        for own, start in zip(map(forms, words), starts, strict=True):
            for form in own:
                before.append(latest.get(form, -1))
                latest[form] = len(places)
                places.append(start)
        self._latest, self._before, self._starts = latest, tuple(before), tuple(places)
        self._gathered: dict[str, Places] = {}

    def __contains__(self, form: str) -> bool:
        return form in self._latest

    def __iter__(self) -> Iterator[str]:
        return iter(self._latest)

    def of(self, form: str) -> Places:
        """Where a form stands."""
        if form not in self._latest:
            return ()
        if form not in self._gathered:
            self._gathered[form] = tuple(self._back_from(self._latest[form]))
        return self._gathered[form]

    def _back_from(self, latest: int) -> list[int]:
        """The places of an occurrence and of all before it, the first first."""
        found: list[int] = []
        while latest >= 0:
            found.append(self._starts[latest])
            latest = self._before[latest]
        found.reverse()
        return found
