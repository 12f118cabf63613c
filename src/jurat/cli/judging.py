"""What the commands that judge share: the flags, the judge and its options."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing
from jurat.judges.registry import judge, judge_names
from jurat.options import Options
from jurat.settings import project_judge

JudgeFlag = Annotated[
    str | None, typer.Option("--judge", metavar="NAME", help=f"{', '.join(judge_names())}.")
]
JobsFlag = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=0, help="Processes, 1 if not said; 0 for as many as there are cores."),
]
_DEFAULTS: dict[type[Case], str] = {ResponseCase: "claim-lock", SummaryCase: "judge-lock"}


def builder(name: str, options: Options, observing: Observing | None = None) -> Callable[[], Judge[Any, Any]]:
    """What makes the judge, here and in other processes; it is tried at once, so that errors come early."""
    if observing is None or observing.observer == "rules":
        build = partial(judge, name, options)
    else:
        build = partial(judge, name, options, observer=observing)
    build()
    return build


def default_judge(case_type: type[Case]) -> str:
    """The judge of a kind of case where none is named."""
    return _DEFAULTS[case_type]


def case_type_of(name: str) -> type[Case]:
    """The kind of case that a judge judges."""
    return judge(name).case_type


def how_many(jobs: int | None) -> int:
    """The number of processes that a flag stands for."""
    return 1 if jobs is None else jobs or os.cpu_count() or 1


def require_judge(name: str | None) -> str:
    """The judge that a run needs: the one that is named, else the project's."""
    found = name or project_judge(Path.cwd())
    if found is None:
        raise OptionError("is missing", where="--judge", hint=f"say which judge: {', '.join(judge_names())}")
    return found
