"""Flags of commands that judge, and the judge they describe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jurat.cases import Case
from jurat.errors import OptionError
from jurat.judges.project_options import project_options
from jurat.judges.registry import DEFAULTS, installed_judge_names, judge_names, judge_spec
from jurat.options import OptionChanges, Options
from jurat.settings import project_judge

MAX_JOBS = 256
"""Each worker takes some 100 MB."""
JudgeFlag = Annotated[
    str | None,
    typer.Option(
        "--judge", metavar="NAME", help=f"{', '.join(installed_judge_names())}; or a YAML file of criteria."
    ),
]
JobsFlag = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=0, max=MAX_JOBS, help="Worker processes (default 1; 0 = all cores)."),
]


def judge_options(name: str, changes: OptionChanges) -> Options:
    """Return the options of a judge: from the project's `jurat.yaml`, then from flags."""
    return Options().merge(project_options(name)).merge(changes)


def default_judge(case_type: type[Case]) -> str:
    """Return the default judge of a case type."""
    return DEFAULTS[case_type]


def case_type_of(name: str) -> type[Case]:
    """Return the case type of a judge."""
    return judge_spec(name).case


def require_judge(name: str | None) -> str:
    """Return the named judge, else the project's; raise an error if there is none."""
    found = name or project_judge(Path.cwd())
    if found is None:
        raise OptionError("is missing", where="--judge", hint=f"choose one of {', '.join(judge_names())}")
    return found
