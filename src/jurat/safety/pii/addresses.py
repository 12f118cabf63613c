"""Postal street addresses: a house number and a street, with flat, town and postcode where they follow."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from jurat.nlp.tokens import stop_words
from jurat.safety.pii.personal_datum import PersonalDatum, context
from jurat.safety.word_lists import any_word, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator


_WORD = re.compile(r"[^\W\d_]\w*")


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    table = read_toml("streets.toml")
    classes = {
        name: "|".join(sorted(map(re.escape, words), key=len, reverse=True))
        for name, words in table["words"].items()
    }
    shapes = table["shapes"]
    for part in ("gap", "name", "core", "tail"):
        classes[part] = shapes[part].format(**classes)
    return tuple(re.compile(shape.format(**classes)) for shape in shapes["streets"])


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Streets with a house number; more certain where the words around speak of living or sending.

    >>> text = "She lives at 12 Oak Street, Apt. 4, Springfield 62701."
    >>> [text[d.start : d.end] for d in recognise(text)]
    ['12 Oak Street, Apt. 4, Springfield 62701']
    """
    for start, end in sorted(set(_places(_capitalised(text))), key=lambda place: (place[0], -place[1])):
        lived = any_word("address", "lived").search(context(text, start, end)) is not None
        why = "a street and house number" + (", named as an address" if lived else "")
        yield PersonalDatum("STREET_ADDRESS", start, end, 0.85 if lived else 0.5, why)


def _places(text: str) -> Iterator[tuple[int, int]]:
    for pattern in _patterns():
        group = "street" if "street" in pattern.groupindex else 0
        yield from (match.span(group) for match in pattern.finditer(text))


def _capitalised(text: str) -> str:
    """A text without any capital letter, written with them, so that names can be told; others as they are."""
    if text != text.lower():
        return text
    title = _WORD.sub(_with_capital, text)
    return title if len(title) == len(text) else text


def _with_capital(word: re.Match[str]) -> str:
    return word[0] if word[0] in stop_words() else word[0][0].upper() + word[0][1:]
