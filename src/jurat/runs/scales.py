"""How far a metric reaches, and which way is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A metric's range, from 0 to its top, and which end of it is good."""

    top: float
    better: Better = "higher"

    def goodness(self, value: float) -> float:
        """A value as a share of the best there is.

        >>> Scale(10.0).goodness(8.0), Scale(1.0, "lower").goodness(0.25)
        (0.8, 0.75)
        """
        share = value / self.top
        return share if self.better == "higher" else 1 - share

    def gain(self, difference: float) -> float:
        """A difference, positive where it is for the better.

        >>> Scale(1.0, "lower").gain(-0.5)
        0.5
        """
        return difference if self.better == "higher" else -difference


FRACTION, RISK, SCORE = Scale(1.0), Scale(1.0, "lower"), Scale(10.0)


def scale_of(judge: str, metric: str) -> Scale:
    """The scale of a judge's metric; Claim-Lock's hallucination is a risk, where 0 is clean.

    >>> scale_of("claim-lock", "hallucination").better, scale_of("judge-lock", "hallucination").top
    ('lower', 10.0)
    """
    if judge == "claim-lock":
        return RISK if metric == "hallucination" else FRACTION
    return SCORE
