"""The rules of the five patterns, read from their data files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from jurat.safety.gate_findings import PATTERNS, Pattern
from jurat.safety.word_lists import compiled, heads, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

Excuse = Literal["refusal", "prevention", "education", "fiction", "homonym"]
ALL_EXCUSES: tuple[Excuse, ...] = ("refusal", "prevention", "education", "fiction", "homonym")


@dataclass(frozen=True, slots=True)
class Rule:
    """A dangerous topic: how it is named, whether the clause must ask or tell how, what excuses it."""

    pattern: Pattern
    reason: str
    match: re.Pattern[str]
    framed: bool
    excused_by: tuple[Excuse, ...]


@lru_cache(maxsize=1)
def rules_by_word() -> Mapping[str, tuple[int, ...]]:
    """For each trigger word the numbers of the rules that it can set off."""
    index: dict[str, list[int]] = {}
    for number, (_, entry) in enumerate(_entries()):
        for word in sorted(heads(entry["triggers"]) | set(entry.get("also", ()))):
            index.setdefault(word, []).append(number)
    return {word: tuple(numbers) for word, numbers in index.items()}


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the patterns."""
    return tuple(
        Rule(
            pattern=pattern,
            reason=entry["reason"],
            match=compiled(entry["match"]),
            framed=entry.get("frame", True),
            excused_by=tuple(entry.get("excused_by", ALL_EXCUSES)),
        )
        for pattern, entry in _entries()
    )


@lru_cache(maxsize=1)
def mentions() -> Mapping[Pattern, re.Pattern[str]]:
    """For each pattern the words that name its topic without asking or telling anything."""
    found = {pattern: read_toml(f"{pattern}.toml")["mentions"] for pattern in PATTERNS}
    return {pattern: compiled(rf"\b(?:{'|'.join(words)})\b") for pattern, words in found.items()}


def _entries() -> list[tuple[Pattern, dict[str, Any]]]:
    return [(pattern, entry) for pattern in PATTERNS for entry in read_toml(f"{pattern}.toml")["rules"]]
