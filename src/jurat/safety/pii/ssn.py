"""US social security numbers: three, two and four digits outside the ranges that were never issued."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum, context
from jurat.safety.word_lists import any_word, personal_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_DASHED = re.compile(r"(?<![\w.-])(\d{3})([- ])(\d{2})\2(\d{4})(?![\w-]|\.\d)")
_PLAIN = re.compile(r"(?<![\w.,-])(\d{3})()(\d{2})(\d{4})(?![\w-]|[.,]\d)")


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Numbers of the issued ranges: with dashes on their own, plain or spaced where they are named as one.

    >>> [text[d.start : d.end] for text in ["SSN 536-22-1234, not 666-22-1234"] for d in recognise(text)]
    ['536-22-1234']
    """
    for pattern in (_DASHED, _PLAIN):
        for match in pattern.finditer(text):
            area, mark, group, serial = match.groups()
            if not is_issued(area, group, serial):
                continue
            named = any_word("ssn", "named").search(context(text, *match.span())) is not None
            if named or mark == "-":
                why = "a number of the issued range" + (", named as one" if named else "")
                yield PersonalDatum("US_SSN", *match.span(), 0.95 if named else 0.8, why)


def is_issued(area: str, group: str, serial: str) -> bool:
    """Whether such a number can have been issued: not 000, 666 or 9xx, not 00, not 0000, not withdrawn.

    >>> is_issued("536", "22", "1234"), is_issued("900", "22", "1234"), is_issued("078", "05", "1120")
    (True, False, False)
    """
    if area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000":
        return False
    digits = area + group + serial
    return digits not in personal_words()["ssn"]["withdrawn"] and len(set(digits)) > 1
