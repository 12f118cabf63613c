"""Settings from environment variables and `jurat.yaml`; no other module reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from jurat.errors import InputError, OptionError
from jurat.llm.api_keys import Key
from jurat.llm.model_names import ModelAccess, ModelName, own_endpoint, parse_model
from jurat.options import OptionChanges, Options
from jurat.scoring.rounding import exact
from jurat.scoring.rubric import CORE, OPTIONAL, PRESETS, TOLERANCE, make_rubric

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
    """Return the council options set by the environment: weights, the safety gate and its cap.

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
    if weights and weights == PRESETS["classic"]:
        changes["rubric"] = "classic"
    elif weights:
        changes["weights"] = _environment_weights(weights)
    return changes


def _environment_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of the rubric that the variables set.

    Exactly the four dimensions of `classic`, where they sum to 1, are the whole rubric; anything else changes
    the default rubric.

    >>> four = {"accuracy": 0.4, "completeness": 0.2, "conciseness": 0.2, "clarity": 0.2}
    >>> "relevance" in _environment_weights(four)
    False
    """
    total = sum(map(exact, weights.values()), Fraction(0))
    if weights.keys() == PRESETS["classic"].keys() and abs(total - 1) <= TOLERANCE:
        return dict(weights)
    chosen = {**PRESETS["default"], **weights}
    try:
        make_rubric(weights=chosen)
    except OptionError as error:
        names = ", ".join(f"WEIGHT_{name.upper()}" for name in weights)
        raise OptionError(error.what, where=f"environment: {names}", hint=error.hint) from None
    return chosen


MAX_SETTINGS = 1_000_000
"""Characters of a `jurat.yaml`."""
MAX_SETTINGS_DEPTH = 50
"""Levels of a `jurat.yaml`: reading takes a square of time in them."""
_BRIEF = 60
PARTS = ("store", "judge", "judges", "criteria", "models", "observer", "gate", "council")
"""What may stand in a `jurat.yaml`."""
_PROJECT = {"store": "write the path of a file, or postgresql://…", "judge": "write e.g. claim-lock"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """Project settings of a `jurat.yaml`."""

    store: str | None = None
    judge: str | None = None


def project_settings(path: Path) -> ProjectSettings:
    """Read the project settings; other sections have their own readers."""
    document = _yaml(path)
    for name, hint in _PROJECT.items():
        value = document.get(name)
        if value is not None and (not isinstance(value, str) or not value):
            raise InputError("is not a text", where=f"{path}: {name}", hint=hint)
    return ProjectSettings(store=document.get("store"), judge=document.get("judge"))


def project_judge(start: Path) -> str | None:
    """Return the default judge of the project, if `jurat.yaml` names one."""
    file = _project(start) / "jurat.yaml"
    return project_settings(file).judge if file.is_file() else None


def project_file(start: Path) -> Path:
    """Return the `jurat.yaml` of the project, or where one would be."""
    return _project(start) / "jurat.yaml"


def project_judge_options(start: Path) -> dict[str, OptionChanges]:
    """Return the options of judges by name, from the project's `jurat.yaml` if it has one."""
    file = project_file(start)
    return read_judge_options(file) if file.is_file() else {}


def read_judge_options(path: Path) -> dict[str, OptionChanges]:
    """Read the section `judges` of a `jurat.yaml`: options and thresholds by judge, checked."""
    section = read_section(path, "judges")
    return {name: _judge_options(value, f"{path}: judges.{name}") for name, value in section.items()}


def _judge_options(value: object, where: str) -> OptionChanges:
    changes: Any = dict(_mapping(value, where))
    try:
        Options().merge(changes)
    except OptionError as error:
        field = error.where.removeprefix("options").removeprefix(".")
        place = f"{where}.{field}" if field else where
        raise OptionError(error.what, where=place, hint=error.hint) from None
    made: OptionChanges = changes
    return made


def project_criteria(start: Path) -> dict[str, Path]:
    """Return the files of criteria that the project's `jurat.yaml` names, by the name they have there."""
    file = project_file(start)
    value = _yaml(file).get("criteria") if file.is_file() else None
    names = [value] if isinstance(value, str) else [] if value is None else value
    if not isinstance(names, list) or not all(isinstance(one, str) and one for one in names):
        raise InputError(
            "is not a list of files", where=f"{file}: criteria", hint="write e.g. - support.yaml"
        )
    return {name: file.parent / name for name in names}


def store_location(start: Path, environment: Mapping[str, str]) -> str:
    """Return the location of the store: from the environment, else jurat.yaml, else the project folder.

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
    """Return the default location of the cache of model replies, in the project folder.

    >>> cache_location(Path("/nowhere"))
    '.jurat/replies.sqlite'
    """
    path = _project(start) / ".jurat" / "replies.sqlite"
    return str(path.relative_to(start) if path.is_relative_to(start) else path)


def _project(start: Path) -> Path:
    """Return the nearest parent folder with a jurat.yaml, or the current one.

    A .jurat alone is not enough: one in a shared parent folder would collect everybody's runs.
    """
    return next((one for one in (start, *start.parents) if (one / "jurat.yaml").is_file()), start)


def _dimension(name: str, prefix: str) -> str:
    dimension = name.removeprefix(prefix).lower()
    if dimension not in (*CORE, *OPTIONAL):
        hint = f"the dimensions are {', '.join((*CORE, *OPTIONAL))}"
        raise OptionError(f"{dimension!r} is not a dimension", where=name, hint=hint)
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


_HIGHEST = 10**15
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Model settings of a `jurat.yaml`: names of models, the observer, and how models are called."""

    models: Mapping[str, ModelName]
    use: str | None = None
    votes: int | None = None
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
    """Return a model by its name, or its name in `jurat.yaml`, with its key from the environment.

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
    """Return a model by its name, or its name in the project's `jurat.yaml`, with its key."""
    return model_access(name, os.environ, project_models(Path.cwd()))


def project_models(start: Path) -> ModelSettings | None:
    """Read the model settings of the project, if it has a `jurat.yaml`."""
    file = _project(start) / "jurat.yaml"
    return read_model_settings(file) if file.is_file() else None


def read_model_settings(path: Path) -> ModelSettings:
    """Read the sections `models` and `observer` of a `jurat.yaml`; a literal key is rejected."""
    document = _yaml(path)
    observer = _mapping(document.get("observer"), f"{path}: observer")
    models = _mapping(document.get("models"), f"{path}: models")
    if "samples" in observer:
        _deprecated(f"{path}: observer.samples is deprecated, use observer.votes")
        observer = {"votes" if name == "samples" else name: one for name, one in observer.items()}
    allowed = {field.name for field in fields(ModelSettings)} - {"models"}
    for name in observer:
        if name not in allowed:
            hint = f"use {', '.join(sorted(allowed))}"
            raise InputError("is not a known field", where=f"{path}: observer.{name}", hint=hint)
    named = {name: _model(name, value, path) for name, value in models.items()}
    read = {name: _observer_value(name, value, path) for name, value in observer.items()}
    return ModelSettings(models=named, **read)


def _deprecated(message: str) -> None:
    from warnings import warn

    warn(message, DeprecationWarning, stacklevel=3)


def read_section(path: Path, name: str) -> Mapping[str, Any]:
    """Return one section of a `jurat.yaml`; empty if there is none."""
    return _mapping(_yaml(path).get(name), f"{path}: {name}")


def _yaml(path: Path) -> Mapping[str, Any]:
    found = read_yaml(path)
    for name in found:
        if name not in PARTS:
            raise InputError("is not a known field", where=f"{path}: {name}", hint=f"use {', '.join(PARTS)}")
    return found


def read_yaml(path: Path) -> Mapping[str, Any]:
    """Return the names and values of a YAML file."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_SETTINGS + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path), hint="check the path") from None
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror}", where=str(path), hint="check the path"
        ) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8", where=str(path), hint="save it as UTF-8") from None
    if len(text) > MAX_SETTINGS:
        hint = f"keep it below {MAX_SETTINGS:,} characters"
        raise InputError("is too long for settings", where=str(path), hint=hint)
    return _mapping(_parsed_yaml(text, path), str(path))


def _parsed_yaml(text: str, path: Path) -> object:
    """The document of a YAML text.

    Aliases, by which a few lines make a billion values, are refused, and depths that take a square of time.
    """
    from yaml import AliasEvent, CollectionEndEvent, CollectionStartEvent, YAMLError, parse, safe_load

    depth = 0
    try:
        for event in parse(text):
            where = f"{path}, line {event.start_mark.line + 1}" if event.start_mark else str(path)
            if isinstance(event, AliasEvent):
                raise InputError("uses an alias (*)", where=where, hint="write the value out")
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if depth > MAX_SETTINGS_DEPTH:
                hint = f"use at most {MAX_SETTINGS_DEPTH} levels"
                raise InputError("is nested too deeply", where=where, hint=hint)
        return safe_load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}, line {mark.line + 1}" if mark else str(path)
        why = "is nested too deeply" if isinstance(error, RecursionError) else "is not YAML"
        if not isinstance(error, YAMLError | RecursionError):
            why = f"holds a value that cannot be read ({brief(str(error))})"
        raise InputError(why, where=where, hint="correct the file") from None


def brief(value: object) -> str:
    """A value as an error shows it: on one line, not too long.

    >>> brief("claim-lock"), brief(16**6000)
    ("'claim-lock'", 'a number of too many digits')
    """
    try:
        shown = repr(value)
    except ValueError:
        return "a number of too many digits"
    except RecursionError:
        return "a value that is nested too deeply"
    return shown if len(shown) <= _BRIEF else shown[: _BRIEF - 1] + "…"


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise InputError("is not a list of names and values", where=where, hint="write name: value")
    return value


def _model(name: str, value: object, path: Path) -> ModelName:
    """Return a model from its name, or from `url`, `model` and the variable with the `key`."""
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


def _decimal(value: object) -> Decimal | None:
    """A number exactly; none where it is no number, or not finite, or of thousands of digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = Decimal(str(value))
    except ValueError:
        return None
    return number if number.is_finite() else None


def _observer_value(name: str, value: object, path: Path) -> Any:
    """Return one setting of the observer with its own type."""
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
    number = _decimal(value)
    if number is None or not 0 < number <= _HIGHEST or (whole and number != int(number)):
        hint = "write a whole number" if whole else "write a number"
        raise InputError(f"is {brief(value)}, not a number above 0", where=where, hint=hint)
    return int(number) if whole else number if name == "max_cost" else float(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """Gate settings of a `jurat.yaml`: requirements, baseline and significance level."""

    require: tuple[str, ...] = ()
    baseline: str | None = None
    alpha: float | None = None


def read_gate_settings(path: Path) -> GateSettings:
    """Read the section `gate` of a `jurat.yaml`; no requirements if there is none."""
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
    """Return the baseline; a file name is relative to the settings file."""
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
        raise OptionError(f"is {brief(value)}", where=f"{path}: gate.alpha", hint=hint)
    return float(value)
