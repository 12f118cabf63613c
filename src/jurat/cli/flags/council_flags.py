"""Flags that set how a council proceeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from jurat.cli.flags.flag_groups import FlagGroup

Mode = Literal["rank", "jury"]
QueryKind = Literal["auto"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureFlags(FlagGroup):
    """How candidates are reviewed."""

    rounds: Annotated[
        int | None, typer.Option(min=1, max=2, help="2: models see others' scores and may revise theirs.")
    ] = None
    mode: Annotated[Mode, typer.Option(help="rank: rank candidates; jury: vote yes or no.")] = "rank"
    tie_breaker: Annotated[
        str | None, typer.Option(help="Juror whose vote decides a tie (otherwise a deadlock).")
    ] = None
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time limit of each stage; late models are left out.")
    ] = None
    early_stop: Annotated[
        bool | None,
        typer.Option(
            "--early-stop", help="Stop when no outstanding review can change the winner (calibration none)."
        ),
    ] = None
    reviewers_each: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of reviewers per candidate, balanced.")
    ] = None
    normalise_style: Annotated[
        bool | None,
        typer.Option("--plain-style", help="Show candidates without headings, bullets and greetings."),
    ] = None
    query_type: Annotated[
        QueryKind | None, typer.Option(help="auto: choose the rubric preset by the query.")
    ] = None
