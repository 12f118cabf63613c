"""Scales of metrics: maximum and direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from jurat.judges.registry import find_description
from jurat.judges.spec import MetricScale, MetricSpec
from jurat.outcomes import Result, Score
from jurat.runs.results.signatures import threshold

Better = Literal["higher", "lower"]
Tone = Literal["good", "half", "bad"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A metric's range from 0 to its maximum, which end is better, and its thresholds."""

    top: float
    better: Better = "higher"
    fine: float = 0.8
    fair: float = 0.5

    def goodness(self, value: float) -> float:
        """Return a value as a share of the best value.

        >>> Scale(10.0).goodness(8.0), Scale(1.0, "lower").goodness(0.25)
        (0.8, 0.75)
        """
        share = value / self.top
        return share if self.better == "higher" else 1 - share

    def gain(self, difference: float) -> float:
        """Return a difference, positive if it is an improvement.

        >>> Scale(1.0, "lower").gain(-0.5)
        0.5
        """
        return difference if self.better == "higher" else -difference

    def tone(self, value: float) -> Tone:
        """Return whether a value is good, fair or bad.

        >>> Scale(10.0).tone(8.0), Scale(10.0).tone(5.0), Scale(1.0, "lower").tone(0.6)
        ('good', 'half', 'bad')
        """
        share = round(self.goodness(value), 9)
        return "good" if share >= self.fine else "half" if share >= self.fair else "bad"


FRACTION, RISK, SCORE = Scale(1.0), Scale(1.0, "lower"), Scale(10.0)


def scale_in(scales: Mapping[str, MetricScale], judge: str, metric: str, signature: str = "") -> Scale:
    """Return the scale that a judge declares, or that its results carry where it is not installed.

    >>> scale_in({"brevity": {"maximum": 5.0, "higher_is_better": True}}, "not-installed", "brevity").top
    5.0
    """
    carried = scales.get(metric)
    if carried is None or find_description(judge) is not None:
        return scale_of(judge, metric, signature)
    return Scale(carried["maximum"], "higher" if carried["higher_is_better"] else "lower")


def scale_of_score(result: Result[Any], score: Score[Any]) -> Scale:
    """Return the scale of one score of a result."""
    carried: dict[str, MetricScale] = {}
    if score.maximum is not None:
        better = score.higher_is_better is not False
        carried[score.metric] = {"maximum": score.maximum, "higher_is_better": better}
    return scale_in(carried, result.judge, score.metric, result.signature)


@lru_cache(maxsize=512)
def scale_of(judge: str, metric: str, signature: str = "") -> Scale:
    """Return the scale that a judge declares for a metric, for its overall score or for candidates.

    Where a metric decides the verdict, it is fine or fair up to the thresholds of the run.
    A judge that is not installed is taken to score up to 10.

    >>> scale_of("claim-lock", "hallucination").better, scale_of("judge-lock", "hallucination").top
    ('lower', 10.0)
    >>> scale_of("claim-lock", "hallucination", "thresholds:hallucination=0.05").tone(0.074)
    'bad'
    """
    found = find_description(judge)
    if found is None:
        return SCORE
    spec = found.metric(metric)
    return Scale(found.overall or 1.0) if spec is None else _declared(spec, signature)


def _declared(spec: MetricSpec, signature: str) -> Scale:
    scale = Scale(spec.maximum, "higher" if spec.higher_is_better else "lower")
    fail, warn = limit(spec.fail, signature), limit(spec.warn, signature)
    if fail is None and warn is None:
        return scale
    fair = 0.0 if fail is None else round(scale.goodness(fail), 9)
    fine = fair if warn is None else max(fair, round(scale.goodness(warn), 9))
    return replace(scale, fine=fine, fair=fair)


def limit(bound: str | float | None, signature: str) -> float | None:
    """Return where a verdict turns: a number, or the threshold of that name that was judged by."""
    return threshold(signature, bound) if isinstance(bound, str) else bound
