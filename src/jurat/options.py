"""The switches of the rules: what a user may set, and the defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from sys import float_info
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from annotated_types import Ge, Interval
from typing_extensions import TypedDict

from jurat.errors import OptionError

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
    """Every switch, with its default, which a threshold not named has too; a wrong value is refused.

    >>> Options(thresholds={"relevance": 0.2}).thresholds["hallucination"]
    0.5
    >>> Options(overlap="cosine")
    Traceback (most recent call last):
    jurat.errors.OptionError: options.overlap: is 'cosine'; use containment, jaccard, window
    """

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

    def __post_init__(self) -> None:
        for name, default in _DEFAULTS.items():
            value = getattr(self, name)
            if value is not default:
                _check(f"options.{name}", value, _KINDS[name])
        if self.thresholds is not THRESHOLDS:
            object.__setattr__(self, "thresholds", {**THRESHOLDS, **self.thresholds})

    def changed(self, changes: OptionChanges) -> Options:
        """These options with some of them set anew; a threshold not named keeps its value.

        A rubric that is named sets weights aside that were given before.

        >>> Options().changed({"thresholds": {"relevance": 0.2}}).thresholds["hallucination"]
        0.5
        >>> Options(weights={"clarity": 1.0}).changed({"rubric": "factual"}).weights is None
        True
        """
        for name in changes.keys() - self.__dataclass_fields__.keys():
            hint = f"the options are {', '.join(self.__dataclass_fields__)}"
            raise OptionError(f"none is named {name!r}", where="options", hint=hint)
        base = replace(self, weights=None) if "rubric" in changes else self
        if "thresholds" in changes:
            merged = {**self.thresholds, **changes["thresholds"]}
            return replace(base, **{**changes, "thresholds": merged})  # type: ignore[arg-type]
        return replace(base, **changes)

    def held_to(self, judge: str, names: Collection[str]) -> Options:
        """These options, if a judge knows all that are set; one that would do nothing is refused.

        >>> Options(quorum=2).held_to("claim-lock", ("relevance", "thresholds"))
        Traceback (most recent call last):
        jurat.errors.OptionError: options.quorum: means nothing to claim-lock; it has relevance, thresholds
        """
        for name in self.__dataclass_fields__:
            if name not in names and getattr(self, name) != getattr(_DEFAULT, name):
                hint = f"it has {', '.join(names)}"
                raise OptionError(f"means nothing to {judge}", where=f"options.{name}", hint=hint)
        return self

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


_DEFAULTS = {one.name: one.default for one in fields(Options)} | {"thresholds": THRESHOLDS}
_KINDS: Mapping[str, Any] = get_type_hints(OptionChanges, include_extras=True)


def _check(where: str, value: object, kind: Any) -> None:
    """Refuse a value that its type, as `OptionChanges` has it, does not allow."""
    if get_origin(kind) is not dict:
        if hint := _advice(value, kind):
            raise OptionError(f"is {value!r}", where=where, hint=hint)
        return
    if not isinstance(value, Mapping):
        raise OptionError(f"is {value!r}", where=where, hint="give numbers by name")
    names, numbers = get_args(kind)
    for name, number in value.items():
        if hint := _advice(name, names):
            raise OptionError(f"none is named {name!r}", where=where, hint=hint)
        _check(f"{where}.{name}", number, numbers)


def _advice(value: object, kind: Any) -> str | None:
    """What to give instead of a value; nothing where it is right."""
    parts = get_args(kind)
    if get_origin(kind) is Literal:
        return None if value in parts else f"use {', '.join(parts)}"
    if get_origin(kind) is Annotated:
        return _number_advice(value, *parts)
    return None if isinstance(value, kind) else "give a text" if kind is str else "give True or False"


def _number_advice(value: Any, kind: type, bounds: Any) -> str | None:
    low, high = bounds.ge, getattr(bounds, "le", None)
    number = isinstance(value, int if kind is int else int | float) and not isinstance(value, bool)
    if number and low <= value <= (float_info.max if high is None else high):
        return None
    span = f"of {low} or more" if high is None else f"from {low} to {high}"
    return f"give a {'whole ' if kind is int else ''}number {span}"


_DEFAULT = Options()
