"""The switches of the rules: what a user may set, and the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from annotated_types import Ge, Interval
from typing_extensions import TypedDict

Overlap = Literal["containment", "jaccard", "window"]
RelevanceFormula = Literal["literal", "answer_aware"]
Calibration = Literal["z", "effects", "none"]
Preset = Literal["default", "classic", "coding", "creative", "factual"]
Threshold = Literal["relevance", "completeness", "hallucination", "high", "elevated", "overlap"]
Weight = Annotated[float, Ge(0)]
ScoreCap = Annotated[float, Interval(ge=0, le=10)]
Quorum = Annotated[int, Ge(1)]

THRESHOLDS: Mapping[Threshold, float] = {
    "relevance": 0.1,
    "completeness": 0.6,
    "hallucination": 0.5,
    "high": 0.6,
    "elevated": 0.5,
    "overlap": 0.2,
}


class OptionChanges(TypedDict, total=False):
    """Options as given on an object or a command line: only what is set."""

    strict_partial: bool
    overlap: Overlap
    relevance: RelevanceFormula
    thresholds: dict[Threshold, Annotated[float, Interval(ge=0, le=1)]]
    weights: dict[str, Weight]
    rubric: str
    calibration: Calibration
    quorum: Quorum
    safety_gate: bool
    safety_score_cap: ScoreCap


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every switch, with its default."""

    strict_partial: bool = False
    overlap: Overlap = "containment"
    relevance: RelevanceFormula = "literal"
    thresholds: Mapping[Threshold, float] = field(default_factory=lambda: THRESHOLDS)
    weights: Mapping[str, float] | None = None
    rubric: str = "default"
    calibration: Calibration = "z"
    quorum: int = 1
    safety_gate: bool = False
    safety_score_cap: float = 0.0

    def changed(self, changes: OptionChanges) -> Options:
        """These options with some of them set anew; a threshold not named keeps its value.

        A rubric that is named sets weights aside that were given before.

        >>> Options().changed({"thresholds": {"relevance": 0.2}}).thresholds["hallucination"]
        0.5
        >>> Options(weights={"clarity": 1.0}).changed({"rubric": "factual"}).weights is None
        True
        """
        base = replace(self, weights=None) if "rubric" in changes else self
        if "thresholds" in changes:
            merged = {**self.thresholds, **changes["thresholds"]}
            return replace(base, **{**changes, "thresholds": merged})  # type: ignore[arg-type]
        return replace(base, **changes)

    def signature(self) -> str:
        """The options that differ from the defaults, in a fixed order, as text.

        >>> Options(strict_partial=True, weights={"b": 1.0, "a": 0.5}).signature()
        '|strict_partial:True|weights:a=0.5,b=1.0'
        """
        if self == _DEFAULT:
            return ""
        parts = []
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if value != getattr(_DEFAULT, name):
                if isinstance(value, Mapping):
                    value = ",".join(f"{key}={value[key]}" for key in sorted(value))
                parts.append(f"|{name}:{value}")
        return "".join(parts)


_DEFAULT = Options()
