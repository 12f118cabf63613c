"""Juries as stored results, and their recounting."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from jurat.cases import JuryCase
from jurat.engines.judging_work import MARK_CHARACTERS, Judged, ResultBrief, ResultMark
from jurat.errors import JuratError
from jurat.judges.council.council_spec import JURY
from jurat.judges.council.jury import Jury
from jurat.judges.council.session import JurySession, Question, SeatFailure
from jurat.judges.label_wire import load
from jurat.judges.results import score_jury, signature
from jurat.options import Options
from jurat.outcomes import Failure, JuryResult, VoteShare
from jurat.runs.council.seat_records import read_usage, usage_entry
from jurat.runs.results.signatures import parts_of
from jurat.runs.store.run_records import RunInput, RunPlan, StoredResult
from jurat.version import __version__
from jurat.wire import dump, with_fields


def jury_line(session: JurySession | Failure) -> bytes:
    """Return a jury's result as one line; who failed and what it took stand beside it."""
    if isinstance(session, Failure):
        return dump(session)
    beside: dict[str, Any] = {}
    if session.trouble:
        beside["trouble"] = [asdict(one) for one in session.trouble]
    if session.usage:
        beside["usage"] = [usage_entry(one) for one in session.usage]
    return with_fields(dump(session.result), beside)


def jury_plan(jury: Jury, reading: RunInput, out: str | None, *, texts: bool) -> RunPlan:
    """Return the plan of a jury's run; its metric is the share of yes votes."""
    observer = jury.signature()
    return RunPlan(
        judge=JURY.name,
        version=__version__,
        observer=observer,
        signature=signature(JURY.name, observer, jury.options),
        metrics=JURY.metric_names,
        scales=JURY.scales(),
        options=jury.options,
        reading=reading,
        out=out,
        texts=texts,
    )


def kept_verdict(session: JurySession | Failure) -> Judged:
    """Return a jury's session as a stored result; its value is the share of yes votes."""
    line = jury_line(session)
    if isinstance(session, Failure):
        return Judged(line, ResultBrief(failed=True))
    result = session.result
    values = tuple(one.value if isinstance(one, VoteShare) else None for one in result.metrics)
    marks: Iterable[str] = [] if result.unscored is None else [result.unscored[:MARK_CHARACTERS]]
    made = tuple(ResultMark("unscored", one) for one in marks)
    return Judged(line, ResultBrief(values, result.verdict, marks=made))


def jury_case(session: JurySession | Failure) -> JuryCase | Failure:
    """Return the texts of a jury's session."""
    if isinstance(session, Failure):
        return session
    asked = session.question
    return JuryCase(
        query=asked.query or "-", candidates=asked.candidates, contexts=asked.contexts, id=asked.id
    )


def recounted_verdict(kept: StoredResult, options: Options) -> Judged:
    """Return a stored jury counted again with other options, as a stored result."""
    return kept_verdict(recount_session(kept, options))


def recount_session(kept: StoredResult, options: Options) -> JurySession | Failure:
    """Count the votes of a stored jury again."""
    before = json.loads(kept.line)
    if kept.status == "failed":
        return Failure(id=before["id"], error=before["error"])
    held = load(kept.line)
    if not isinstance(held, JuryResult):
        return Failure(id=before["id"], error="the kept result is not a jury's; ask it again")
    observer = parts_of(held.signature)["observer"]
    try:
        result = score_jury(
            held.votes, options, case=held.id, observer=observer, tie_breaker=held.tie_breaker
        )
    except JuratError as error:
        return Failure(id=held.id, error=str(error))
    return JurySession(
        question=replace(Question(votes=held.votes), id=held.id),
        result=result,
        trouble=tuple(SeatFailure(**one) for one in before.get("trouble", ())),
        usage=tuple(read_usage(one) for one in before.get("usage", ())),
    )
