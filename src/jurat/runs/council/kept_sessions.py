"""Council sessions as stored results, and their rescoring."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Generic

from jurat.cases import CouncilCase
from jurat.engines.judging_work import Batch, Judged, ResultBrief, ResultMark
from jurat.errors import InputError, JuratError
from jurat.judges.council.aggregate import Findings, inspected
from jurat.judges.council.api import Held
from jurat.judges.council.council_spec import COUNCIL
from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import (
    ChosenRubric,
    EarlyStop,
    JurySession,
    Question,
    SeatFailure,
    Session,
    Synthesis,
)
from jurat.judges.results import score_council, signature
from jurat.observations import Review
from jurat.observers.council.synthesis_check import SentenceSupport
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.runs.council.kept_juries import jury_case, kept_verdict
from jurat.runs.council.seat_records import read_usage, usage_entry
from jurat.runs.store.run_records import RunInput, RunPlan, StoredResult
from jurat.version import __version__
from jurat.wire import (
    CouncilLabels,
    CouncilObservations,
    council_observed,
    dump,
    dump_council,
    dump_labels,
)

if TYPE_CHECKING:
    from jurat.runs.store.run_writer import RunWriter

Texts = Callable[[int], Mapping[str, Any] | None]
"""The texts of the question at a place, where they were kept."""


def result_line(session: Session | Failure, *, whole: bool = False) -> bytes:
    """Return a result as one line, with failures and the synthesis.

    A whole one has the reviews too, so that it can be scored again.
    """
    if isinstance(session, Failure):
        return dump(session)
    beside: dict[str, Any] = {}
    if session.trouble:
        beside["trouble"] = [asdict(one) for one in session.trouble]
    if session.synthesis is not None:
        beside["synthesis"] = asdict(session.synthesis)
    if session.usage:
        beside["usage"] = [usage_entry(one) for one in session.usage]
    if session.early_stop is not None:
        beside["early_stop"] = asdict(session.early_stop)
    if session.query_type is not None:
        beside["query_type"] = asdict(session.query_type)
    return dump_council(session.result, _observed(session) if whole else None, beside)


def _observed(session: Session) -> CouncilObservations:
    asked = session.question
    return CouncilObservations(
        lengths=dict(session.lengths),
        reviews=asked.reviews,
        safety=None if asked.safety is None else dict(asked.safety),
        options=asked.options,
    )


def record(session: Session) -> bytes:
    """Return everything a session was scored from, as labels."""
    asked = session.question
    return dump_labels(
        CouncilLabels(
            judge="council",
            id=asked.id,
            query=asked.query or None,
            contexts=asked.contexts or None,
            candidates=dict(asked.candidates),
            reviews=asked.reviews,
            safety=None if asked.safety is None else dict(asked.safety),
            options=asked.options,
        )
    )


def council_plan(
    council: Council, first: Iterable[Session | Failure], reading: RunInput, out: str | None, *, texts: bool
) -> RunPlan:
    """Return the plan of a council's run; its metrics are the scores of the first candidates."""
    sessions = [one for one in first if isinstance(one, Session)]
    observer = council.signature(sessions[0].question.reviews if sessions else ())
    return RunPlan(
        judge=COUNCIL.name,
        version=__version__,
        observer=observer,
        signature=signature(COUNCIL.name, observer, council.options),
        metrics=candidate_names(sessions),
        options=council.options,
        reading=reading,
        out=out,
        texts=texts,
    )


def candidate_names(sessions: Iterable[Session | Failure]) -> tuple[str, ...]:
    """Return the candidates of some sessions, in order of appearance."""
    found = (one.result.candidates for one in sessions if isinstance(one, Session))
    return tuple(dict.fromkeys(name for own in found for name in own))


def kept_session(session: Session | Failure, names: Sequence[str]) -> Judged:
    """Return a session as a stored result; its values are the candidates' scores."""
    line = result_line(session, whole=True)
    if isinstance(session, Failure):
        return Judged(line, ResultBrief(failed=True))
    found = session.result.candidates
    values = tuple(found[name].score if name in found else None for name in names)
    caps = dict.fromkeys(cap.reason for one in found.values() for cap in one.caps)
    return Judged(line, ResultBrief(values, marks=tuple(ResultMark("cap", reason) for reason in caps)))


def case_of(session: Session | Failure) -> CouncilCase | Failure:
    """Return the texts of a session."""
    if isinstance(session, Failure):
        return session
    asked = session.question
    return CouncilCase(
        query=asked.query or "-", candidates=asked.candidates, contexts=asked.contexts, id=asked.id
    )


@dataclass(slots=True)
class SessionKeeper(Generic[Held]):
    """Stores sessions as they pass; a new run starts with its first batch, when candidates are known."""

    begin: Callable[[Sequence[Held | Failure]], RunWriter]
    batch: int
    keeping: RunWriter | None = None

    def kept(self, sessions: Iterable[Held | Failure]) -> Iterator[Held | Failure]:
        """Yield the sessions, each after it is stored."""
        held: list[Held | Failure] = []
        for session in sessions:
            held.append(session)
            if len(held) >= self.batch and (
                self.keeping or any(not isinstance(one, Failure) for one in held)
            ):
                yield from self._write(held)
                held = []
        yield from self._write(held)
        if self.keeping is not None:
            self.keeping.finish()

    def _write(self, held: Sequence[Held | Failure]) -> Sequence[Held | Failure]:
        if held:
            self.keeping = self.keeping or self.begin(held)
            plan = self.keeping.run.plan
            cases: Batch = [_case(one) for one in held] if plan.texts else ()
            self.keeping.write([_kept(one, plan.metrics) for one in held], cases)
        return held


def _case(one: Session | JurySession | Failure) -> CouncilCase | Failure:
    return jury_case(one) if isinstance(one, JurySession) else case_of(one)


def _kept(one: Session | JurySession | Failure, names: Sequence[str]) -> Judged:
    return kept_verdict(one) if isinstance(one, JurySession) else kept_session(one, names)


def rescored_session(kept: StoredResult, names: Sequence[str], options: Options, texts: Texts) -> Judged:
    """Return a stored session scored again, as a stored result."""
    return kept_session(rescore_session(kept, options, texts), names)


def rescore_session(
    kept: StoredResult,
    options: Options,
    texts: Texts,
    *,
    new_reviews: Sequence[Review] = (),
    by: str | None = None,
) -> Session | Failure:
    """Score a stored session again with other options; a question's own options override them.

    New reviews replace those of the same reviewers; ``by`` names the observer.
    """
    before = json.loads(kept.line)
    if kept.status == "failed":
        return Failure(id=before["id"], error=before["error"])
    seen = council_observed(kept.line)
    if seen is None:
        return Failure(id=before["id"], error="the kept result does not hold its reviews; judge it again")
    chosen = options.merge(seen.options) if seen.options else options
    reviews = merge_reviews(seen.reviews, new_reviews)
    try:
        failed = _failed(seen, chosen, lambda: texts(kept.row))
        observer = by or dict(part.partition(":")[::2] for part in before["signature"].split("|"))["observer"]
        result = score_council(seen.lengths, reviews, failed, chosen, case=before["id"], observer=observer)
    except JuratError as error:
        return Failure(id=before["id"], error=str(error))
    question = Question(reviews=reviews, safety=seen.safety, options=seen.options, id=before["id"])
    written = before.get("synthesis")
    return Session(
        question=question,
        lengths=seen.lengths,
        result=result,
        trouble=tuple(SeatFailure(**one) for one in before.get("trouble", ())),
        synthesis=None if written is None else _read_synthesis(written),
        usage=tuple(read_usage(one) for one in before.get("usage", ())),
        early_stop=_read_stop(before.get("early_stop")),
        query_type=None if before.get("query_type") is None else ChosenRubric(**before["query_type"]),
    )


def _read_synthesis(entry: Mapping[str, Any]) -> Synthesis:
    support = entry.get("support")
    return Synthesis(
        **{
            **entry,
            "withheld": tuple(entry.get("withheld", ())),
            "support": None if support is None else tuple(SentenceSupport(**one) for one in support),
        }
    )


def _read_stop(entry: Mapping[str, Any] | None) -> EarlyStop | None:
    return None if entry is None else EarlyStop(winner=entry["winner"], skipped=tuple(entry["skipped"]))


def merge_reviews(reviews: Sequence[Review], new_reviews: Sequence[Review]) -> tuple[Review, ...]:
    """Return the reviews with those of the same reviewers replaced; new reviewers come last.

    >>> old, new = Review(reviewer="a", holistic={"m": 3}), Review(reviewer="a", holistic={"m": 9})
    >>> merge_reviews([old], [new, Review(reviewer="b")]) == (new, Review(reviewer="b"))
    True
    """
    return tuple({one.reviewer: one for one in (*reviews, *new_reviews)}.values())


def _failed(
    seen: CouncilObservations, options: Options, texts: Callable[[], Mapping[str, Any] | None]
) -> Findings:
    """Return which candidates fail the gate: as stored, or else by their stored texts."""
    if seen.safety is not None or not options.safety_gate:
        return seen.safety or {}
    found = texts()
    if found is None:
        raise InputError("the texts that the gate needs were not kept", hint="run the council again")
    return inspected(found["candidates"])
