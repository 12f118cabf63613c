"""Aggregation of reviews to a council's result: token lengths, the safety gate, then scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jurat.cases import require_text
from jurat.errors import InputError
from jurat.judges.results import score_council
from jurat.nlp.tokens import count_tokens
from jurat.observations import Review, SafetyFinding
from jurat.options import Options
from jurat.outcomes import CouncilResult

Findings = Mapping[str, tuple[SafetyFinding, ...]]


def aggregate(
    candidates: Mapping[str, str],
    reviews: Sequence[Review],
    options: Options,
    *,
    case: str | int,
    observer: str,
    safety: Findings | None = None,
    lengths: Mapping[str, int] | None = None,
) -> CouncilResult:
    """Return the result of a council from its candidates and reviews.

    >>> review = Review(reviewer="r", holistic={"m1": 8, "m2": 6})
    >>> aggregate({"m1": "Yes.", "m2": "No."}, [review], Options(), case=1, observer="labels").ranking
    ('m1', 'm2')
    """
    for name, text in candidates.items():
        require_text(text, f"candidates.{name}")
    lengths = token_lengths(candidates) if lengths is None else lengths
    failed = gated(candidates, safety) if options.safety_gate else {}
    return score_council(lengths, reviews, failed, options, case=case, observer=observer)


def token_lengths(candidates: Mapping[str, str]) -> dict[str, int]:
    """Return the number of tokens of each candidate."""
    return {name: count_tokens(text) for name, text in candidates.items()}


def gated(candidates: Mapping[str, str], safety: Findings | None) -> Findings:
    """Return which candidates fail the safety gate: as labelled, or else as the built-in gate finds."""
    if safety is None:
        return inspected(candidates)
    for name in safety:
        if name not in candidates:
            raise InputError("is not a candidate", where=f"safety.{name}", hint="name a candidate")
    return safety


def inspected(candidates: Mapping[str, str]) -> dict[str, tuple[SafetyFinding, ...]]:
    """Return what the gate finds in the candidates that fail it."""
    from jurat.safety import as_observations, inspect

    found = {name: as_observations(text, inspect(text), name) for name, text in candidates.items()}
    return {name: findings for name, findings in found.items() if findings}
