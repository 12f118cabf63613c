"""The section `council` of a `jurat.yaml`: seats and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from jurat.errors import InputError
from jurat.judges.council.session import Seats
from jurat.observers.llm.rubric_text import BANDS, Anchoring
from jurat.options import Calibration, OptionChanges
from jurat.scoring.rubric import make_rubric
from jurat.settings import brief, read_section

_NUMBERS = {
    "quorum": (1, 1000),
    "safety_score_cap": (0, 10),
    "seed": (0, 2**63),
    "rounds": (1, 2),
    "seconds": (0.001, 86400),
    "reviewers_each": (1, 1000),
}
_PARTS = ("safety_score_cap", "seconds")
"""Numbers that need not be whole."""
_TEXTS = ("chair", "rubric", "calibration", "query_type", "tie_breaker")
_SWITCHES = ("gate", "early_stop", "normalise_style")
_LISTS = ("members", "reviewers")
FIELDS = (*_LISTS, *_TEXTS, *_NUMBERS, *_SWITCHES, "weights", "dimensions")
_SEATS = (
    *(*_LISTS, "chair", "seed", "dimensions", "rounds", "seconds", "reviewers_each", "early_stop"),
    *("normalise_style", "query_type", "tie_breaker"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSettings:
    """A council as described in `jurat.yaml`."""

    seating: Seats = field(default_factory=Seats)
    options: OptionChanges = field(default_factory=OptionChanges)


def read_council_settings(path: Path) -> CouncilSettings:
    """Read the section `council` of a `jurat.yaml`; return the defaults if there is none."""
    section = read_section(path, "council")
    for name in section:
        if name not in FIELDS:
            hint = f"use {', '.join(FIELDS)}"
            raise InputError("is not a known field", where=f"{path}: council.{name}", hint=hint)
    read = {name: _value(name, value, f"{path}: council.{name}") for name, value in section.items()}
    seats = {name: read[name] for name in _SEATS if name in read}
    return CouncilSettings(seating=Seats(**seats), options=_options(read))


def _options(read: Mapping[str, Any]) -> OptionChanges:
    names = ("rubric", "calibration", "weights", "quorum", "safety_score_cap")
    changes: Any = {name: read[name] for name in names if name in read}
    if "gate" in read:
        changes["safety_gate"] = read["gate"]
    if "weights" in changes or "rubric" in changes:
        make_rubric(changes.get("rubric", "default"), changes.get("weights"))
    made: OptionChanges = changes
    return made


def _value(name: str, value: object, where: str) -> Any:
    """Return one setting with its own type."""
    if name in _LISTS:
        return _names(value, where)
    if name in _TEXTS:
        return _text(name, value, where)
    if name in _NUMBERS:
        return _number(value, _NUMBERS[name], where, whole=name not in _PARTS)
    if name in _SWITCHES:
        if not isinstance(value, bool):
            raise InputError(f"is {brief(value)}", where=where, hint="write true or false")
        return value
    return _weights(value, where) if name == "weights" else _dimensions(value, where)


def _names(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise InputError("is not a list of names", where=where, hint="write one a line, e.g. - openai:gpt-4o")
    return tuple(value)


def _text(name: str, value: object, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise InputError("is not a text", where=where, hint="write a name")
    if name == "calibration" and value not in get_args(Calibration):
        raise InputError(f"is {brief(value)}", where=where, hint=f"use {', '.join(get_args(Calibration))}")
    if name == "query_type" and value != "auto":
        raise InputError(f"is {value!r}", where=where, hint="use auto, or remove it and name a rubric")
    return value


def _number(value: object, span: tuple[float, float], where: str, *, whole: bool) -> float:
    right = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not right or not span[0] <= value <= span[1]:  # type: ignore[operator]
        hint = f"write a {'whole ' if whole else ''}number from {span[0]} to {span[1]}"
        raise InputError(f"is {brief(value)}", where=where, hint=hint)
    number: float = value  # type: ignore[assignment]
    return number


def _weights(value: object, where: str) -> dict[str, float]:
    if not isinstance(value, dict) or not value:
        raise InputError("is not a list of weights", where=where, hint="write e.g. accuracy: 0.5")
    return {
        str(name): float(_number(one, (0, 1), f"{where}.{name}", whole=False)) for name, one in value.items()
    }


def _dimensions(value: object, where: str) -> dict[str, Anchoring]:
    """Return custom dimensions: a question, and a description of each band of scores."""
    if not isinstance(value, dict):
        raise InputError("is not a list of dimensions", where=where, hint="write name: {question: …, …}")
    made = {}
    for name, entry in value.items():
        told = {str(key): text for key, text in entry.items()} if isinstance(entry, dict) else {}
        if set(told) != {"question", *BANDS} or not all(isinstance(text, str) for text in told.values()):
            hint = f"give question and the bands {', '.join(BANDS)}, each as a text"
            raise InputError("is not a dimension", where=f"{where}.{name}", hint=hint)
        made[str(name)] = Anchoring(told["question"], {band: told[band] for band in BANDS})
    return made
