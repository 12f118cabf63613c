"""Judges by name, found by entry points; other packages can add theirs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.judges.council.council_spec import COUNCIL, JURY
from jurat.judges.criteria_file import is_criteria_file, read_criteria_file
from jurat.judges.judge import Judge
from jurat.judges.observer_config import ObserverConfig, make_observer
from jurat.judges.spec import JudgeDescription, JudgeSpec, MetricScale, Observer
from jurat.options import OptionChanges, Options
from jurat.settings import project_criteria

GROUP = "jurat.judges"
DEFAULTS: Mapping[type[Case], str] = {ResponseCase: "claim-lock", SummaryCase: "judge-lock"}
"""The judge of each kind of case where none is named."""


def judge(
    name: str | JudgeSpec[Any, Any],
    options: Options | OptionChanges | None = None,
    *,
    observer: str | ObserverConfig | Observer[Any, Any] = "rules",
) -> Judge[Any, Any]:
    """Return the judge of that name, with an observer that uses rules or a model.

    A judge that is not installed can be given as its spec, an observer as an object. Options can be given as
    a dict.

    >>> judge("claim-lock", {"thresholds": {"hallucination": 0.2}}).options.thresholds["hallucination"]
    0.2
    """
    chosen = options if isinstance(options, Options) else Options().merge(options or {})
    spec = judge_spec(name) if isinstance(name, str) else name
    spec.checked_options(chosen)
    given = make_observer(spec, observer, chosen) if isinstance(observer, str | ObserverConfig) else observer
    return Judge(spec, given, chosen)


def judge_names() -> list[str]:
    """Return the names of all judges: installed ones, and files of criteria in use or of the project."""
    return sorted({*_found(), *_DECLARED, *project_criteria(Path.cwd())})


def offered_judge_names() -> list[str]:
    """Return the names that errors offer: installed judges and the criteria of the project."""
    return sorted({*_found(), *project_criteria(Path.cwd())})


def installed_judge_names() -> list[str]:
    """Return the names of the judges that are installed."""
    return sorted(_found())


def judge_spec(name: str) -> JudgeSpec[Any, Any]:
    """Return what the judge of that name declares.

    A name that ends in `.yaml` is a file of criteria, which is read once.

    >>> judge_spec("claim-lock").metric_names
    ('relevance', 'completeness', 'hallucination')
    """
    if is_criteria_file(name) and name not in _found():
        return _declared(name, project_criteria(Path.cwd()).get(name, Path(name)))
    try:
        entry = _found()[name]
    except KeyError:
        hint = f"the judges are {', '.join(offered_judge_names())}"
        if name in (COUNCIL.name, JURY.name):
            hint = f"use jurat.{name}() or the command jurat council"
        raise OptionError(f"unknown judge {name!r}", where="judge", hint=hint) from None
    return _loaded(entry)


def find_description(name: str) -> JudgeDescription | None:
    """Return what is known of a judge, the council or the jury, none where its package is not installed.

    Results may name any file, so that one of criteria is only read if it is in use or the project's.

    >>> find_description("council").maximum, find_description("judge-lock").maximum
    (10.0, 10.0)
    >>> find_description("nobody") is None
    True
    """
    for own in (COUNCIL, JURY):
        if name == own.name:
            return own
    if name in _found():
        return judge_spec(name)
    if name in _DECLARED:
        return _DECLARED[name]
    if not is_criteria_file(name) or name not in project_criteria(Path.cwd()):
        return None
    return judge_spec(name)


def read_description(name: str) -> None:
    """Read the file of criteria that a saved run was judged by, if it is there; nothing of it is run."""
    if is_criteria_file(name) and Path(name).is_file():
        with suppress(InputError):
            judge_spec(name)


def is_council(name: str) -> bool:
    """Whether results of that name rank candidates instead of scoring metrics."""
    found = find_description(name)
    return found is not None and found.case is CouncilCase


def declared_scale(judge: str, metric: str) -> MetricScale:
    """Return the scale that a judge declares for a metric; 0 to 10 where nothing is known of the judge.

    >>> declared_scale("claim-lock", "hallucination")
    {'maximum': 1.0, 'higher_is_better': False}
    """
    found = find_description(judge) or COUNCIL
    declared = found.metric(metric)
    return {"maximum": found.overall or 1.0, "higher_is_better": True} if declared is None else declared.scale


def descriptions() -> list[JudgeDescription]:
    """Return what all judges declare, the council and the jury last."""
    return [*map(judge_spec, judge_names()), COUNCIL, JURY]


def declared_digests() -> tuple[tuple[str, str], ...]:
    """Return the names and fingerprints of all files of criteria that are in use or the project's."""
    for name in project_criteria(Path.cwd()):
        judge_spec(name)
    return tuple((name, spec.digest) for name, spec in sorted(_DECLARED.items()))


def _declared(name: str, path: Path) -> JudgeSpec[Any, Any]:
    """Read a file of criteria, again where it has changed."""
    if name in _DECLARED and not path.exists():
        return _DECLARED[name]
    state = (str(path.absolute()), path.stat().st_mtime_ns if path.exists() else 0)
    if _STATES.get(name) != state:
        _DECLARED[name] = read_criteria_file(path, name)
        _STATES[name] = state
    return _DECLARED[name]


_DECLARED: dict[str, JudgeSpec[Any, Any]] = {}
_STATES: dict[str, tuple[str, int]] = {}


@lru_cache(maxsize=64)
def _loaded(entry: EntryPoint) -> JudgeSpec[Any, Any]:
    """Load a spec; an entry point that is something else, or has another name, is refused."""
    found = entry.load()
    if not isinstance(found, JudgeSpec):
        what = f"{entry.value} is a {type(found).__name__}, not a JudgeSpec"
        raise OptionError(what, where=f"judge {entry.name}", hint="declare the judge as a JudgeSpec")
    if found.name != entry.name:
        what = f"{entry.value} is named {found.name!r}"
        raise OptionError(what, where=f"judge {entry.name}", hint="give the entry point the same name")
    return found


@lru_cache(maxsize=1)
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
