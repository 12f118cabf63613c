"""API keys that are never printed, logged or stored."""

from __future__ import annotations

import re

HIDDEN = "[key]"
_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|gsk|xai|key)[-_][A-Za-z0-9_*-]{8,}|\bBearer\s+\S{8,}")


class Key:
    """A secret that only `reveal` returns.

    >>> print(Key("sk-123456789"), [Key("sk-123456789")])
    [key] [[key]]
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """Return the key, for the endpoint's client only."""
        return self.__value

    def __repr__(self) -> str:
        """Return a placeholder."""
        return HIDDEN

    def __reduce__(self) -> tuple[type[Key], tuple[str]]:
        """Raise an error: a key must not be pickled."""
        raise TypeError("a key is never stored")


def hide(text: str, key: Key | None) -> str:
    """A text without the key; whatever else it holds stays.

    >>> hide("The key is abc12345, and sk-abcdefgh12345 is none.", Key("abc12345"))
    'The key is [key], and sk-abcdefgh12345 is none.'
    """
    return text.replace(key.reveal(), HIDDEN) if key is not None and key.reveal() else text


def scrub(text: str, key: Key | None) -> str:
    """Return a foreign message without the key or anything that looks like one.

    >>> scrub("Incorrect key abc123 or sk-abcdefgh12345", Key("abc123"))
    'Incorrect key [key] or [key]'
    """
    return _LOOKS_LIKE_A_KEY.sub(HIDDEN, hide(text, key))
