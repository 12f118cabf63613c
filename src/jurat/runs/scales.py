"""How far a metric reaches, and which way is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from jurat.runs.signatures import threshold

Better = Literal["higher", "lower"]
Tone = Literal["good", "half", "bad"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A metric's range, from 0 to its top, which end of it is good, and from where on it is fine or fair."""

    top: float
    better: Better = "higher"
    fine: float = 0.8
    fair: float = 0.5

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

    def tone(self, value: float) -> Tone:
        """Whether a value is fine, fair or neither.

        >>> Scale(10.0).tone(8.0), Scale(10.0).tone(5.0), Scale(1.0, "lower").tone(0.6)
        ('good', 'half', 'bad')
        """
        share = round(self.goodness(value), 9)
        return "good" if share >= self.fine else "half" if share >= self.fair else "bad"


FRACTION, RISK, SCORE = Scale(1.0), Scale(1.0, "lower"), Scale(10.0)


def scale_of(judge: str, metric: str, signature: str = "") -> Scale:
    """The scale of a judge's metric; Claim-Lock's hallucination is a risk, where 0 is clean.

    The thresholds that Claim-Lock judged by are where its metrics stop to be fine or fair.

    >>> scale_of("claim-lock", "hallucination").better, scale_of("judge-lock", "hallucination").top
    ('lower', 10.0)
    >>> scale_of("claim-lock", "hallucination", "thresholds:hallucination=0.05").tone(0.074)
    'bad'
    """
    if judge != "claim-lock":
        return SCORE
    if metric == "hallucination":
        fair = round(1 - threshold(signature, metric), 9)
        return replace(RISK, fine=max(RISK.fine, fair), fair=fair)
    if metric == "relevance":
        least = threshold(signature, metric)
        return Scale(1.0, fine=least, fair=least)
    if metric == "completeness":
        return Scale(1.0, fine=threshold(signature, metric), fair=0.0)
    return FRACTION
