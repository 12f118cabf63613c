"""International bank account numbers: a country's length and two check digits, by ISO 13616."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum
from jurat.safety.word_lists import personal_words, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHAPE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Account numbers whose check digits are right; those of the standard's own examples are left out.

    >>> [d.end for d in recognise("GB33BUKB20201555555555 and GB33BUKB20201555555556")]
    [22]
    """
    lengths: dict[str, int] = read_toml("iban.toml")["lengths"]
    examples = personal_words()["iban"]["examples"]
    for match in _SHAPE.finditer(text):
        length = lengths.get(match[0][:2].upper())
        end = None if length is None else _end(match[0], length)
        if end is None:
            continue
        number = re.sub(r"[ -]", "", match[0][:end]).upper()
        follows = text[match.start() + end : match.start() + end + 1]
        if mod97(number) and number not in examples and not follows.isalnum():
            why = "the length of its country and right check digits"
            yield PersonalDatum("IBAN_CODE", match.start(), match.start() + end, 0.98, why)


def mod97(number: str) -> bool:
    """Whether the check digits are right.

    >>> mod97("GB33BUKB20201555555555"), mod97("GB33BUKB20201555555556")
    (True, False)
    """
    turned = number[4:] + number[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def _end(shape: str, length: int) -> int | None:
    """Where a number of a length ends in a run that may hold blanks."""
    seen = 0
    for place, character in enumerate(shape):
        seen += character not in " -"
        if seen == length:
            return place + 1
    return None
