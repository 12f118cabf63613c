"""`jurat council`: several answers to one question, reviewed blind, ranked and audited."""

from __future__ import annotations

import json as jsons
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from jurat.cli import options as flags
from jurat.cli.check import read_text
from jurat.cli.running import BAD_INPUT, FINE
from jurat.errors import InputError, OptionError
from jurat.options import OptionChanges, Options

if TYPE_CHECKING:
    from jurat.judges.council import Council, Question, Session
    from jurat.llm.protocol import Endpoint
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
        Path | None, typer.Option(help="Write each result to this file, as JSON lines.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write answers and reviews to this file, to be scored again.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print results as JSON lines.")] = False,
    leaderboard: Annotated[
        bool, typer.Option("--leaderboard", help="Show the leaderboard, also of one question.")
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
    One question is shown with its audit, several as a leaderboard.
    """
    changes = flags.given(
        weights=flags.named_numbers(weight, "--weight"),
        rubric=rubric,
        calibration=calibration,
        quorum=quorum,
        safety_gate=safety_gate,
        safety_score_cap=safety_score_cap,
    )
    seats = {"members": member, "reviewers": reviewer, "chair": chair, "seed": seed}
    council = seated(seats, changes, config, cache, max_calls)
    with ExitStack() as stack:
        writers = [(_writer(output, stack), _result_line), (_writer(record, stack), _record_line)]
        sessions = _sessions(council, question, candidate or [], context or [], stack)
        show = (
            _print_lines if json and not leaderboard else partial(_show, leaderboard=leaderboard, json=json)
        )
        return show(_written(sessions, writers))


def seated(
    seats: Mapping[str, object],
    changes: OptionChanges,
    config: Path | None,
    cache: Path | None,
    max_calls: int | None,
) -> Council:
    """The council that jurat.yaml describes, with what the flags set anew; models by name with their keys."""
    from jurat.judges.council import Council, Seating
    from jurat.judges.council.settings import CouncilSettings, read_council_settings
    from jurat.llm.budget import Budget
    from jurat.observers.llm.observer import ModelOptions
    from jurat.settings import council_environment, read_model_settings

    file = config or (SETTINGS if SETTINGS.is_file() else None)
    described = read_council_settings(file) if file else CouncilSettings(seating=Seating())
    chosen = {
        name: tuple(one) if isinstance(one, list) else one for name, one in seats.items() if one is not None
    }
    seating = replace(described.seating, **chosen)  # type: ignore[arg-type]
    known = read_model_settings(file) if file else None
    environment = council_environment(os.environ)
    options = Options().changed(environment).changed(described.options)
    if "rubric" in changes and "weights" not in changes:
        options = replace(options, weights=None)
    asking = ModelOptions(cache=cache or (known.cache if known else None), budget=Budget(calls=max_calls))
    opened = {name: partial(_endpoint, name, known) for name in seating.models}
    for name in seating.models:
        _access(name, known)
    return Council(seating, opened, options.changed(changes), asking)


def _access(name: str, known: object) -> object:
    from jurat.settings import model_access

    return model_access(name, os.environ, known)  # type: ignore[arg-type]


def _endpoint(name: str, known: object) -> Endpoint:
    from jurat.llm.connect import connect

    return connect(_access(name, known))  # type: ignore[arg-type]


def _sessions(
    council: Council, asked: str | None, candidates: list[str], context: list[str], stack: ExitStack
) -> Iterator[Session | Failure]:
    """The sessions of one question, or of a file of them."""
    from jurat.convening import convene

    if asked is not None and is_file_name(asked):
        if candidates or context:
            hint = "put candidates and contexts into the file"
            raise InputError("a file and texts are given", hint=hint)
        return convene(_open(asked, stack), council)
    return council.deliberate([one_question(asked, candidates, context)])


def is_file_name(asked: str) -> bool:
    """Whether an argument names a file of questions and is no question itself.

    >>> is_file_name("answers.jsonl"), is_file_name("-"), is_file_name("What is .jsonl?")
    (True, True, False)
    """
    return asked == "-" or asked.lower().endswith((".json", ".jsonl", ".ndjson"))


def one_question(asked: str | None, candidates: list[str], context: list[str]) -> Question:
    """The question that the flags give."""
    from jurat.judges.council import Question

    if asked is None:
        hint = 'write jurat council "question", or name a .jsonl file'
        raise InputError("there is no question", hint=hint)
    named: dict[str, str] = {}
    for one in candidates:
        name, equals, text = one.partition("=")
        if not equals or not name.strip() or name.strip() in named:
            raise OptionError(
                f"{one[:40]!r} is not NAME=TEXT", where="--candidate", hint="name each one once"
            )
        named[name.strip()] = read_text(text, "--candidate")
    passages = tuple(read_text(text, "--context") for text in context)
    return Question(query=read_text(asked, "question"), candidates=named, contexts=passages, id=1)


def _open(file: str, stack: ExitStack) -> BinaryIO:
    if file == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(file).open("rb"))
    except OSError as error:
        hint = "name a file of questions"
        raise InputError(f"cannot be read: {error.strerror}", where=file, hint=hint) from None


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
    writers: Sequence[tuple[BinaryIO | None, Callable[[Session | Failure], bytes | None]]],
) -> Iterator[Session | Failure]:
    """The sessions, each written to the files that are wanted as it passes."""
    for session in sessions:
        for stream, line in writers:
            made = line(session) if stream is not None else None
            if stream is not None and made is not None:
                stream.write(made + b"\n")
        yield session


def _result_line(session: Session | Failure) -> bytes:
    """A result as one line; who failed and what the chair wrote stand beside it."""
    from jurat.outcomes import Failure
    from jurat.wire import dump

    if isinstance(session, Failure):
        return dump(session)
    line = dump(session.result)
    beside: dict[str, object] = {}
    if session.trouble:
        beside["trouble"] = [asdict(one) for one in session.trouble]
    if session.synthesis is not None:
        beside["synthesis"] = asdict(session.synthesis)
    return line[:-1] + b"," + jsons.dumps(beside).encode()[1:] if beside else line


def _record_line(session: Session | Failure) -> bytes | None:
    from jurat.convening import record
    from jurat.outcomes import Failure

    return None if isinstance(session, Failure) else record(session)


def _print_lines(sessions: Iterator[Session | Failure]) -> int:
    from jurat.outcomes import Failure

    clean = True
    for session in sessions:
        clean = clean and not isinstance(session, Failure)
        sys.stdout.buffer.write(_result_line(session) + b"\n")
    sys.stdout.flush()
    return FINE if clean else BAD_INPUT


def _show(sessions: Iterator[Session | Failure], *, leaderboard: bool, json: bool) -> int:
    """One question with its audit; several, or where it is asked for, as a leaderboard."""
    from rich.console import Console

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
    console = Console(highlight=False)
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
