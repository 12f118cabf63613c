"""Finding a quote in the text it is said to come from."""

from __future__ import annotations

from itertools import groupby


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: exactly first, then with space and case folded; a blank one nowhere.

    >>> locate("Two Words", "just two\\n  words here")
    (5, 16)
    >>> locate("three words", "just two words here") is None
    True
    >>> locate(" ", "just two words here") is None
    True
    """
    if not quote.strip():
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    wanted, _ = _folded(quote.strip())
    folded, offsets = _folded(text)
    start = folded.find(wanted)
    if start < 0:
        return None
    return offsets[start][0], offsets[start + len(wanted) - 1][1]


def _folded(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with white space and case folded, and where each of its characters came from."""
    out: list[str] = []
    offsets: list[tuple[int, int]] = []
    for blank, run in groupby(enumerate(text), key=lambda pair: pair[1].isspace()):
        pairs = list(run)
        if blank:
            out.append(" ")
            offsets.append((pairs[0][0], pairs[-1][0] + 1))
            continue
        for index, character in pairs:
            folded = character.casefold()
            out.append(folded)
            offsets.extend([(index, index + 1)] * len(folded))
    return "".join(out), offsets
