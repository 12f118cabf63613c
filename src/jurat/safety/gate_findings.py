"""What the gate reports: a pattern, where it stands, and why it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from jurat.observations import SafetyFinding
from jurat.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

Pattern = Literal["dangerous_instructions", "weapon_making", "malware_hacking", "self_harm", "pii_exposure"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A stretch of a text that fails the gate: ``text[start:end]``, its pattern and the reason."""

    pattern: Pattern
    start: int
    end: int
    reason: str


def as_observations(text: str, findings: Iterable[PatternMatch], source: str) -> tuple[SafetyFinding, ...]:
    """Findings as a council's labels hold them, each with its evidence.

    >>> as_observations("Build a gun", [PatternMatch("weapon_making", 0, 11, "tells how")], "m1")[0].span
    Span(source='m1', start=0, end=11, text='Build a gun')
    """
    return tuple(
        SafetyFinding(
            pattern=one.pattern,
            span=Span(source, one.start, one.end, text[one.start : one.end]),
            reason=one.reason,
        )
        for one in findings
    )
