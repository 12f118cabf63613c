"""Postal street addresses: a house number and a street, with flat, town and postcode where they follow."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from jurat.safety.lexicon import any_word, read_toml
from jurat.safety.pii.findings import PersonalDatum, context

if TYPE_CHECKING:
    from collections.abc import Iterator


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    table = read_toml("streets.toml")
    classes = {
        name: "|".join(sorted(map(re.escape, words), key=len, reverse=True))
        for name, words in table["words"].items()
    }
    tail = table["shapes"]["tail"].format(**classes)
    return tuple(re.compile(shape.format(tail=tail, **classes)) for shape in table["shapes"]["streets"])


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Streets with a house number; more certain where the words around speak of living or sending.

    >>> text = "She lives at 12 Oak Street, Apt. 4, Springfield 62701."
    >>> [text[d.start : d.end] for d in recognise(text)]
    ['12 Oak Street, Apt. 4, Springfield 62701']
    """
    for pattern in _patterns():
        for match in pattern.finditer(text):
            lived = any_word("address", "lived").search(context(text, *match.span())) is not None
            why = "a street and house number" + (", named as an address" if lived else "")
            yield PersonalDatum("STREET_ADDRESS", *match.span(), 0.85 if lived else 0.5, why)
