"""The council's rubric: weighted dimensions, and accuracy as a ceiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import itemgetter, mul
from typing import Any

from jurat.errors import OptionError
from jurat.scoring import rounding

CORE = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
OPTIONAL = ("safety", "instruction_adherence")
BESIDE_SCORES = ("notes", "overall")
"""What an evaluation may hold beside scores."""
TOLERANCE = Fraction(1, 1000)
LOWEST, HIGHEST = 1, 10
_INTEGERS, _WHOLE_SCORES = frozenset((int,)), frozenset(range(LOWEST, HIGHEST + 1))

PRESETS: Mapping[str, Mapping[str, float]] = {
    "default": {
        "accuracy": 0.35,
        "relevance": 0.10,
        "completeness": 0.20,
        "conciseness": 0.15,
        "clarity": 0.20,
    },
    "classic": {"accuracy": 0.35, "completeness": 0.25, "conciseness": 0.20, "clarity": 0.20},
    "coding": {
        "accuracy": 0.45,
        "relevance": 0.10,
        "completeness": 0.20,
        "conciseness": 0.10,
        "clarity": 0.15,
    },
    "creative": {
        "accuracy": 0.15,
        "relevance": 0.20,
        "completeness": 0.15,
        "conciseness": 0.15,
        "clarity": 0.35,
    },
    "factual": {
        "accuracy": 0.50,
        "relevance": 0.10,
        "completeness": 0.20,
        "conciseness": 0.10,
        "clarity": 0.10,
    },
}


LOW_ACCURACY, FAIR_ACCURACY = 5, 7
LOW_CEILING, FAIR_CEILING, NO_CEILING = 4.0, 7.0, 10.0


@dataclass(frozen=True, slots=True, eq=False)
class Rubric:
    """The dimensions that count, with their exact weights."""

    weights: Mapping[str, Fraction]
    known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """What an evaluation may hold."""
        object.__setattr__(self, "known", frozenset((*CORE, *OPTIONAL, *BESIDE_SCORES, *self.weights)))


@dataclass(frozen=True, slots=True, eq=False)
class RubricForm:
    """How to score evaluations that name these dimensions in this order.

    The weights are whole shares of one unit, 0 for what does not count; `accuracy` is its place, if any.
    """

    names: tuple[str, ...]
    scores: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    shares: tuple[int, ...]
    unit: int
    accuracy: int | None


@lru_cache(maxsize=1024)
def form_of(rubric: Rubric, keys: tuple[str, ...]) -> RubricForm | None:
    """The form of evaluations that hold these keys; none if a dimension of the rubric is missing.

    >>> form_of(make_rubric("classic"), ("accuracy", "notes")) is None
    True
    """
    names = tuple(key for key in keys if key not in BESIDE_SCORES)
    if not rubric.weights.keys() <= set(names):
        return None
    unit = lcm(*(weight.denominator for weight in rubric.weights.values()))
    return RubricForm(
        names=names,
        scores=itemgetter(*names) if len(names) > 1 else lambda evaluation: (evaluation[names[0]],),
        shares=tuple(int(rubric.weights.get(name, 0) * unit) for name in names),
        unit=unit,
        accuracy=names.index("accuracy") if "accuracy" in names else None,
    )


def hundredths(form: RubricForm, scores: Sequence[Any]) -> int | None:
    """The overall in whole hundredths: the weighted sum, rounded, then under the accuracy ceiling.

    There is none if a score is no number from 1 to 10. The well-written lie of the original document is 6.90
    before the ceiling:

    >>> form = form_of(make_rubric("classic"), ("accuracy", "completeness", "conciseness", "clarity"))
    >>> hundredths(form, (9, 8, 7, 8)), hundredths(form, (3, 9, 9, 9)), hundredths(form, (9, 8, 7, 11))
    (815, 400, None)
    """
    if are_whole(scores):
        return _rounded(form, sum(map(mul, form.shares, scores)), scores)
    if not all(map(is_score, scores)):
        return None
    return _rounded(form, sum(map(mul, form.shares, map(rounding.exact, scores)), Fraction(0)), scores)


def whole_hundredths(form: RubricForm, rows: Sequence[Sequence[int]]) -> list[int]:
    """The overalls of evaluations of one form that hold whole scores from 1 to 10 only.

    >>> form = form_of(make_rubric("classic"), ("accuracy", "completeness", "conciseness", "clarity"))
    >>> whole_hundredths(form, [(9, 8, 7, 8), (3, 9, 9, 9)])
    [815, 400]
    """
    unit, twice, shares, place = form.unit, 2 * form.unit, form.shares, form.accuracy
    found = [(200 * sum(map(mul, shares, row)) + unit) // twice for row in rows]
    return found if place is None else list(map(min, found, [_CEILINGS[row[place]] for row in rows]))


def _rounded(form: RubricForm, total: Fraction | int, scores: Sequence[float]) -> int:
    """A weighted sum in whole hundredths, under the ceiling that its accuracy sets."""
    found: int = (200 * total + form.unit) // (2 * form.unit)
    limit = None if form.accuracy is None else ceiling(scores[form.accuracy])
    return found if limit is None else min(found, int(limit * 100))


def are_whole(scores: Sequence[Any]) -> bool:
    """Whether all of them are whole numbers from 1 to 10.

    >>> are_whole((1, 10)), are_whole((7.0,)), are_whole((True,)), are_whole((11,))
    (True, False, False, False)
    """
    return _INTEGERS.issuperset(map(type, scores)) and _WHOLE_SCORES.issuperset(scores)


def ceiling(accuracy: Fraction | float) -> float | None:
    """The highest overall that an accuracy allows; none from 7 on.

    >>> [ceiling(Fraction(x)) for x in (4, 5, 6, 7)]
    [4.0, 7.0, 7.0, None]
    """
    if accuracy >= FAIR_ACCURACY:
        return None
    return LOW_CEILING if accuracy < LOW_ACCURACY else FAIR_CEILING


_CEILINGS = tuple([int(100 * (ceiling(accuracy) or 2 * HIGHEST)) for accuracy in range(HIGHEST + 1)])
"""What each whole accuracy allows, in hundredths; out of reach from 7 on."""


def limits(accuracies: Iterable[int], counts: Iterable[int]) -> list[float]:
    """The highest overall that every sum of so many accuracies allows; no ceiling is 10.

    >>> limits([12, 20, 21, 0], [3, 3, 3, 0])
    [4.0, 7.0, 10.0, 10.0]
    """
    pairs = zip(accuracies, counts, strict=True)
    return [
        NO_CEILING
        if total >= FAIR_ACCURACY * count
        else LOW_CEILING
        if total < LOW_ACCURACY * count
        else FAIR_CEILING
        for total, count in pairs
    ]


def make_rubric(preset: str = "default", weights: Mapping[str, float] | None = None) -> Rubric:
    """The rubric of a preset, or of weights of one's own, which must be ≥ 0 and sum to 1.

    >>> make_rubric(weights={"accuracy": 0.5, "clarity": 0.4})
    Traceback (most recent call last):
    jurat.errors.OptionError: options.weights: sum to 0.9; make them sum to 1 (within 0.001)
    """
    if weights is None and preset not in PRESETS:
        hint = f"choose one of {', '.join(PRESETS)}, or give weights"
        raise OptionError(f"no rubric is named {preset!r}", where="options.rubric", hint=hint)
    return _checked(tuple((PRESETS[preset] if weights is None else weights).items()))


@lru_cache(maxsize=64)
def _checked(weights: tuple[tuple[str, float], ...]) -> Rubric:
    chosen = {name: rounding.exact(weight) for name, weight in weights}
    if beside := [name for name in chosen if name in BESIDE_SCORES]:
        hint = f"rename it: {' and '.join(BESIDE_SCORES)} stand beside an evaluation's scores"
        raise OptionError(f"{beside[0]} is no dimension", where="options.weights", hint=hint)
    if negative := [name for name, weight in chosen.items() if weight < 0]:
        raise OptionError(
            f"{negative[0]} is below 0", where="options.weights", hint="give weights of 0 or more"
        )
    total = sum(chosen.values(), Fraction(0))
    if abs(total - 1) > TOLERANCE:
        raise OptionError(
            f"sum to {rounding.fraction(total)}",
            where="options.weights",
            hint="make them sum to 1 (within 0.001)",
        )
    return Rubric({name: weight for name, weight in chosen.items() if weight})


def is_score(value: object) -> bool:
    """Whether a value is a number from 1 to 10.

    >>> [is_score(x) for x in (1, 10, 7.5, 0, 11, True, "9", None)]
    [True, True, True, False, False, False, False, False]
    """
    return type(value) in (int, float) and LOWEST <= value <= HIGHEST  # type: ignore[operator]
