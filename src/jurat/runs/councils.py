"""A council's sessions as results that are kept, and scored again from what they hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from jurat.cases import CouncilCase
from jurat.engines.judging import Batch, Brief, Judged, Mark
from jurat.errors import InputError, JuratError
from jurat.judges.council import Council, Question, Session, Synthesis, Trouble
from jurat.judges.scoring import score_council, signature
from jurat.judges.settling import Findings, inspected
from jurat.observations import Review
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.runs.store.records import Kept, Plan, Reading
from jurat.version import __version__
from jurat.wire import CouncilLabels, CouncilObservations, council_observed, dump, dump_council, dump_labels

if TYPE_CHECKING:
    from jurat.runs.store.writing import RunWriter

NAME: Final = "council"
Texts = Callable[[int], Mapping[str, Any] | None]
"""The texts of the question at a place, where they were kept."""


def result_line(session: Session | Failure, *, whole: bool = False) -> bytes:
    """A result as one line; who failed and what the chair wrote stand beside it.

    A whole one holds the reviews too, so that it can be scored again.
    """
    if isinstance(session, Failure):
        return dump(session)
    beside: dict[str, Any] = {}
    if session.trouble:
        beside["trouble"] = [asdict(one) for one in session.trouble]
    if session.synthesis is not None:
        beside["synthesis"] = asdict(session.synthesis)
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
    """All that a session was scored from, as labels: to be scored again without a model."""
    asked = session.question
    return dump_labels(
        CouncilLabels(
            judge=NAME,
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
    council: Council, first: Iterable[Session | Failure], reading: Reading, out: str | None, *, texts: bool
) -> Plan:
    """The plan of a council's run; its metrics are the scores of the candidates that come first."""
    sessions = [one for one in first if isinstance(one, Session)]
    observer = council.signature(sessions[0].question.reviews if sessions else ())
    return Plan(
        judge=NAME,
        version=__version__,
        observer=observer,
        signature=signature(NAME, observer, council.options),
        metrics=candidate_names(sessions),
        options=council.options,
        reading=reading,
        out=out,
        texts=texts,
    )


def candidate_names(sessions: Iterable[Session | Failure]) -> tuple[str, ...]:
    """The candidates of some sessions, in order of appearance."""
    found = (one.result.candidates for one in sessions if isinstance(one, Session))
    return tuple(dict.fromkeys(name for own in found for name in own))


def kept_session(session: Session | Failure, names: Sequence[str]) -> Judged:
    """A session, ready to be kept; its values are the candidates' scores."""
    line = result_line(session, whole=True)
    if isinstance(session, Failure):
        return Judged(line, Brief(failed=True))
    found = session.result.candidates
    values = tuple(found[name].score if name in found else None for name in names)
    caps = dict.fromkeys(cap.reason for one in found.values() for cap in one.caps)
    return Judged(line, Brief(values, marks=tuple(Mark("cap", reason) for reason in caps)))


def case_of(session: Session | Failure) -> CouncilCase | Failure:
    """The texts of a session, to be kept with it."""
    if isinstance(session, Failure):
        return session
    asked = session.question
    return CouncilCase(
        query=asked.query or "-", candidates=asked.candidates, contexts=asked.contexts, id=asked.id
    )


@dataclass(slots=True)
class SessionKeeper:
    """Keeps sessions as they pass; a new run is begun with its first batch, when its candidates are known."""

    begin: Callable[[Sequence[Session | Failure]], RunWriter]
    batch: int
    keeping: RunWriter | None = None

    def kept(self, sessions: Iterable[Session | Failure]) -> Iterator[Session | Failure]:
        """The sessions, each passed on when it is kept."""
        held: list[Session | Failure] = []
        for session in sessions:
            held.append(session)
            if len(held) >= self.batch and (self.keeping or any(isinstance(one, Session) for one in held)):
                yield from self._write(held)
                held = []
        yield from self._write(held)
        if self.keeping is not None:
            self.keeping.finish()

    def _write(self, held: Sequence[Session | Failure]) -> Sequence[Session | Failure]:
        if held:
            self.keeping = self.keeping or self.begin(held)
            plan = self.keeping.run.plan
            cases: Batch = [case_of(one) for one in held] if plan.texts else ()
            self.keeping.write([kept_session(one, plan.metrics) for one in held], cases)
        return held


def rescored_session(kept: Kept, names: Sequence[str], options: Options, texts: Texts) -> Judged:
    """A kept session scored again, ready to be kept."""
    return kept_session(session_again(kept, options, texts), names)


def session_again(
    kept: Kept, options: Options, texts: Texts, *, said: Sequence[Review] = (), by: str | None = None
) -> Session | Failure:
    """A kept session scored again with other options; a question's own options still hold before them.

    What is said now takes the place of what the same reviewers said then; ``by`` names who observed it.
    """
    before = json.loads(kept.line)
    if kept.status == "failed":
        return Failure(id=before["id"], error=before["error"])
    seen = council_observed(kept.line)
    if seen is None:
        return Failure(id=before["id"], error="the kept result does not hold its reviews; judge it again")
    chosen = options.changed(seen.options) if seen.options else options
    reviews = merged(seen.reviews, said)
    try:
        failed = _failed(seen, chosen, lambda: texts(kept.place))
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
        trouble=tuple(Trouble(**one) for one in before.get("trouble", ())),
        synthesis=None if written is None else Synthesis(**written),
    )


def merged(reviews: Sequence[Review], said: Sequence[Review]) -> tuple[Review, ...]:
    """The reviews with some of them replaced by the same reviewers' new ones; who is new comes last.

    >>> old, new = Review(reviewer="a", holistic={"m": 3}), Review(reviewer="a", holistic={"m": 9})
    >>> merged([old], [new, Review(reviewer="b")]) == (new, Review(reviewer="b"))
    True
    """
    return tuple({one.reviewer: one for one in (*reviews, *said)}.values())


def _failed(
    seen: CouncilObservations, options: Options, texts: Callable[[], Mapping[str, Any] | None]
) -> Findings:
    """Which candidates fail the gate: as seen then, or else as their texts, where they were kept, say now."""
    if seen.safety is not None or not options.safety_gate:
        return seen.safety or {}
    found = texts()
    if found is None:
        raise InputError("the texts that the gate needs were not kept", hint="run the council again")
    return inspected(found["candidates"])
