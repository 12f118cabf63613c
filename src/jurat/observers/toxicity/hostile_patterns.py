"""Patterns of hostility: sequences of word classes, matched over one character for each unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from jurat.observations import IssueKind, IssueSeverity
from jurat.observers.toxicity.toxicity_lexicon import ToxicityLexicon, pattern_lines, toxicity_lexicon
from jurat.observers.toxicity.toxicity_tokens import ToxicityToken

_GAPS = {
    "~": ("END", "QUOTE", "NEG", "HELP", "REPORT", "PAUSE", "REL"),
    "-": ("END", "QUOTE", "NEG", "HELP", "REPORT", "PAUSE", "REL", "KILL", "KILLED", "KILLING", "CONDEMN"),
    "^": ("END", "QUOTE", "NEG", "HELP", "REPORT"),
    "=": ("END", "QUOTE", "NEG", "HELP"),
    "_": ("END", "QUOTE"),
}
_MANY = 6
_COMMON = frozenset({"BE", "END", "FILL", "LINK", "NEG", "SELF", "WOULD", "OURS", "POS"})
_TARGETS = frozenset(
    {"GROUP", "AFTERGROUP", "YOU", "HE", "THEY", "ABUSE", "HARMED", "DESERVE", "MENACED", "KIND"}
)
_AFTER = 6
_BAD = frozenset({"HARM", "KILL", "KILLED", "KILLING", "DIE", "PEJ", "HATE", "LOATHING"})


@dataclass(frozen=True, slots=True)
class HostilePattern:
    """What a sequence of word classes means, and how to find it."""

    kind: IssueKind
    severity: IssueSeverity
    reason: str
    expression: re.Pattern[str]
    needs: tuple[frozenset[str], ...]
    denies: bool

    def possible(self, present: set[str]) -> bool:
        """Whether a sentence with these classes can match."""
        return not any(map(present.isdisjoint, self.needs))


@dataclass(frozen=True, slots=True)
class HostileMatch:
    """A pattern and the units it covers, ``first`` to ``last`` inclusive."""

    pattern: HostilePattern
    first: int
    last: int


def matches(sentence: Sequence[ToxicityToken], *, after_group: bool = False) -> Iterator[HostileMatch]:
    """Every pattern's matches in a sentence, which may come after one that named a group."""
    present: set[str] = set().union(
        *[unit.entry.classes for unit in sentence], ["AFTERGROUP"] if after_group else []
    )
    if present.isdisjoint(_TARGETS):
        return
    codes = toxicity_lexicon().codes
    line = "".join([codes[unit.entry.classes] for unit in sentence])
    for pattern in _patterns() if "GROUP" in present or after_group else _against_persons():
        if not pattern.possible(present):
            continue
        for found in pattern.expression.finditer(line):
            if not (pattern.denies and _denies_harm(sentence[found.start() : found.end() + _AFTER])):
                yield HostileMatch(pattern, found.start(), found.end() - 1)


def _denies_harm(units: Sequence[ToxicityToken]) -> bool:
    """Whether what is denied is something bad."""
    return any(unit.entry.classes & _BAD for unit in units)


@lru_cache(maxsize=1)
def _patterns() -> tuple[HostilePattern, ...]:
    known = toxicity_lexicon()
    return tuple(
        HostilePattern(
            kind=_kind(line.kind),
            severity="strong" if line.severity == "strong" else "mild",
            reason=line.reason,
            expression=re.compile(expression(line.sequence, known)),
            needs=needs(line.sequence),
            denies="NEG" in line.sequence,
        )
        for line in pattern_lines()
    )


@lru_cache(maxsize=1)
def _against_persons() -> tuple[HostilePattern, ...]:
    """The patterns that need no group."""
    groups = {"GROUP", "GROUPS", "AFTERGROUP"}
    return tuple(pattern for pattern in _patterns() if all(groups.isdisjoint(need) for need in pattern.needs))


def needs(sequence: str) -> tuple[frozenset[str], ...]:
    """What a sentence must hold for a sequence to be found in it: one class of each set.

    >>> [sorted(need) for need in needs("START FILL* KILL|DIE ~3 GROUP")]
    [['GROUP'], ['DIE', 'KILL']]
    """
    parts = (part for part in sequence.split() if part != "START" and part[0] not in "!~-^=_")
    found = [frozenset(part.split("|")) for part in parts if part[-1] not in "*?"]
    return tuple(sorted(found, key=lambda need: (bool(need & _COMMON), len(need))))


def _kind(name: str) -> IssueKind:
    kinds: dict[str, IssueKind] = {"bias": "bias", "stereotype": "stereotype", "profanity": "profanity"}
    return kinds[name]


def expression(sequence: str, known: ToxicityLexicon) -> str:
    """A sequence of classes as a regular expression over class characters.

    >>> expression("START ~2", ToxicityLexicon({}, {}, {frozenset({"END"}): "e"}, frozenset()))
    '(?:^|(?<=[e]))[^e]{0,2}?'
    """
    return "".join(_part(part, known) for part in sequence.split())


def _part(part: str, known: ToxicityLexicon) -> str:
    if part == "AFTERGROUP":
        return "^"
    if part == "START":
        return f"(?:^|(?<={_any_of('END|QUOTE', known)}))"
    if part[0] in _GAPS:
        return f"[^{_members(_GAPS[part[0]], known)}]{{0,{int(part[1:])}}}?"
    if part[0] == "!":
        return f"(?<!{_any_of(part[1:], known)})"
    if part[-1] == "*":
        return f"{_any_of(part[:-1], known)}{{0,{_MANY}}}"
    return f"{_any_of(part[:-1], known)}?" if part[-1] == "?" else _any_of(part, known)


def _any_of(names: str, known: ToxicityLexicon) -> str:
    return f"[{_members(names.split('|'), known)}]"


def _members(names: Sequence[str], known: ToxicityLexicon) -> str:
    """The characters of all sets of classes that hold one of the names."""
    wanted = set(names)
    return "".join(code for classes, code in known.codes.items() if classes & wanted)
