"""A score on its way from raw to final: caps in order, each only lowering."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from jurat.outcomes import Cap, Details, Score
from jurat.scoring import rounding
from jurat.spans import Span


@dataclass(frozen=True, slots=True)
class Draft:
    """A metric before rounding: its raw value, its value so far, and the caps that led there."""

    metric: str
    raw: Fraction
    value: Fraction
    details: Details
    caps: tuple[Cap, ...] = ()
    evidence: tuple[Span, ...] = ()

    def capped(self, limit: int, reason: str, *, when: bool) -> Draft:
        """This score under a limit if its condition holds; listed also where it does not lower.

        >>> from jurat.observations import Relevance
        >>> draft = Draft("relevance", Fraction(7), Fraction(7), Relevance())
        >>> draft.capped(4, "off_topic_segment", when=True).caps
        (Cap(limit=4.0, reason='off_topic_segment', before=7.0, after=4.0),)
        >>> draft.capped(4, "off_topic_segment", when=False).caps
        ()
        """
        if not when:
            return self
        after = Fraction(limit) if self.value > limit else self.value
        cap = Cap(float(limit), reason, rounding.score(self.value), rounding.score(after))
        return Draft(self.metric, self.raw, after, self.details, (*self.caps, cap), self.evidence)

    def final(self) -> Score:
        """The score as reported, rounded once."""
        return Score(
            metric=self.metric,
            value=rounding.score(self.value),
            raw=rounding.score(self.raw),
            caps=self.caps,
            details=self.details,
            evidence=self.evidence,
        )
