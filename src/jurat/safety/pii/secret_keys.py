"""Keys and tokens that open accounts, by the formats their issuers publish."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum
from jurat.safety.word_lists import personal_words, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_ENTROPY = 2.5
"""Bits per character: below this a "key" is a run of few characters, as placeholders are."""


@lru_cache(maxsize=1)
def _formats() -> tuple[tuple[str, re.Pattern[str], float], ...]:
    entries = read_toml("keys.toml")["formats"]
    return tuple((entry["why"], re.compile(entry["match"]), entry["score"]) for entry in entries)


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Keys and tokens that look real: placeholders and runs of few characters are left out.

    >>> [d.why for d in recognise("AKIAIOSFODNN7EXAMPLE and ghp_" + "aB3dE6gH9j" * 3 + "kL2mN5")]
    ['a GitHub token']
    """
    for why, pattern, score in _formats():
        for match in pattern.finditer(text):
            start, end = match.span("key") if "key" in pattern.groupindex else match.span()
            key = text[start:end]
            if not is_placeholder(key) and entropy(key) >= LEAST_ENTROPY:
                yield PersonalDatum("SECRET_KEY", start, end, score, why)


def is_placeholder(key: str) -> bool:
    """Whether a key says of itself that it is none.

    >>> is_placeholder("sk-YOUR-KEY-GOES-HERE"), is_placeholder("aB3dE6gH9j")
    (True, False)
    """
    return any(word in key.lower() for word in personal_words()["keys"]["placeholder"])


def entropy(key: str) -> float:
    """Shannon's entropy of a key's characters, in bits per character.

    >>> entropy("aaaa"), entropy("abab")
    (0.0, 1.0)
    """
    total = len(key)
    return sum(-count / total * math.log2(count / total) for count in Counter(key).values()) + 0.0
