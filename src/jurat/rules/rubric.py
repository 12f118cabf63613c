"""The council's rubric: weighted dimensions, and accuracy as a ceiling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import mul

from jurat.errors import OptionError
from jurat.rules import rounding

CORE = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
OPTIONAL = ("safety", "instruction_adherence")
BESIDE_SCORES = ("notes", "overall")
"""What an evaluation may hold beside scores."""
TOLERANCE = Fraction(1, 1000)
LOWEST, HIGHEST = 1, 10

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
LOW_CEILING, FAIR_CEILING = 4.0, 7.0


@dataclass(frozen=True, slots=True)
class Rubric:
    """The dimensions that count, with their exact weights."""

    weights: Mapping[str, Fraction]
    unit: int = field(init=False, repr=False, compare=False)
    shares: tuple[int, ...] = field(init=False, repr=False, compare=False)
    dimensions: frozenset[str] = field(init=False, repr=False, compare=False)
    known: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """The weights once more as whole shares of one unit, and what an evaluation must and may hold."""
        unit = lcm(*(weight.denominator for weight in self.weights.values()))
        shares = tuple(int(weight * unit) for weight in self.weights.values())
        object.__setattr__(self, "unit", unit)
        object.__setattr__(self, "shares", shares)
        object.__setattr__(self, "dimensions", frozenset(self.weights))
        object.__setattr__(self, "known", frozenset((*CORE, *OPTIONAL, *BESIDE_SCORES, *self.weights)))

    def overall(self, scores: Mapping[str, float]) -> Fraction:
        """The weighted sum of an evaluation, rounded to two decimals, then under the accuracy ceiling.

        The well-written lie of the original document is 6.90 before the ceiling:

        >>> lie = {"accuracy": 3, "completeness": 9, "conciseness": 9, "clarity": 9}
        >>> weighted_sum(lie, make_rubric("classic").weights)
        Fraction(69, 10)
        >>> make_rubric("classic").overall(lie)
        Fraction(4, 1)
        """
        return Fraction(self.hundredths(scores), 100)

    def hundredths(self, scores: Mapping[str, float]) -> int:
        """The overall in whole hundredths.

        >>> given = {"accuracy": 9, "completeness": 8, "conciseness": 7, "clarity": 8}
        >>> make_rubric("classic").hundredths(given)
        815
        """
        given = [scores[name] for name in self.weights]
        total: float | Fraction = sum(map(mul, self.shares, given))
        if not isinstance(total, int):
            total = sum(map(mul, self.shares, map(rounding.exact, given)), Fraction(0))
        found: int = (200 * total + self.unit) // (2 * self.unit)
        accuracy = scores.get("accuracy")
        if accuracy is not None and accuracy < FAIR_ACCURACY:
            return min(found, 400 if accuracy < LOW_ACCURACY else 700)
        return found


def weighted_sum(scores: Mapping[str, float], weights: Mapping[str, Fraction]) -> Fraction:
    """Σ weight × score, exactly.

    >>> b = {"accuracy": 7, "completeness": 9, "conciseness": 9, "clarity": 8}
    >>> float(weighted_sum(b, make_rubric("classic").weights))
    8.1
    """
    return sum((weight * rounding.exact(scores[name]) for name, weight in weights.items()), Fraction(0))


def ceiling(accuracy: Fraction | float) -> float | None:
    """The highest overall that an accuracy allows; none from 7 on.

    >>> [ceiling(Fraction(x)) for x in (4, 5, 6, 7)]
    [4.0, 7.0, 7.0, None]
    """
    if accuracy >= FAIR_ACCURACY:
        return None
    return LOW_CEILING if accuracy < LOW_ACCURACY else FAIR_CEILING


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
