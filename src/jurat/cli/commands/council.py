"""`jurat council`: answers to one question, reviewed blind, ranked and audited."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.commands.council_fit import command as fit
from jurat.cli.council_questions import asked_of
from jurat.cli.council_recording import CouncilRecording, recorded_council, recorded_jury
from jurat.cli.flags.council_flags import ProcedureFlags
from jurat.cli.flags.option_flags import CouncilOptionFlags
from jurat.cli.flags.store_flags import StoreFlag, store_named
from jurat.cli.render.council_output import print_lines, record_writer, show_sessions, show_verdicts, written
from jurat.cli.render.live_progress import live_progress
from jurat.errors import OptionError
from jurat.judges.council.api import council, jury
from jurat.judges.council.room import unwatched
from jurat.runs.council.bias_report import BiasReportBuilder
from jurat.runs.results.result_file import check_out, held

SETTINGS = Path("jurat.yaml")
subcommands = {"fit": fit}
"""Subcommands of `jurat council`."""


def command(
    question: Annotated[
        str | None,
        typer.Argument(
            help="The question, @FILE, or a .json/.jsonl file of questions; - for standard input."
        ),
    ] = None,
    *,
    member: Annotated[list[str] | None, typer.Option(help="Model that answers (repeatable).")] = None,
    reviewer: Annotated[
        list[str] | None,
        typer.Option(help="Model that reviews, or 'rules' (default: the members)."),
    ] = None,
    chair: Annotated[str | None, typer.Option(help="Model that writes the synthesis.")] = None,
    candidate: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=TEXT", help="An existing answer; NAME=@FILE reads it from a file."),
    ] = None,
    context: Annotated[list[str] | None, typer.Option(help="A context passage (repeatable).")] = None,
    config: Annotated[Path | None, typer.Option(help="Settings file with a council section.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the reading order of reviewers.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Cache file for model replies.")] = None,
    max_calls: Annotated[int | None, typer.Option(min=1, help="Maximum calls per model.")] = None,
    prices: Annotated[Path | None, typer.Option(help="TOML file with prices per million tokens.")] = None,
    procedure: ProcedureFlags,
    bias: Annotated[
        bool,
        typer.Option("--bias", help="Report leniency, self-preference and family preference of reviewers."),
    ] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Print the reviewers' notes.")] = False,
    progress: Annotated[
        bool | None,
        typer.Option("--progress/--no-progress", help="Report each model live (default: on a terminal)."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--out", "--output", "-o", help="Write results with their reviews to this file."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Write answers and reviews to this file, so that they can be scored again."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print results as JSON lines.")] = False,
    leaderboard: Annotated[
        bool, typer.Option("--leaderboard", help="Show the leaderboard even for one question.")
    ] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="RUN", help="Resume an interrupted run over the same file.")
    ] = None,
    store: StoreFlag = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not save the run.")] = False,
    no_texts: Annotated[
        bool, typer.Option("--no-texts", help="Save results without the judged texts.")
    ] = False,
    options: CouncilOptionFlags,
) -> int:
    """Rank several answers to a question by blind reviews, and audit the reviewers.

    Answers come from members, from --candidate or from a file; reviews from reviewers or from a file. One
    question is shown with its audit, several as a leaderboard. The run is saved with all reviews, so that
    `jurat rescore` can score them again.
    """
    changes = options.changes()
    settings = config or (SETTINGS if SETTINGS.is_file() else None)
    live = sys.stderr.isatty() if progress is None else progress
    watch = live_progress(sys.stderr) if live else unwatched
    out = None if output is None else str(output)
    where = None if no_store else store_named(store)
    asked = asked_of(question, candidate or [], context or [])
    check_out(out, asked.file)
    if procedure.mode == "jury":
        _refuse_ranking_flags(member=member, chair=chair, rounds=procedure.rounds, record=record)
        jurors = jury(
            reviewers=reviewer,
            tie_breaker=procedure.tie_breaker,
            seconds=procedure.seconds,
            config=settings,
            options=changes,
            cache=cache,
            max_calls=max_calls,
            prices=prices,
            watch=watch,
        )
        with held(out), ExitStack() as stack:
            votes = CouncilRecording(recorded_jury(jurors), asked, where, out=output, texts=not no_texts)
            return show_verdicts(votes.sessions(stack, resume), output, asked.file, stack, json=json)
    made = council(
        members=member,
        reviewers=reviewer,
        chair=chair,
        seed=seed,
        config=settings,
        options=changes,
        cache=cache,
        max_calls=max_calls,
        prices=prices,
        rounds=procedure.rounds,
        seconds=procedure.seconds,
        early_stop=procedure.early_stop,
        reviewers_each=procedure.reviewers_each,
        normalise_style=procedure.normalise_style,
        query_type=procedure.query_type,
        watch=watch,
    )
    with held(out), ExitStack() as stack:
        kept = CouncilRecording(recorded_council(made), asked, where, out=output, texts=not no_texts)
        sessions = written(
            kept.sessions(stack, resume), output, asked.file, record_writer(record, stack), stack
        )
        if json and not leaderboard:
            return print_lines(sessions)
        report = BiasReportBuilder(made.options) if bias else None
        return show_sessions(sessions, leaderboard=leaderboard, json=json, notes=notes, bias=report)


def _refuse_ranking_flags(**given: object) -> None:
    """Refuse flags that a jury has no use for."""
    for flag, value in given.items():
        if value:
            raise OptionError("cannot be combined with --mode jury", where=f"--{flag}", hint="remove it")
