"""The only reader of environment variables and of jurat.yaml."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path
from typing import Any

from jurat.errors import InputError, OptionError
from jurat.llm.keys import Key
from jurat.llm.names import ModelAccess, ModelName, own_endpoint, parse_model
from jurat.options import OptionChanges
from jurat.rules.rubric import CORE, OPTIONAL, PRESETS, make_rubric

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
                weights[_dimension(name, f"{prefix}WEIGHT_")] = _number(name, value)
        if (gate := environment.get(f"{prefix}SAFETY_GATE")) is not None:
            changes["safety_gate"] = _truth(f"{prefix}SAFETY_GATE", gate)
        if (cap := environment.get(f"{prefix}SAFETY_SCORE_CAP")) is not None:
            changes["safety_score_cap"] = _number(f"{prefix}SAFETY_SCORE_CAP", cap)
    if weights:
        changes["weights"] = {**PRESETS["default"], **weights}
        make_rubric(weights=changes["weights"])
    return changes


PARTS = ("store", "judge", "models", "observer", "gate", "council")
"""What may stand in a `jurat.yaml`."""
_PROJECT = {"store": "write the path of a file, or postgresql://…", "judge": "write e.g. claim-lock"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """What `jurat.yaml` says of the project itself."""

    store: str | None = None
    judge: str | None = None


def project_settings(path: Path) -> ProjectSettings:
    """The settings of a project; the file's other parts are others' to read."""
    document = _yaml(path)
    for name, hint in _PROJECT.items():
        value = document.get(name)
        if value is not None and (not isinstance(value, str) or not value):
            raise InputError("is not a text", where=f"{path}: {name}", hint=hint)
    return ProjectSettings(store=document.get("store"), judge=document.get("judge"))


def project_judge(start: Path) -> str | None:
    """The judge of a project, if its `jurat.yaml` names one."""
    file = _project(start) / "jurat.yaml"
    return project_settings(file).judge if file.is_file() else None


def store_location(start: Path, environment: Mapping[str, str]) -> str:
    """Where runs are kept: what the environment says, else jurat.yaml, else the project's own folder.

    >>> store_location(Path("/nowhere"), {"JURAT_STORE": "postgresql://ann@db/runs"})
    'postgresql://ann@db/runs'
    """
    if named := environment.get("JURAT_STORE"):
        return named
    project = _project(start)
    file = project / "jurat.yaml"
    named = project_settings(file).store if file.is_file() else None
    if named and "://" in named:
        return named
    path = project / (named or ".jurat/runs.sqlite")
    return str(path.relative_to(start) if path.is_relative_to(start) else path)


def cache_location(start: Path) -> str:
    """Where models' replies are kept if nothing else is said: in the project's own folder.

    >>> cache_location(Path("/nowhere"))
    '.jurat/replies.sqlite'
    """
    path = _project(start) / ".jurat" / "replies.sqlite"
    return str(path.relative_to(start) if path.is_relative_to(start) else path)


def _project(start: Path) -> Path:
    """The nearest folder upwards that has a jurat.yaml, or where we are.

    A .jurat alone makes no project: one that lies in a shared folder above would take in everybody's runs.
    """
    return next((one for one in (start, *start.parents) if (one / "jurat.yaml").is_file()), start)


def _dimension(name: str, prefix: str) -> str:
    dimension = name.removeprefix(prefix).lower()
    if dimension not in (*CORE, *OPTIONAL):
        hint = f"the dimensions are {', '.join((*CORE, *OPTIONAL))}"
        raise OptionError(f"{dimension!r} is no dimension", where=name, hint=hint)
    return dimension


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


_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """What `jurat.yaml` says of models: their names, who observes, and how models are asked."""

    models: Mapping[str, ModelName]
    use: str | None = None
    samples: int | None = None
    concurrency: int | None = None
    deadline: float | None = None
    reply_tokens: int | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: Decimal | None = None
    prices: Path | None = None
    cache: Path | None = None


def model_access(
    name: str, environment: Mapping[str, str], settings: ModelSettings | None = None
) -> ModelAccess:
    """A model by its name, or by the name `jurat.yaml` gives it, with its key from the environment.

    >>> model_access("openai:gpt-4o-mini", {"OPENAI_API_KEY": "sk-canary"}).key
    [key]
    >>> model_access("openai:gpt-4o-mini", {})
    Traceback (most recent call last):
    jurat.errors.OptionError: model openai:gpt-4o-mini: has no key; set the variable OPENAI_API_KEY
    """
    known = settings.models if settings else {}
    model = known[name] if name in known else parse_model(name)
    key = environment.get(model.key_variable or "", "").strip()
    if model.needs_key and not key:
        hint = f"set the variable {model.key_variable}"
        raise OptionError("has no key", where=f"model {model}", hint=hint)
    return ModelAccess(model, Key(key) if key else None)


def model_here(name: str) -> ModelAccess:
    """A model by its name, or by the name the project's `jurat.yaml` gives it, with its key."""
    return model_access(name, os.environ, project_models(Path.cwd()))


def project_models(start: Path) -> ModelSettings | None:
    """What the project's `jurat.yaml` says of models, if it has one."""
    file = _project(start) / "jurat.yaml"
    return read_model_settings(file) if file.is_file() else None


def read_model_settings(path: Path) -> ModelSettings:
    """The parts `models` and `observer` of a `jurat.yaml`; a key written into it is refused."""
    document = _yaml(path)
    observer = _mapping(document.get("observer"), f"{path}: observer")
    models = _mapping(document.get("models"), f"{path}: models")
    allowed = {field.name for field in fields(ModelSettings)} - {"models"}
    for name in observer:
        if name not in allowed:
            hint = f"use {', '.join(sorted(allowed))}"
            raise InputError("is not a known field", where=f"{path}: observer.{name}", hint=hint)
    named = {name: _model(name, value, path) for name, value in models.items()}
    read = {name: _observer_value(name, value, path) for name, value in observer.items()}
    return ModelSettings(models=named, **read)


def read_section(path: Path, name: str) -> Mapping[str, Any]:
    """One part of a `jurat.yaml`; empty where there is none."""
    return _mapping(_yaml(path).get(name), f"{path}: {name}")


def _yaml(path: Path) -> Mapping[str, Any]:
    from yaml import YAMLError, safe_load

    try:
        document = safe_load(path.read_text(encoding="utf-8"))
    except OSError:
        raise InputError("cannot be read", where=str(path), hint="correct its name") from None
    except (UnicodeDecodeError, YAMLError):
        raise InputError("is not YAML", where=str(path), hint="correct the file") from None
    found = _mapping(document, str(path))
    for name in found:
        if name not in PARTS:
            raise InputError("is not a known field", where=f"{path}: {name}", hint=f"use {', '.join(PARTS)}")
    return found


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise InputError("is not a list of names and values", where=where, hint="write name: value")
    return value


def _model(name: str, value: object, path: Path) -> ModelName:
    """A model's entry: its name as text, or `url`, `model` and the variable that holds the `key`."""
    where = f"{path}: models.{name}"
    if isinstance(value, str):
        return parse_model(value)
    entry = _mapping(value, where)
    if not {"url", "model"} <= set(entry) <= {"url", "model", "key"}:
        raise InputError("is not a model", where=where, hint="give url, model and, if it needs one, key")
    variable = entry.get("key")
    if variable is not None and not (isinstance(variable, str) and _VARIABLE.fullmatch(variable)):
        hint = "name the variable that holds the key, and keep the key out of the file"
        raise InputError("is not the name of a variable", where=f"{where}.key", hint=hint)
    return own_endpoint(name, str(entry["url"]), str(entry["model"]), variable)


def _observer_value(name: str, value: object, path: Path) -> Any:
    """One setting of the observer, of its own type."""
    where = f"{path}: observer.{name}"
    if name == "use":
        parts: list[Any] = value if isinstance(value, list) else [value]
        if not parts or not all(isinstance(part, str) and part for part in parts):
            hint = "write rules, llm:NAME, or a list such as [hallucination=llm:NAME]"
            raise InputError("is not an observer", where=where, hint=hint)
        return " ".join(parts)
    if name in ("prices", "cache"):
        if not isinstance(value, str) or not value:
            raise InputError("is not a text", where=where, hint="write a name")
        return path.parent / value
    whole = name not in ("deadline", "max_cost")
    number = Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else None
    if number is None or not number.is_finite() or number <= 0 or (whole and number != int(number)):
        hint = "write a whole number" if whole else "write a number"
        raise InputError("is not a number above 0", where=where, hint=hint)
    return int(number) if whole else number if name == "max_cost" else float(number)


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
