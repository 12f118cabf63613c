"""Invisible characters: texts are read without them; what is found is placed in the text as it was given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, cast

from jurat.observations import SummaryObservations
from jurat.spans import Span

_INVISIBLE = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


@dataclass(frozen=True, slots=True)
class Visible:
    """A text without its invisible characters, and where each other one stands in the text as given."""

    given: str
    text: str
    places: tuple[int, ...]

    def placed(self, span: Span) -> Span:
        r"""The same span in the text as it was given.

        >>> visible("so\u00addium").placed(Span("summary", 0, 6, "sodium"))
        Span(source='summary', start=0, end=7, text='so\xaddium')
        """
        if span.start == span.end:
            return replace(span, start=self.places[span.start], end=self.places[span.start])
        start, end = self.places[span.start], self.places[span.end - 1] + 1
        return replace(span, start=start, end=end, text=self.given[start:end])


def has_invisible(text: str) -> bool:
    r"""Whether a text has invisible characters: soft hyphens, joiners, spaces without width.

    >>> has_invisible("sodium"), has_invisible("so\u200bdium")
    (False, True)
    """
    return not text.isascii() and _INVISIBLE.search(text) is not None


def visible(text: str) -> Visible:
    """A text without its invisible characters."""
    kept = [place for place, one in enumerate(text) if not _INVISIBLE.match(one)]
    return Visible(text, "".join(text[place] for place in kept), (*kept, len(text)))


def replaced(found: SummaryObservations, texts: Mapping[str, Visible]) -> SummaryObservations:
    """Observations of visible texts with their spans in the texts as they were given."""
    return cast("SummaryObservations", _placed(found, texts))


def _placed(one: Any, texts: Mapping[str, Visible]) -> Any:
    if isinstance(one, Span):
        return texts[one.source].placed(one)
    if isinstance(one, tuple):
        return tuple(_placed(part, texts) for part in one)
    if is_dataclass(one) and not isinstance(one, type):
        parts = {part.name: getattr(one, part.name) for part in fields(one) if part.init}
        return replace(one, **{name: _placed(part, texts) for name, part in parts.items()})
    return one
