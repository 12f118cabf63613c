"""The formulas of the summary judges: functions of numbers, each checkable by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from jurat.observations import PointLabel
from jurat.scoring import rounding

PARTLY_COVERED = (Fraction(1, 4), Fraction(3, 4))
HIGH_OVERLAP = Fraction(8, 10)
SOME_OVERLAP = Fraction(3, 10)
MODERATE = Fraction(1, 4)
SEVERE = Fraction(1, 2)


def point_label(covered: float) -> PointLabel:
    """The label of a key point of which this fraction is covered; both edges are partial.

    >>> [point_label(x) for x in (0.24, 0.25, 0.75, 0.76)]
    ['not', 'partial', 'partial', 'fully']
    """
    low, high = PARTLY_COVERED
    value = rounding.exact(covered)
    return "not" if value < low else "partial" if value <= high else "fully"


def overlap_label(overlap: float) -> str:
    """The band of a segment's overlap.

    >>> [overlap_label(x) for x in (0.8, 0.795, 0.3, 0.29)]
    ['high', 'some', 'some', 'none']
    """
    value = rounding.exact(overlap)
    return "high" if value >= HIGH_OVERLAP else "some" if value >= SOME_OVERLAP else "none"


def harmonic_mean(a: Fraction, b: Fraction) -> Fraction:
    """The harmonic mean of two numbers; 0 when either is 0.

    >>> harmonic_mean(Fraction(1), Fraction(1, 2)), harmonic_mean(Fraction(0), Fraction(1))
    (Fraction(2, 3), Fraction(0, 1))
    """
    return 2 * a * b / (a + b) if a and b else Fraction(0)


def recall(fully: int, partial: int, total: int) -> Fraction:
    """The share of key points covered, a partial one counting half.

    >>> recall(fully=2, partial=1, total=4)
    Fraction(5, 8)
    """
    return Fraction(2 * fully + partial, 2 * total)


def precision(extraneous: int, total: int) -> Fraction:
    """The share of the summary's tokens that the article entails.

    >>> precision(extraneous=3, total=60)
    Fraction(19, 20)
    """
    return Fraction(total - extraneous, total)


def unsupported_fraction(unsupported: int, partial: int, total: int) -> Fraction:
    """The share of claims without support, a partial one counting half; 0 if there are none.

    >>> unsupported_fraction(unsupported=1, partial=1, total=4), unsupported_fraction(0, 0, 0)
    (Fraction(3, 8), Fraction(0, 1))
    """
    return Fraction(2 * unsupported + partial, 2 * total) if total else Fraction(0)


def faithful_score(unsupported: Fraction) -> Fraction:
    """10 less 14 times the unsupported fraction rounded half-up, not below 0.

    >>> faithful_score(Fraction(1, 4)), faithful_score(Fraction(1))
    (Fraction(6, 1), Fraction(0, 1))
    """
    return Fraction(max(0, 10 - rounding.whole(14 * unsupported)))


def alignment_score(mild: int, severe: int) -> Fraction:
    """10 without deviations, at least 6 with mild ones only, below 4 with a severe one.

    >>> [int(alignment_score(mild, severe)) for mild, severe in ((0, 0), (1, 0), (5, 0), (3, 1), (0, 6))]
    [10, 8, 6, 3, 0]
    """
    if severe:
        return Fraction(max(0, 4 - severe))
    return Fraction(max(6, 9 - mild)) if mild else Fraction(10)


def mean(values: Sequence[Fraction]) -> Fraction:
    """The arithmetic mean of at least one number.

    >>> mean([Fraction(1), Fraction(1, 2)])
    Fraction(3, 4)
    """
    return sum(values, Fraction(0)) / len(values)


def severity(unsupported: Fraction) -> str:
    """How bad an unsupported fraction is.

    >>> [severity(Fraction(x, 100)) for x in (24, 25, 49, 50)]
    ['minor', 'moderate', 'moderate', 'severe']
    """
    return "minor" if unsupported < MODERATE else "moderate" if unsupported < SEVERE else "severe"


def locked_base(unsupported: Fraction, *, any_unsupported: bool) -> Fraction:
    """Judge-Lock's hallucination before its question-answers: at most 4 once a claim is unsupported.

    >>> [int(locked_base(Fraction(1, 4), any_unsupported=unsupported)) for unsupported in (True, False)]
    [3, 6]
    """
    if any_unsupported:
        return Fraction(max(0, 4 - rounding.whole(4 * unsupported)))
    return faithful_score(unsupported)


def answer_share(correct: int, partial: int, asked: int = 6) -> Fraction:
    """The share of questions answered, a partial answer counting half; a missing question is wrong.

    >>> answer_share(correct=4, partial=1)
    Fraction(3, 4)
    """
    return Fraction(2 * correct + partial, 2 * asked)
