"""The only reader of environment variables and of jurat.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jurat.errors import InputError, OptionError
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """What `jurat.yaml` says of the project itself."""

    store: str | None = None


def project_settings(path: Path) -> ProjectSettings:
    """The settings of a project; the file's other parts are others' to read."""
    from yaml import YAMLError, safe_load

    try:
        document = safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, YAMLError) as error:
        what = getattr(error, "strerror", None) or "it is not YAML"
        raise InputError(f"cannot be read: {what}", where=str(path), hint="correct the file") from None
    if not isinstance(document, dict):
        raise InputError("is not a list of names and values", where=str(path), hint="write store: PATH")
    store = document.get("store")
    if store is not None and (not isinstance(store, str) or not store):
        hint = "write the path of a file, or postgresql://…"
        raise InputError("is not a text", where=f"{path}: store", hint=hint)
    return ProjectSettings(store=store)


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


def _project(start: Path) -> Path:
    """The nearest folder upwards that holds a project, or where we are."""
    for folder in (start, *start.parents):
        if (folder / "jurat.yaml").is_file() or (folder / ".jurat").is_dir():
            return folder
    return start


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
