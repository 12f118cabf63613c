"""Output of `jurat council`: lines of JSON, one question with its audit, a leaderboard, or a jury."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from jurat.cli.dispatch import BAD_INPUT, FINE
from jurat.errors import InputError
from jurat.runs.council.bias_report import BiasReportBuilder
from jurat.runs.council.kept_juries import jury_line
from jurat.runs.council.kept_sessions import record as record_line
from jurat.runs.council.kept_sessions import result_line
from jurat.runs.council.seat_totals import SeatTotalsBuilder, total_entry, whole_total
from jurat.runs.results.result_file import result_file

if TYPE_CHECKING:
    from jurat.judges.council.session import JurySession, Session
    from jurat.outcomes import Failure
    from jurat.runs.council.leaderboard import Leaderboard


def record_writer(path: Path | None, stack: ExitStack) -> BinaryIO | None:
    """Open the file that answers and reviews are written to."""
    if path is None:
        return None
    try:
        return stack.enter_context(path.open("wb"))
    except OSError as error:
        hint = "name a file that can be written"
        raise InputError(f"cannot be written: {error.strerror}", where=str(path), hint=hint) from None


def written(
    sessions: Iterator[Session | Failure],
    output: Path | None,
    source: str,
    record: BinaryIO | None,
    stack: ExitStack,
) -> Iterator[Session | Failure]:
    """Yield the sessions and write each to the output files."""
    from jurat.outcomes import Failure

    write = stack.enter_context(result_file(None if output is None else str(output), source, ()))
    for session in sessions:
        if output is not None:
            write([result_line(session, whole=True)])
        if record is not None and not isinstance(session, Failure):
            record.write(record_line(session) + b"\n")
        yield session


def show_verdicts(
    sessions: Iterator[JurySession | Failure],
    output: Path | None,
    source: str,
    stack: ExitStack,
    *,
    json: bool,
) -> int:
    """Print the verdict on each question, and write it to the output file."""
    from jurat.cli.render.console import Plain
    from jurat.cli.render.jury_tables import jury_view
    from jurat.cli.render.usage_table import usage_view
    from jurat.outcomes import Failure

    clean, count, seats, console = True, 0, SeatTotalsBuilder(), Plain()
    write = stack.enter_context(result_file(None if output is None else str(output), source, ()))
    for session in sessions:
        count += 1
        seats.add(session)
        line = jury_line(session)
        if output is not None:
            write([line])
        if json:
            sys.stdout.buffer.write(line + b"\n")
        elif isinstance(session, Failure):
            _tell_failure(session)
        else:
            console.print(jury_view(session.result, session.trouble))
        clean = clean and not isinstance(session, Failure) and session.result.verdict is not None
    _require_questions(count)
    if not json and (totals := seats.totals()):
        console.print(usage_view(totals))
    sys.stdout.flush()
    return FINE if clean else BAD_INPUT


def _tell_failure(failure: Failure) -> None:
    from jurat.cli.render.terminal import printable

    sys.stderr.write(f"jurat council: {printable(f'{failure.id}: {failure.error}')}\n")


def _require_questions(count: int) -> None:
    if not count:
        raise InputError("no question given", hint="write one JSON object per line")


def print_lines(sessions: Iterator[Session | Failure]) -> int:
    """Print a line of JSON for each question and return the exit code."""
    from jurat.outcomes import Failure

    clean = True
    for session in sessions:
        clean = clean and not isinstance(session, Failure) and bool(session.result.ranking)
        sys.stdout.buffer.write(result_line(session) + b"\n")
    sys.stdout.flush()
    return FINE if clean else BAD_INPUT


def show_sessions(
    sessions: Iterator[Session | Failure],
    *,
    leaderboard: bool,
    json: bool,
    notes: bool,
    bias: BiasReportBuilder | None,
) -> int:
    """Print one question with its audit, or several as a leaderboard."""
    from jurat.cli.render.console import Plain
    from jurat.cli.render.council_tables import bias_view, notes_view, session_view, standings_view
    from jurat.outcomes import Failure
    from jurat.runs.council.leaderboard import LeaderboardBuilder

    board, first, count, ranked, console = LeaderboardBuilder(), None, 0, False, Plain()
    for session in sessions:
        if isinstance(session, Failure):
            _tell_failure(session)
        elif notes and not json:
            console.print(notes_view(session))
        ranked = ranked or (not isinstance(session, Failure) and bool(session.result.ranking))
        board.add(session)
        if bias is not None:
            bias.add(session)
        first, count = first or session, count + 1
    _require_questions(count)
    if json:
        sys.stdout.write(standings_json(board.standings(), bias) + "\n")
    elif count > 1 or leaderboard:
        console.print(standings_view(board.standings()))
    elif first is not None and not isinstance(first, Failure):
        console.print(session_view(first))
    if bias is not None and not json:
        console.print(bias_view(bias.report()))
    return BAD_INPUT if board.failed or not ranked else FINE


def standings_json(standings: Leaderboard, bias: BiasReportBuilder | None = None) -> str:
    """Return the leaderboard as a JSON object."""
    made = asdict(standings)
    made["seats"] = [total_entry(one) for one in standings.seats]
    if standings.seats:
        made["total"] = total_entry(whole_total(standings.seats))
    for name, pairs in (*standings.length.items(), ("", standings.position)):
        shown = {"n": pairs.n, "r": pairs.r(), "interval": pairs.interval()}
        if name:
            made["length"][name] = shown
        else:
            made["position"] = shown
    if bias is not None:
        made["bias"] = [asdict(one) for one in bias.report()]
    return jsons.dumps(made)
