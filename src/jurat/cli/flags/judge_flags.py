"""Flags of commands that judge, and the judge they describe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from jurat.cases import Case, SummaryCase
from jurat.data import read_cases
from jurat.data.row_count import count_rows
from jurat.errors import InputError, OptionError
from jurat.judges.project_options import project_options
from jurat.judges.registry import DEFAULTS, installed_judge_names, judge_names, judge_spec
from jurat.options import OptionChanges, Options
from jurat.runs.store.run_records import RunInput
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


def judge_for(name: str | None, reading: RunInput) -> str:
    """Return the named judge, else the project's, else the one that the fields of the data call for."""
    found = name or project_judge(Path.cwd()) or _judge_of_fields(reading)
    return require_judge(found)


def _judge_of_fields(reading: RunInput) -> str | None:
    """Return the default judge of the only kind of case that the columns fit, and say so."""
    if reading.data == "-":
        return None
    fitting = [kind for kind in DEFAULTS if _fits(reading, kind)]
    if len(fitting) != 1:
        return None
    found = DEFAULTS[fitting[0]]
    kind = "article and summary" if fitting[0] is SummaryCase else "query and response"
    sys.stderr.write(f"judge: {found}, as the rows hold {kind}; choose another with --judge\n")
    return found


def _fits(reading: RunInput, kind: type[Case]) -> bool:
    """Return whether columns for all fields of a kind of case are found in the first rows."""
    try:
        read_cases(reading.data, kind, format=reading.format, maps=reading.maps, limit=1)
    except InputError:
        return False
    return count_rows(reading.data, reading.format) != 0


def require_judge(name: str | None) -> str:
    """Return the named judge, else the project's; raise an error if there is none."""
    found = name or project_judge(Path.cwd())
    if found is None:
        raise OptionError("is missing", where="--judge", hint=f"choose one of {', '.join(judge_names())}")
    return found
