"""Flags of commands that judge, and the judge they describe."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from jurat.cases import Case, SummaryCase
from jurat.cli.io import head_of_stdin
from jurat.data.field_detection import SAMPLE_ROWS, detect_fields
from jurat.data.fields import parse_maps
from jurat.data.formats import STANDARD_STREAM, format_of
from jurat.data.load import wanted_rows
from jurat.data.locations import find_data
from jurat.data.rows import Row, columns
from jurat.errors import InputError, OptionError
from jurat.judges.project_options import project_options
from jurat.judges.registry import DEFAULTS, installed_judge_names, judge_names, judge_spec
from jurat.options import OptionChanges, Options
from jurat.runs.store.run_records import RunInput
from jurat.settings import project_judge

_FIELDS: dict[type[Case], str] = {
    kind: "article and summary" if kind is SummaryCase else "query and response" for kind in DEFAULTS
}
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


def _judge_of_fields(reading: RunInput) -> str:
    """Return the default judge of the only kind of case that the columns fit, and say so."""
    rows = _first_rows(reading)
    if not rows:
        where = "standard input" if reading.data == STANDARD_STREAM else reading.data
        raise InputError("has no row that can be read", where=where, hint="check the file, or give --judge")
    problems = {kind: _problem(rows, reading, kind) for kind in DEFAULTS}
    fitting = [kind for kind, problem in problems.items() if problem is None]
    if len(fitting) != 1:
        raise _no_choice(rows, reading, problems)
    found, fields = DEFAULTS[fitting[0]], _FIELDS[fitting[0]]
    sys.stderr.write(f"judge: {found}, as the rows hold {fields}; choose another with --judge\n")
    return found


def _first_rows(reading: RunInput) -> list[Row]:
    """Return the first rows that can be read; those of standard input can be read again."""
    if reading.data == STANDARD_STREAM:
        with head_of_stdin(format_of(reading.data, reading.format)) as head:
            return _first_rows(replace(reading, data=str(head), format=format_of("-", reading.format)))
    found = wanted_rows(find_data(reading.data, reading.format), reading.format, None, SAMPLE_ROWS)
    return [one.row for one in found if isinstance(one.row, Row)]


def _problem(rows: list[Row], reading: RunInput, kind: type[Case]) -> InputError | None:
    """Return why the columns do not fit a kind of case, or None if they do."""
    try:
        detect_fields(kind, rows, file=reading.data, overrides=parse_maps(reading.maps, kind))
    except InputError as error:
        return error
    return None


def _no_choice(
    rows: list[Row], reading: RunInput, problems: Mapping[type[Case], InputError | None]
) -> InputError:
    """Return the error for columns that fit no kind of case, or several."""
    wrong = [error for error in problems.values() if error is not None]
    if len(wrong) == len(problems) and all(isinstance(error, OptionError) for error in wrong):
        return wrong[0]  # --map names a field that no case has
    names = ", ".join(columns(rows))
    if not wrong:
        what, hint = f"the columns ({names}) fit more than one kind of case", "choose with --judge"
    else:
        what = f"no judge fits the columns ({names})"
        hint = f"needed are {' or '.join(_FIELDS.values())}; name the columns with --map FIELD=COLUMN"
    return InputError(what, where=reading.data, hint=hint)


def require_judge(name: str | None) -> str:
    """Return the named judge, else the project's; raise an error if there is none."""
    found = name or project_judge(Path.cwd())
    if found is None:
        raise OptionError("is missing", where="--judge", hint=f"choose one of {', '.join(judge_names())}")
    return found
