"""Patterns of hostility: sequences of word classes, matched over one character for each unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from jurat.observations import IssueKind, IssueSeverity
from jurat.observers.rules.wording import Unit
from jurat.text.lexicons import Lexicon, lexicon, pattern_lines

_GAPS = {
    "~": ("END", "QUOTE", "NEG", "REPORT", "PAUSE", "REL"),
    "^": ("END", "QUOTE", "NEG", "REPORT"),
    "_": ("END", "QUOTE"),
}
_MANY = 6


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a sequence of word classes means, and how to find it."""

    kind: IssueKind
    severity: IssueSeverity
    reason: str
    expression: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern and the units it covers, ``first`` to ``last`` inclusive."""

    pattern: Pattern
    first: int
    last: int


def matches(sentence: Sequence[Unit]) -> Iterator[Match]:
    """Every pattern's matches in a sentence."""
    codes = lexicon().codes
    line = "".join([codes[unit.entry.classes] for unit in sentence])
    for gate, patterns in _gated().items():
        if gate.search(line):
            for pattern in patterns:
                for found in pattern.expression.finditer(line):
                    yield Match(pattern, found.start(), found.end() - 1)


@lru_cache(maxsize=1)
def _gated() -> dict[re.Pattern[str], list[Pattern]]:
    """The patterns by the classes of whom they are aimed at, so that most sentences need none of them."""
    known = lexicon()
    gated: dict[re.Pattern[str], list[Pattern]] = {}
    group = re.compile(_any_of("GROUP", known))
    person = re.compile(_any_of("YOU|HE|THEY", known))
    for line in pattern_lines():
        pattern = Pattern(
            _kind(line.kind),
            "strong" if line.severity == "strong" else "mild",
            line.reason,
            re.compile(expression(line.sequence, known)),
        )
        gated.setdefault(group if "GROUP" in line.sequence else person, []).append(pattern)
    return gated


def _kind(name: str) -> IssueKind:
    kinds: dict[str, IssueKind] = {"bias": "bias", "stereotype": "stereotype", "profanity": "profanity"}
    return kinds[name]


def expression(sequence: str, known: Lexicon) -> str:
    """A sequence of classes as a regular expression over class characters.

    >>> expression("START ~2", Lexicon({}, {}, {frozenset({"END"}): "e"}, frozenset()))
    '^[^e]{0,2}?'
    """
    return "".join(_part(part, known) for part in sequence.split())


def _part(part: str, known: Lexicon) -> str:
    if part == "START":
        return "^"
    if part[0] in _GAPS:
        return f"[^{_members(_GAPS[part[0]], known)}]{{0,{int(part[1:])}}}?"
    if part[0] == "!":
        return f"(?<!{_any_of(part[1:], known)})"
    if part[-1] == "*":
        return f"{_any_of(part[:-1], known)}{{0,{_MANY}}}"
    return f"{_any_of(part[:-1], known)}?" if part[-1] == "?" else _any_of(part, known)


def _any_of(names: str, known: Lexicon) -> str:
    return f"[{_members(names.split('|'), known)}]"


def _members(names: Sequence[str], known: Lexicon) -> str:
    """The characters of all sets of classes that hold one of the names."""
    wanted = set(names)
    return "".join(code for classes, code in known.codes.items() if classes & wanted)
