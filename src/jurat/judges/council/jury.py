"""A jury: models or people vote on a yes/no question; the majority decides."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from jurat.cases import mended_candidates, mended_passages, replace_surrogates, require_text
from jurat.errors import InputError, JuratError, OptionError
from jurat.judges.council.room import Opened, Room, Watch, open_room, unwatched
from jurat.judges.council.session import JurySession, Question, SeatFailure, Seats, SeatUsage
from jurat.judges.results import score_jury
from jurat.llm.budget import Meter
from jurat.llm.sync import in_order, iterate
from jurat.observers.llm.council_seat import council_digest
from jurat.observers.llm.llm_observer import ModelOptions, price_of
from jurat.options import Options
from jurat.outcomes import Failure

AT_ONCE = 8
"""How many questions are under way at the same time."""


class Jury:
    """Jurors who vote on yes/no questions, each without seeing the others' votes.

    >>> from jurat.observations import Vote
    >>> votes = tuple(Vote(reviewer=name, vote="yes") for name in "ab")
    >>> [session] = Jury(Seats()).deliberate([Question(query="Is water wet?", votes=votes)])
    >>> session.result.verdict
    'yes'
    """

    def __init__(
        self,
        seating: Seats,
        models: Opened | None = None,
        options: Options | None = None,
        model_options: ModelOptions | None = None,
        watch: Watch = unwatched,
    ) -> None:
        self.seating, self.options, self._watch = seating, options or Options(), watch
        self._open, self._asking = models or {}, model_options or ModelOptions()
        if "rules" in seating.reviewers:
            raise OptionError("'rules' cannot vote", where="reviewer", hint="name a model")
        if seating.rounds > 1:
            raise OptionError("a jury votes once", where="rounds", hint="remove it")
        prices = self._asking.prices
        self._meters = {
            name: Meter(self._asking.budget, price_of((name, name.rpartition(":")[2]), prices))
            for name in self.jurors
        }

    @property
    def jurors(self) -> tuple[str, ...]:
        """Return the models that vote."""
        return tuple(name for name in self.seating.panel if name != "rules")

    def deliberate(self, questions: Iterable[Question]) -> Iterator[JurySession | Failure]:
        """Put each question to the jury, in order; one that fails is a failure in its place."""
        if not self.jurors:
            return map(self._given, questions)
        return iterate(lambda: self.deliberate_async(questions))

    async def deliberate_async(
        self, questions: Iterable[Question]
    ) -> AsyncGenerator[JurySession | Failure, None]:
        """Put each question to the models; the one body of a jury's run."""
        async with open_room(
            self._open, self._asking, self._meters, self._watch, self.seating.seconds
        ) as room:
            sessions = in_order(questions, lambda one: self._session(room, one), AT_ONCE)
            async with aclosing(sessions):
                async for session in sessions:
                    yield session

    def _given(self, question: Question) -> JurySession | Failure:
        """Count the votes that a question brings along."""
        try:
            return self._settled(_mended(question))
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    async def _session(self, room: Room, question: Question) -> JurySession | Failure:
        try:
            ready = _mended(question)
            require_text(ready.query, "query")
            voted = {one.reviewer for one in ready.votes}
            self._require_tie_breaker(ready, voted)
            shown = tuple(ready.candidates.values())
            asked = {
                name: partial(room.reviewers[name].vote, ready.query, ready.contexts, shown)
                for name in self.jurors
                if name not in voted
            }
            found = await room.gather(ready.id, "vote", asked)
            ready = replace(ready, votes=(*ready.votes, *found.brought.values()))
            return self._settled(ready, found.failures, found.usage)
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    def _require_tie_breaker(self, question: Question, voted: Collection[str]) -> None:
        """Refuse a tie-breaker that neither votes nor has voted, before any model is asked."""
        name = question.tie_breaker or self.seating.tie_breaker
        if name is not None and name not in self.jurors and name not in voted:
            hint = "name it as a reviewer too, or give its vote"
            raise InputError(f"{name!r} does not vote", where="tie_breaker", hint=hint)

    def _settled(
        self, question: Question, trouble: Sequence[SeatFailure] = (), usage: Sequence[SeatUsage] = ()
    ) -> JurySession:
        if not question.votes and not trouble:
            raise InputError("are missing", where="votes", hint="give votes or name reviewers")
        options = self.options.merge(question.options) if question.options else self.options
        result = score_jury(
            question.votes,
            options,
            case=question.id,
            observer=self.signature(),
            tie_breaker=question.tie_breaker or self.seating.tie_breaker,
        )
        return JurySession(question=question, result=result, trouble=tuple(trouble), usage=tuple(usage))

    def signature(self) -> str:
        """Return the jurors' part of a result's signature."""
        panel = "+".join(self.jurors)
        return f"jury({panel},prompts={council_digest()})" if panel else "labels"


def _mended(question: Question) -> Question:
    """Return a question whose texts can be sent and stored."""
    if question.query:
        require_text(question.query, "query")
    candidates: Mapping[str, str] = mended_candidates(question.candidates) if question.candidates else {}
    return replace(
        question,
        query=replace_surrogates(question.query),
        candidates=candidates,
        contexts=mended_passages(question.contexts),
    )
