"""The rubric as a reviewer reads it: each dimension's question and what must be seen for each score."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any

from jurat.errors import OptionError

BANDS = ("9-10", "7-8", "5-6", "3-4", "1-2")
REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Anchoring:
    """One dimension: what it asks, and the behaviour that each band of scores stands for."""

    question: str
    bands: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricText:
    """The dimensions a reviewer scores, their weights, and the anchors for them."""

    weights: Mapping[str, float]
    preset: str = "default"
    own: Mapping[str, Anchoring] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a dimension that nobody could score: one without anchors."""
        for name in self.weights:
            if name not in self.own and name not in anchors():
                hint = f"describe it under council.dimensions, or use {', '.join(anchors())}"
                raise OptionError("has no anchors", where=f"dimension {name}", hint=hint)

    def written(self, *, refusals: bool = False) -> str:
        """The whole rubric in words; with what holds for refusals where a response declines.

        >>> print(RubricText(weights={"clarity": 1.0}).written().splitlines()[0])
        clarity (100 % of the score): Can the reader it is for follow it at the first reading?
        """
        parts = [self._dimension(name, weight) for name, weight in self.weights.items() if weight]
        if refusals:
            parts.append(_written("refusals", _read()[REFUSAL]))
        return "\n".join(parts)

    def shuffled(self, seed: str) -> RubricText:
        """Return the same rubric with its dimensions in an order that a seed gives."""
        order = shuffled_names(tuple(self.weights), seed)
        return replace(self, weights={name: self.weights[name] for name in order})

    def _dimension(self, name: str, weight: float) -> str:
        anchoring = self.own[name] if name in self.own else anchors()[name]
        reading = readings(self.preset).get(name)
        text = _written(f"{name} ({weight:.0%} of the score)".replace("%", " %"), anchoring)
        return text if reading is None else f"{text}  {reading}\n"

    def digest(self) -> str:
        """A short fingerprint, for signatures: other anchors may give other scores."""
        return hashlib.sha256(self.written(refusals=True).encode()).hexdigest()[:8]


def shuffled_names(names: tuple[str, ...], seed: str) -> tuple[str, ...]:
    """Return names in an order that a seed gives; without one, as they are.

    >>> shuffled_names(("a", "b", "c"), ""), sorted(shuffled_names(("a", "b", "c"), "7"))
    (('a', 'b', 'c'), ['a', 'b', 'c'])
    """
    order = list(names)
    if seed:
        Random(f"{seed} dimensions").shuffle(order)
    return tuple(order)


def anchors() -> Mapping[str, Anchoring]:
    """The dimensions that have anchors of ours.

    >>> list(anchors())[:2]
    ['accuracy', 'relevance']
    """
    return {name: one for name, one in _read().items() if name != REFUSAL}


def readings(preset: str) -> Mapping[str, str]:
    """How a preset wants a dimension to be read."""
    found: Mapping[str, str] = _table().get("presets", {}).get(preset, {})
    return found


def _written(title: str, anchoring: Anchoring) -> str:
    lines = [
        f"{title}: {anchoring.question}",
        *(f"  {band}: {text}" for band, text in anchoring.bands.items()),
    ]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=1)
def _read() -> Mapping[str, Anchoring]:
    return {
        name: Anchoring(entry["question"], {band: entry[band] for band in BANDS})
        for name, entry in _table().items()
        if name != "presets"
    }


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    import tomllib

    found: dict[str, Any] = tomllib.loads(
        (files("jurat.observers.llm") / "anchors.toml").read_text(encoding="utf-8")
    )
    return found
