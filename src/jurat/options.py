"""Options of the judges, with their defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from sys import float_info
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from annotated_types import Ge, Interval
from typing_extensions import TypedDict, deprecated

from jurat.errors import OptionError

Overlap = Literal["containment", "jaccard", "window"]
RelevanceFormula = Literal["literal", "answer_aware"]
Calibration = Literal["z", "effects", "none"]
Preset = Literal["default", "classic", "coding", "creative", "factual"]
Threshold = Literal[
    "relevance",
    "completeness",
    "hallucination",
    "high",
    "elevated",
    "overlap",
    "doubt",
    "contradiction",
    "summary_unsupported",
    "summary_fail",
    "summary_warn",
    "context_precision",
    "context_recall",
    "answer_correctness",
    "citation_support",
]
RecalibrationPart = Literal["slope", "constant"]
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
    "doubt": 0.25,
    "contradiction": 0.5,
    "summary_unsupported": 0.0,
    "summary_fail": 0.5,
    "summary_warn": 0.5,
    "context_precision": 0.5,
    "context_recall": 0.5,
    "answer_correctness": 0.5,
    "citation_support": 0.5,
}
RECALIBRATION: Mapping[RecalibrationPart, float] = {"slope": 1.0, "constant": 0.0}
"""The line through the log odds of a claim's probability that changes nothing."""


class OptionChanges(TypedDict, total=False):
    """Options as given by a user: only those that are set."""

    strict_partial: bool
    overlap: Overlap
    relevance: RelevanceFormula
    thresholds: dict[Threshold, Annotated[float, Interval(ge=0, le=1)]]
    recalibration: dict[RecalibrationPart, Annotated[float, Interval(ge=-20, le=20)]]
    weights: dict[str, Weight]
    rubric: str
    calibration: Calibration
    quorum: Quorum
    safety_gate: bool
    safety_score_cap: ScoreCap


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All options with their defaults; an invalid value raises an error.

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
    recalibration: Mapping[RecalibrationPart, float] = field(default_factory=lambda: RECALIBRATION)
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
        if self.recalibration is not RECALIBRATION:
            object.__setattr__(self, "recalibration", {**RECALIBRATION, **self.recalibration})
            if self.recalibration["slope"] <= 0:
                hint = "give a number above 0: a claim that is more probable stays more probable"
                what = f"is {self.recalibration['slope']!r}"
                raise OptionError(what, where="options.recalibration.slope", hint=hint)

    def merge(self, changes: OptionChanges) -> Options:
        """Return these options with some replaced; thresholds that are not named keep their values.

        A rubric replaces weights that were set before.

        >>> Options().merge({"thresholds": {"relevance": 0.2}}).thresholds["hallucination"]
        0.5
        >>> Options(weights={"clarity": 1.0}).merge({"rubric": "factual"}).weights is None
        True
        """
        for name in changes.keys() - self.__dataclass_fields__.keys():
            hint = f"the options are {', '.join(self.__dataclass_fields__)}"
            raise OptionError(f"none is named {name!r}", where="options", hint=hint)
        base = replace(self, weights=None) if "rubric" in changes else self
        merged: dict[str, Any] = dict(changes)
        for name in _BY_NAME.keys() & changes.keys():
            if isinstance(merged[name], Mapping):
                merged[name] = {**getattr(self, name), **merged[name]}
        return replace(base, **merged)

    def restrict_to(self, judge: str, names: Collection[str]) -> Options:
        """Return these options, or raise an error if one is set that the judge does not support.

        >>> Options(quorum=2).restrict_to("claim-lock", ("relevance",))
        Traceback (most recent call last):
        jurat.errors.OptionError: claim-lock does not support option 'quorum' (supported: relevance)
        """
        for name in self.__dataclass_fields__:
            if name not in names and getattr(self, name) != getattr(_DEFAULT, name):
                known = f"(supported: {', '.join(names)})"
                what = f"{judge} does not support option {name!r} {known}"
                raise OptionError(what, field=f"options.{name}")
        return self

    def restrict_thresholds(self, judge: str, names: Collection[str]) -> Options:
        """Return these options, or raise an error if a threshold is set that the judge does not use.

        >>> Options(thresholds={"doubt": 0.1}).restrict_thresholds("twin-lock", ("summary_warn",))
        Traceback (most recent call last):
        jurat.errors.OptionError: options.thresholds: twin-lock has none named 'doubt'; use summary_warn
        """
        for name, value in self.thresholds.items():
            if name not in names and value != THRESHOLDS[name]:
                what, hint = f"{judge} has none named {name!r}", f"use {', '.join(names)}"
                raise OptionError(what, where="options.thresholds", hint=hint)
        return self

    @deprecated("Options.changed is deprecated, use Options.merge")
    def changed(self, changes: OptionChanges) -> Options:
        """Return `merge(changes)`, its name since 0.2."""
        return self.merge(changes)

    @deprecated("Options.held_to is deprecated, use Options.restrict_to")
    def held_to(self, judge: str, names: Collection[str]) -> Options:
        """Return `restrict_to(judge, names)`, its name since 0.2."""
        return self.restrict_to(judge, names)

    def signature(self) -> str:
        """Return the options that differ from the defaults, in a fixed order, as text.

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


_BY_NAME: dict[str, Mapping[Any, float]] = {"thresholds": THRESHOLDS, "recalibration": RECALIBRATION}
"""Options that are numbers by name: what is not named keeps its value."""
_DEFAULTS = {one.name: one.default for one in fields(Options)} | _BY_NAME
_KINDS: Mapping[str, Any] = get_type_hints(OptionChanges, include_extras=True)


def _check(where: str, value: object, kind: Any) -> None:
    """Raise an error if a value does not have its type in `OptionChanges`."""
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
    """Return what to give instead of a value, or `None` if it is valid."""
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
