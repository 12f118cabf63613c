"""Characters that nobody sees: soft hyphens, zero-width and direction marks; they may stand inside words."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_UNSEEN: Final = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")


class Seen(NamedTuple):
    """A text as it is seen, the text as it was given, and what is missing from the first."""

    text: str
    given: str
    gaps: tuple[tuple[int, int], ...] = ()
    """Where an unseen run was left out of the text, and how many characters are missing from there on."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of what is seen stands in the original.

        >>> seen("su\u00adgar").original(0, 5)
        (0, 6)
        """
        before = max((missing for place, missing in self.gaps if place <= start), default=0)
        within = max((missing for place, missing in self.gaps if place < end), default=0)
        return start + before, max(end + within, start + before)


def seen(text: str) -> Seen:
    """A text without the characters that nobody sees.

    >>> seen("met\u200bformin").text
    'metformin'
    """
    if text.isascii() or not _UNSEEN.search(text):
        return Seen(text, text)
    gaps: list[tuple[int, int]] = []
    missing = 0
    for run in _UNSEEN.finditer(text):
        place = run.start() - missing
        missing += run.end() - run.start()
        gaps.append((place, missing))
    return Seen(_UNSEEN.sub("", text), text, tuple(gaps))
