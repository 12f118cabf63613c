"""Showing text that may be hostile: control characters become visible and harmless."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""A text whose control and direction characters are spelled out; line breaks and tabs stay.

    >>> printable("red\x1b[31m and \u202eback")
    'red\\x1b[31m and \\u202eback'
    """
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
