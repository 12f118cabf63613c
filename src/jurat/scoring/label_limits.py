"""How many labels each judge takes, and how long its descriptions may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jurat.errors import InputError
from jurat.observations import SummaryObservations

CLAIMS = 10
QUESTIONS = 6
SHORTEST_QUOTE, LONGEST_QUOTE = 4, 12
"""How many words of evidence a question-answer quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLimits:
    """What one summary judge accepts."""

    key_points: tuple[int, int]
    intent_tokens: int
    theme_tokens: int
    key_point_tokens: int = 1
    questions: int = 0


TWIN_LOCK = LabelLimits(key_points=(3, 7), intent_tokens=40, theme_tokens=25)
JUDGE_LOCK = LabelLimits(
    key_points=(4, 7), intent_tokens=35, theme_tokens=20, key_point_tokens=6, questions=QUESTIONS
)
"""Also the limits of Judge-Lock Ultra."""


def check_counts(observations: SummaryObservations, limits: LabelLimits) -> None:
    """Refuse labels in numbers that the judge does not take, naming the field.

    >>> from jurat.observations import Coverage, KeyPoint
    >>> two = SummaryObservations(coverage=Coverage(key_points=(KeyPoint(label="not"),) * 2))
    >>> check_counts(two, TWIN_LOCK)
    Traceback (most recent call last):
    jurat.errors.InputError: observations.coverage.key_points: has 2 items; give 3 to 7
    """
    coverage, hallucination = observations.coverage, observations.hallucination
    if coverage is not None:
        _check_length(coverage.key_points, "coverage.key_points", *limits.key_points)
        _check_length(coverage.qags, "coverage.qags", 0, limits.questions)
        _check_tokens(coverage.extraneous_tokens, coverage.summary_tokens)
    if hallucination is not None:
        _check_length(hallucination.claims, "hallucination.claims", 0, CLAIMS)
        _check_length(hallucination.qags, "hallucination.qags", 0, limits.questions)


def _check_length(items: Sequence[object] | None, field: str, low: int, high: int) -> None:
    if items is None or low <= len(items) <= high:
        return
    if high == 0:
        hint = "this judge asks no questions: leave the field out, or use judge-lock"
    else:
        hint = f"give {low} to {high}" if low else f"give at most {high}"
    raise InputError(f"has {len(items)} items", where=f"observations.{field}", hint=hint)


def _check_tokens(extraneous: int | None, total: int | None) -> None:
    where = "observations.coverage"
    if total == 0:
        raise InputError("is 0", where=f"{where}.summary_tokens", hint="count the summary's tokens")
    if extraneous is not None and total is not None and extraneous > total:
        raise InputError(
            f"is {extraneous}, more than the {total} summary_tokens",
            where=f"{where}.extraneous_tokens",
            hint="count only tokens of the summary",
        )
