"""Judges of criteria from YAML files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.judges.criteria_judge import Spec, criteria_judge
from jurat.observers.criteria.criterion import Criterion
from jurat.options import Weight
from jurat.scoring.criteria_scoring import CapRule
from jurat.settings import read_yaml
from jurat.wire import parse_document

SUFFIXES = (".yaml", ".yml")
CASES: Mapping[str, type[SummaryCase | ResponseCase]] = {"response": ResponseCase, "summary": SummaryCase}
_KEYWORDS = {"assert": "assertions", "not": "negate"}
"""Names in the file that Python cannot have."""


@dataclass(frozen=True, kw_only=True)
class CriteriaFile:
    """The contents of a file of criteria."""

    criteria: tuple[Criterion, ...]
    case: Literal["response", "summary"] | None = None
    include: str | tuple[str, ...] = ()
    weights: Mapping[str, Weight] = field(default_factory=dict)
    caps: tuple[CapRule, ...] = ()


def is_criteria_file(name: str) -> bool:
    """Whether the name of a judge is that of a file of criteria.

    >>> is_criteria_file("support.yaml"), is_criteria_file("claim-lock")
    (True, False)
    """
    return name.endswith(SUFFIXES)


def read_criteria_file(path: Path, name: str | None = None) -> Spec:
    """Return the judge that a file of criteria declares; its name is that of the file, as it was given."""
    return criteria_from(read_yaml(path), where=str(path), name=name or str(path), folder=path.parent)


def criteria_from(document: Mapping[str, Any], *, where: str, name: str, folder: Path) -> Spec:
    """Return the judge that a document declares; an error names the place in it."""
    try:
        found: CriteriaFile = parse_document(_renamed(document), CriteriaFile)
        include = (found.include,) if isinstance(found.include, str) else found.include
        return criteria_judge(
            name,
            found.criteria,
            include=include,
            caps=found.caps,
            weights=found.weights,
            case=None if found.case is None else CASES[found.case],
            folder=folder,
            digest=_digest(document, found, folder),
        )
    except InputError as error:
        place = error.where
        for theirs, ours in _KEYWORDS.items():
            place = place.replace(ours, theirs)
        kind = OptionError if isinstance(error, OptionError) else InputError
        raise kind(error.what, where=f"{where}: {place}" if place else where, hint=error.hint) from None


def _renamed(value: Any) -> Any:
    """Return a document with the names that Python can have; a schema stays as it is."""
    if isinstance(value, list):
        return [_renamed(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    made = {}
    for name, one in value.items():
        ours = _KEYWORDS.get(name, name)
        made[ours] = one if name == "json_schema" else _renamed(one)
        if ours == "assertions" and isinstance(one, Mapping):
            made[ours] = [made[ours]]
    return made


def _digest(document: Mapping[str, Any], found: CriteriaFile, folder: Path) -> str:
    """A fingerprint of all that decides results: the document, and the files of functions."""
    parts = [json.dumps(document, sort_keys=True, default=str).encode()]
    for one in found.criteria:
        file = one.function.rpartition(":")[0] if isinstance(one.function, str) else ""
        if file.endswith(".py") and (folder / file).is_file():
            parts.append((folder / file).read_bytes())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:8]
