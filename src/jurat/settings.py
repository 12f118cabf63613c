"""The only reader of environment variables and of jurat.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurat.errors import OptionError
from jurat.options import OptionChanges
from jurat.rules.rubric import PRESETS, make_rubric

PREFIXES = ("LLM_COUNCIL_", "JURAT_COUNCIL_")
"""Where council settings are looked for; the later, Jurat's own, wins."""

_TRUTH = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}


def council_environment(environment: Mapping[str, str]) -> OptionChanges:
    """What the environment sets for councils: weights of the default rubric, the gate and its cap.

    >>> council_environment({"LLM_COUNCIL_SAFETY_GATE": "true", "JURAT_COUNCIL_SAFETY_SCORE_CAP": "2"})
    {'safety_gate': True, 'safety_score_cap': 2.0}
    """
    changes: OptionChanges = {}
    weights: dict[str, float] = {}
    for prefix in PREFIXES:
        for name, value in sorted(environment.items()):
            if name.startswith(f"{prefix}WEIGHT_"):
                weights[name.removeprefix(f"{prefix}WEIGHT_").lower()] = _number(name, value)
        if (gate := environment.get(f"{prefix}SAFETY_GATE")) is not None:
            changes["safety_gate"] = _truth(f"{prefix}SAFETY_GATE", gate)
        if (cap := environment.get(f"{prefix}SAFETY_SCORE_CAP")) is not None:
            changes["safety_score_cap"] = _number(f"{prefix}SAFETY_SCORE_CAP", cap)
    if weights:
        changes["weights"] = {**PRESETS["default"], **weights}
        make_rubric(weights=changes["weights"])
    return changes


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10:
        raise OptionError(f"is {value!r}", where=name, hint="set a number of 0 or more, at most 10")
    return number


def _truth(name: str, value: str) -> bool:
    try:
        return _TRUTH[value.strip().lower()]
    except KeyError:
        raise OptionError(f"is {value!r}", where=name, hint="set true or false") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """What `jurat.yaml` says of the gate: requirements, the baseline and the level of its tests."""

    require: tuple[str, ...] = ()
    baseline: str | None = None
    alpha: float | None = None


def read_gate_settings(path: Path) -> GateSettings:
    """The part `gate` of a `jurat.yaml`; nothing is required where there is none."""
    gate = _mapping(_yaml(path).get("gate"), f"{path}: gate")
    for name in gate:
        if name not in GateSettings.__dataclass_fields__:
            hint = f"use {', '.join(GateSettings.__dataclass_fields__)}"
            raise OptionError("is not a known field", where=f"{path}: gate.{name}", hint=hint)
    return GateSettings(
        require=_requirements(gate.get("require"), path),
        baseline=_baseline(gate.get("baseline"), path),
        alpha=_alpha(gate.get("alpha"), path),
    )


def _requirements(value: object, path: Path) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else [] if value is None else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        hint = "write one a line, e.g. - hallucination.mean >= 8"
        raise OptionError("is not a list of requirements", where=f"{path}: gate.require", hint=hint)
    return tuple(listed)


def _baseline(value: object, path: Path) -> str | None:
    """A baseline's name; a file is named as seen from the settings."""
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise OptionError("is not a text", where=f"{path}: gate.baseline", hint="name a file of results")
    return str(path.parent / value)


def _alpha(value: object, path: Path) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0001 <= value <= 0.5:
        hint = "write a number from 0.0001 to 0.5"
        raise OptionError(f"is {value!r}", where=f"{path}: gate.alpha", hint=hint)
    return float(value)


def _yaml(path: Path) -> Mapping[str, Any]:
    from importlib import import_module

    try:
        yaml = import_module("yaml")
    except ModuleNotFoundError:
        hint = "pip install pyyaml, or use flags instead of the file"
        raise OptionError(
            "settings in YAML need PyYAML, which is not installed", where=str(path), hint=hint
        ) from None
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError:
        raise OptionError("cannot be read", where=str(path), hint="correct its name") from None
    except (UnicodeDecodeError, RecursionError, yaml.YAMLError):
        raise OptionError("is not YAML", where=str(path), hint="correct the file") from None
    return _mapping(document, str(path))


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise OptionError("is not a list of names and values", where=where, hint="write name: value")
    return value
