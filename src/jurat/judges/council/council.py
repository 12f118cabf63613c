"""The council at work: collect, gate, review, aggregate, sum up. One asynchronous body."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from jurat.cases import mended_candidates, mended_passages, replace_surrogates, require_text
from jurat.errors import InputError, JuratError, OptionError
from jurat.judges.council.orders import reading_orders
from jurat.judges.council.sessions import Question, Seating, Session, Stage, Synthesis, Trouble
from jurat.judges.settling import gated, settle, token_lengths
from jurat.llm.budget import Meter
from jurat.llm.cache import Cache
from jurat.llm.client import Client
from jurat.llm.errors import ModelError
from jurat.llm.pacing import Pace
from jurat.llm.protocol import Endpoint
from jurat.llm.sync import in_order, iterate
from jurat.observations import Review
from jurat.observers.llm.observer import ModelOptions
from jurat.observers.llm.reviews import ModelSeat, council_digest
from jurat.observers.llm.rubrics import RubricText
from jurat.observers.rules.reviewer import NAME, review_by_rules
from jurat.observers.sheets import Sheet
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.rules.rubric import make_rubric

T = TypeVar("T")
AT_ONCE = 8
"""How many questions are under way at the same time."""


@dataclass(frozen=True, slots=True)
class _Room:
    """The models of a council, ready to be asked: one that writes and one that reviews for each name."""

    writers: Mapping[str, ModelSeat]
    reviewers: Mapping[str, ModelSeat]


class Council:
    """Several answers to one question, reviewed blind and ranked.

    >>> from jurat.judges.council.sessions import Question, Seating
    >>> asked = Question(query="What is 2 + 2?", candidates={"m1": "2 + 2 is 4.", "m2": "No idea"})
    >>> [session] = Council(Seating()).deliberate([asked])
    >>> session.result.ranking
    ('m1', 'm2')
    """

    def __init__(
        self,
        seating: Seating,
        models: Mapping[str, Callable[[], Endpoint]] | None = None,
        options: Options | None = None,
        model_options: ModelOptions | None = None,
    ) -> None:
        self.seating, self.options = seating, options or Options()
        self._open, self._asking = models or {}, model_options or ModelOptions()
        for name in seating.models:
            if name not in self._open:
                raise OptionError(f"no model is known as {name!r}", where="council", hint="give its endpoint")
        self._meters = {name: Meter(self._asking.budget) for name in seating.models}
        self._rubric_text(self.options)

    def deliberate(self, questions: Iterable[Question]) -> Iterator[Session | Failure]:
        """Each question through the council, in order; one that fails is a failure in its place."""
        if not self.seating.models:
            return map(self._embedded, questions)
        return iterate(lambda: self.deliberate_async(questions))

    def _embedded(self, question: Question) -> Session | Failure:
        """A question through a council without models."""
        try:
            ready = _mended(question)
            sheets = self._sheets(ready)
            if sheets:
                rubric = self._rubric_text(self._options(ready))
                reviews = [review_by_rules(sheet, rubric.weights) for sheet in sheets.values()]
                ready = replace(ready, reviews=(*ready.reviews, *reviews))
            return self._settled(ready, [])
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    async def deliberate_async(
        self, questions: Iterable[Question]
    ) -> AsyncGenerator[Session | Failure, None]:
        """The one body of a council's run."""
        async with self._room() as room:
            sessions = in_order(questions, lambda one: self._session(room, one), AT_ONCE)
            async with aclosing(sessions):
                async for session in sessions:
                    yield session

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[_Room]:
        asking = self._asking
        async with AsyncExitStack() as stack:
            cache = stack.enter_context(Cache(asking.cache))
            seats: list[dict[str, ModelSeat]] = [{}, {}]
            for name in self.seating.models:
                pace = Pace(start=min(4, asking.concurrency), most=asking.concurrency)
                for made in seats:
                    client = Client(
                        self._open[name](),
                        cache,
                        self._meters[name],
                        pace=pace,
                        patience=asking.patience,
                        asking=asking.asking,
                    )
                    stack.push_async_callback(client.aclose)
                    made[name] = ModelSeat(name, client, cache.secret())
            yield _Room(*seats)

    async def _session(self, room: _Room, question: Question) -> Session | Failure:
        try:
            answered, trouble = await self._collected(room, question)
            reviewed, failed = await self._reviewed(room, answered)
            return await self._summed_up(room, self._settled(reviewed, [*trouble, *failed]))
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    async def _collected(self, room: _Room, question: Question) -> tuple[Question, list[Trouble]]:
        """The question with its candidates: as given, or what the members answer."""
        members = () if question.candidates else self.seating.members
        if members:
            require_text(question.query, "query")
        asked = {name: room.writers[name].answer(question.query, question.contexts) for name in members}
        answers, trouble = await _each(asked, "answer")
        if members and not answers:
            told = "; ".join(f"{one.seat}: {one.reason}" for one in trouble)
            raise ModelError(f"no member answered ({told})")
        return _mended(replace(question, candidates=answers or question.candidates)), trouble

    async def _reviewed(self, room: _Room, question: Question) -> tuple[Question, list[Trouble]]:
        """The question with the reviews that were given, and those of reviewers who have not yet spoken."""
        rubric = self._rubric_text(self._options(question))
        asked = {
            name: self._review(room, name, sheet, rubric) for name, sheet in self._sheets(question).items()
        }
        reviews, trouble = await _each(asked, "review")
        return replace(question, reviews=(*question.reviews, *reviews.values())), trouble

    def _sheets(self, question: Question) -> dict[str, Sheet]:
        """What each reviewer that is still to be asked is shown; nobody its own answer alone."""
        if question.reviews and not self.seating.reviewers:
            return {}
        require_text(question.query, "query")
        spoken = {review.reviewer for review in question.reviews}
        names = [name for name in self.seating.panel if name not in spoken]
        seed = f"{self.seating.seed} {question.id} {question.query}"
        orders = reading_orders(list(question.candidates), names, seed)
        return {
            name: Sheet(
                query=question.query,
                shown={one: question.candidates[one] for one in order},
                contexts=question.contexts,
            )
            for name, order in orders.items()
            if order
        }

    async def _review(self, room: _Room, name: str, sheet: Sheet, rubric: RubricText) -> Review:
        if name == NAME:
            return review_by_rules(sheet, rubric.weights)
        return await room.reviewers[name].review(sheet, rubric)

    def _settled(self, question: Question, trouble: Sequence[Trouble]) -> Session:
        """The gate and the rules over what has been collected and reviewed."""
        options = self._options(question)
        safety = gated(question.candidates, question.safety) if options.safety_gate else question.safety
        lengths = token_lengths(question.candidates)
        result = settle(
            question.candidates,
            question.reviews,
            options,
            case=question.id,
            observer=self.signature(question.reviews),
            safety=safety,
            lengths=lengths,
        )
        kept = question if safety is question.safety else replace(question, safety=safety)
        return Session(question=kept, lengths=lengths, result=result, trouble=tuple(trouble))

    async def _summed_up(self, room: _Room, session: Session) -> Session:
        """The session with the chair's synthesis, where there is a chair and something to sum up."""
        chair, ranking, question = self.seating.chair, session.result.ranking, session.question
        if chair is None or not ranking:
            return session
        ranked = [question.candidates[name] for name in ranking]
        notes = [_notes(question.reviews, name) for name in ranking]
        asked = {chair: room.writers[chair].synthesise(question.query, ranked, notes)}
        written, trouble = await _each(asked, "synthesis")
        made = Synthesis(chair=chair, text=written[chair]) if written else None
        return replace(session, synthesis=made, trouble=(*session.trouble, *trouble))

    def _options(self, question: Question) -> Options:
        """What holds for a question: the council's options, and its own before them."""
        return self.options.changed(question.options) if question.options else self.options

    def _rubric_text(self, options: Options) -> RubricText:
        weights = make_rubric(options.rubric, options.weights).weights
        shown = {name: float(weight) for name, weight in weights.items()}
        return RubricText(weights=shown, preset=options.rubric, own=self.seating.dimensions)

    def signature(self, reviews: tuple[Review, ...]) -> str:
        """The reviewers' part of a result's signature."""
        if not self.seating.models:
            names = sorted({review.reviewer if review.reviewer == NAME else "labels" for review in reviews})
            return "+".join(names) or "labels"
        panel = "+".join(self.seating.panel)
        return f"council({panel},prompts={council_digest()},seed={self.seating.seed})"


async def _each(waiting: Mapping[str, Awaitable[T]], stage: Stage) -> tuple[dict[str, T], list[Trouble]]:
    """What each seat brought, and who brought nothing; only a bug goes further."""
    done = await asyncio.gather(*waiting.values(), return_exceptions=True)
    brought: dict[str, T] = {}
    trouble = []
    for name, result in zip(waiting, done, strict=True):
        if isinstance(result, ModelError):
            trouble.append(Trouble(seat=name, stage=stage, reason=str(result)))
        elif isinstance(result, BaseException):
            raise result
        else:
            brought[name] = result
    return brought, trouble


def _notes(reviews: tuple[Review, ...], name: str) -> str:
    """What the reviewers noted on a candidate, a line for each."""
    evaluations = [(review.evaluations or {}).get(name, {}) for review in reviews if review.reviewer != name]
    return "\n".join(one["notes"] for one in evaluations if isinstance(one.get("notes"), str))


def _mended(question: Question) -> Question:
    """A question that can be judged: with candidates, and no text in it that is no text."""
    if not question.candidates:
        hint = "give candidates, or name members that answer"
        raise InputError("are missing", where="candidates", hint=hint)
    if question.query:
        require_text(question.query, "query")
    return replace(
        question,
        query=replace_surrogates(question.query),
        candidates=mended_candidates(question.candidates),
        contexts=mended_passages(question.contexts),
    )
