"""Keys that never show: not when printed, logged, compared in a message or stored."""

from __future__ import annotations

import re

HIDDEN = "[key]"
_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|gsk|xai|key)[-_][A-Za-z0-9_*-]{8,}|\bBearer\s+\S{8,}")


class Key:
    """A secret that only `reveal` shows.

    >>> print(Key("sk-123456789"), [Key("sk-123456789")])
    [key] [[key]]
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """The key itself, for the endpoint's client alone."""
        return self.__value

    def __repr__(self) -> str:
        """A stand-in."""
        return HIDDEN

    def __reduce__(self) -> tuple[type[Key], tuple[str]]:
        """Refuse to be pickled: a key would be written down."""
        raise TypeError("a key is never stored")


def scrub(text: str, key: Key | None) -> str:
    """A foreign message without the key and without anything that looks like one.

    >>> scrub("Incorrect key abc123 or sk-abcdefgh12345", Key("abc123"))
    'Incorrect key [key] or [key]'
    """
    if key is not None and key.reveal():
        text = text.replace(key.reveal(), HIDDEN)
    return _LOOKS_LIKE_A_KEY.sub(HIDDEN, text)
