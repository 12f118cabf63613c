"""`jurat council`: several answers to one question, reviewed blind, ranked and audited."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from jurat.cli import options as flags
from jurat.cli.council_keeping import KeptCouncil
from jurat.cli.council_questions import asked_of
from jurat.cli.running import BAD_INPUT, FINE
from jurat.cli.stores import StoreFlag, store_named
from jurat.convening import council
from jurat.errors import InputError
from jurat.runs.councils import record as record_line
from jurat.runs.councils import result_line
from jurat.runs.output import check_out, held, result_file

if TYPE_CHECKING:
    from jurat.judges.council import Session
    from jurat.outcomes import Failure
    from jurat.runs.leaderboard import Standings

SETTINGS = Path("jurat.yaml")


def command(
    question: Annotated[
        str | None,
        typer.Argument(
            help="The question, @FILE, or a .json or .jsonl file of questions; - for standard input."
        ),
    ] = None,
    *,
    member: Annotated[
        list[str] | None, typer.Option(help="A model that answers; may be given again.")
    ] = None,
    reviewer: Annotated[
        list[str] | None,
        typer.Option(help="A model that reviews, or rules; the members where none is given."),
    ] = None,
    chair: Annotated[str | None, typer.Option(help="A model that sums up.")] = None,
    candidate: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=TEXT", help="An answer that is there already; or NAME=@FILE."),
    ] = None,
    context: Annotated[list[str] | None, typer.Option(help="A passage; may be given again.")] = None,
    config: Annotated[Path | None, typer.Option(help="A jurat.yaml that describes the council.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Decides in which order reviewers read.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Where models' replies are kept.")] = None,
    max_calls: Annotated[int | None, typer.Option(min=1, help="Calls that each model may get.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--out", "--output", "-o", help="Write each result, with its reviews, to this file."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write answers and reviews to this file, to be scored again.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print results as JSON lines.")] = False,
    leaderboard: Annotated[
        bool, typer.Option("--leaderboard", help="Show the leaderboard, also of one question.")
    ] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="RUN", help="Go on with a run over the same file that was cut off.")
    ] = None,
    store: StoreFlag = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not keep the run.")] = False,
    no_texts: Annotated[
        bool, typer.Option("--no-texts", help="Keep the results without the texts that were judged.")
    ] = False,
    weight: flags.WeightFlag = None,
    rubric: flags.RubricFlag = None,
    calibration: flags.CalibrationFlag = None,
    quorum: flags.QuorumFlag = None,
    safety_gate: flags.SafetyGateFlag = None,
    safety_score_cap: flags.SafetyCapFlag = None,
) -> int:
    """Let several answers to a question be reviewed blind, ranked and audited.

    Answers come from members, from --candidate or from a file; reviews from reviewers or from a file.
    One question is shown with its audit, several as a leaderboard. The run is kept with all reviews, so that
    `jurat rescore` can count them anew.
    """
    changes = flags.given(locals())
    made = council(
        members=member,
        reviewers=reviewer,
        chair=chair,
        seed=seed,
        config=config or (SETTINGS if SETTINGS.is_file() else None),
        options=changes,
        cache=cache,
        max_calls=max_calls,
    )
    asked = asked_of(question, candidate or [], context or [])
    out = None if output is None else str(output)
    check_out(out, asked.file)
    with ExitStack() as stack:
        stack.enter_context(held(out))
        where = None if no_store else store_named(store)
        kept = KeptCouncil(made, asked, where, out=output, texts=not no_texts)
        sessions = kept.sessions(stack) if resume is None else kept.resumed(resume, stack)
        sessions = _written(sessions, output, asked.file, _writer(record, stack), stack)
        show = (
            _print_lines if json and not leaderboard else partial(_show, leaderboard=leaderboard, json=json)
        )
        return show(sessions)


def _writer(path: Path | None, stack: ExitStack) -> BinaryIO | None:
    if path is None:
        return None
    try:
        return stack.enter_context(path.open("wb"))
    except OSError as error:
        hint = "name a file that can be written"
        raise InputError(f"cannot be written: {error.strerror}", where=str(path), hint=hint) from None


def _written(
    sessions: Iterator[Session | Failure],
    output: Path | None,
    source: str,
    record: BinaryIO | None,
    stack: ExitStack,
) -> Iterator[Session | Failure]:
    """The sessions, each written to the files that are wanted as it passes."""
    from jurat.outcomes import Failure

    write = stack.enter_context(result_file(None if output is None else str(output), source, ()))
    for session in sessions:
        if output is not None:
            write([result_line(session, whole=True)])
        if record is not None and not isinstance(session, Failure):
            record.write(record_line(session) + b"\n")
        yield session


def _print_lines(sessions: Iterator[Session | Failure]) -> int:
    from jurat.outcomes import Failure

    clean = True
    for session in sessions:
        clean = clean and not isinstance(session, Failure)
        sys.stdout.buffer.write(result_line(session) + b"\n")
    sys.stdout.flush()
    return FINE if clean else BAD_INPUT


def _show(sessions: Iterator[Session | Failure], *, leaderboard: bool, json: bool) -> int:
    """One question with its audit; several, or where it is asked for, as a leaderboard."""
    from jurat.cli.console import Plain
    from jurat.cli.council_tables import session_view, standings_view
    from jurat.cli.terminal import printable
    from jurat.outcomes import Failure
    from jurat.runs.leaderboard import Leaderboard

    board, first, count = Leaderboard(), None, 0
    for session in sessions:
        if isinstance(session, Failure):
            sys.stderr.write(f"jurat council: {printable(f'{session.id}: {session.error}')}\n")
        board.add(session)
        first, count = first or session, count + 1
    if not count:
        raise InputError("there is no question", hint="write one JSON object per line")
    console = Plain()
    if json:
        sys.stdout.write(standings_json(board.standings()) + "\n")
    elif count > 1 or leaderboard:
        console.print(standings_view(board.standings()))
    elif first is not None and not isinstance(first, Failure):
        console.print(session_view(first))
    return BAD_INPUT if board.failed else FINE


def standings_json(standings: Standings) -> str:
    """The leaderboard as one JSON object."""
    made = asdict(standings)
    for name, pairs in (*standings.length.items(), ("", standings.position)):
        shown = {"n": pairs.n, "r": pairs.r(), "interval": pairs.interval()}
        if name:
            made["length"][name] = shown
        else:
            made["position"] = shown
    return jsons.dumps(made)
