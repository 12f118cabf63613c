"""The council's run: collect answers, apply the gate, review, revise, aggregate, write the synthesis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from jurat.cases import mended_candidates, mended_passages, replace_surrogates, require_text
from jurat.errors import InputError, JuratError, OptionError
from jurat.judges.council.aggregate import aggregate, gated, token_lengths
from jurat.judges.council.reading_orders import reading_orders
from jurat.judges.council.review_assignment import assign_reviewers
from jurat.judges.council.revision import revised_review, unrevised_review, visible_reviews
from jurat.judges.council.room import Gathered, Room, T, Watch, open_room, unwatched
from jurat.judges.council.session import (
    ROUNDS,
    ChosenRubric,
    EarlyStop,
    Question,
    SeatFailure,
    Seats,
    SeatUsage,
    Session,
    Synthesis,
)
from jurat.llm.budget import Meter
from jurat.llm.model_errors import ModelError
from jurat.llm.model_protocol import Endpoint
from jurat.llm.sync import in_order, iterate
from jurat.observations import Review
from jurat.observers.council.answer_content import found_verifier
from jurat.observers.council.query_type import query_type
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.rules_reviewer import NAME, NO_CONTEXT, lacks_accuracy, review_by_rules
from jurat.observers.council.style_normalisation import normalise_style
from jurat.observers.council.synthesis_check import (
    HOW_TO_INSTALL,
    ClaimReader,
    check_synthesis,
    installed_reader,
)
from jurat.observers.llm.council_seat import ModelSeat, council_digest
from jurat.observers.llm.llm_observer import ModelOptions, price_of
from jurat.observers.llm.rubric_text import RubricText
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.scoring.early_stop import certain_winner
from jurat.scoring.rubric import make_rubric
from jurat.verifier.verifier import Verifier
from jurat.verifier.weights import is_installed, verifier_name

_Asked = Mapping[str, Callable[[], Awaitable[T]]]
AT_ONCE = 8
"""How many questions are under way at the same time."""


@dataclass(slots=True)
class _Notes:
    """What is reported of a session beside its result, collected on the way."""

    trouble: list[SeatFailure] = field(default_factory=list)
    usage: list[SeatUsage] = field(default_factory=list)
    early_stop: EarlyStop | None = None

    def take(self, gathered: Gathered[T]) -> dict[str, T]:
        """Return what the seats brought, and keep the rest."""
        self.trouble += gathered.failures
        self.usage += gathered.usage
        return gathered.brought


class Council:
    """Several answers to one question, reviewed blind and ranked.

    >>> from jurat.judges.council.session import Question, Seats
    >>> asked = Question(
    ...     query="What does tea cost?",
    ...     candidates={"m1": "Tea costs $5.", "m2": "Tea costs $9."},
    ...     contexts=("Our tea is $5 a cup.",),
    ... )
    >>> [session] = Council(Seats()).deliberate([asked])
    >>> session.result.ranking
    ('m1', 'm2')
    """

    def __init__(
        self,
        seating: Seats,
        models: Mapping[str, Callable[[], Endpoint]] | None = None,
        options: Options | None = None,
        model_options: ModelOptions | None = None,
        watch: Watch = unwatched,
        reader: Callable[[], ClaimReader | None] = installed_reader,
        verifier: Callable[[], Verifier | None] = found_verifier,
    ) -> None:
        self._reader, self._verifier = reader, verifier
        self.seating, self.options, self._watch = seating, options or Options(), watch
        self._open, self._asking = models or {}, model_options or ModelOptions()
        for name in seating.models:
            if name not in self._open:
                raise OptionError(f"unknown model {name!r}", where="council", hint="give its endpoint")
        prices = self._asking.prices
        self._meters = {
            name: Meter(self._asking.budget, price_of((name, name.rpartition(":")[2]), prices))
            for name in seating.models
        }
        self._rubric_text(self.options)
        if seating.early_stop and self.options.calibration != "none":
            hint = "set calibration none: with another, every review moves all scores"
            raise OptionError("cannot be proven", where="early_stop", hint=hint)

    def deliberate(self, questions: Iterable[Question]) -> Iterator[Session | Failure]:
        """Yield the session of each question, in order; a question that fails yields a `Failure`."""
        if not self.seating.models:
            return map(self._embedded, questions)
        return iterate(lambda: self.deliberate_async(questions))

    def _embedded(self, question: Question) -> Session | Failure:
        """Return the session of a question in a council without models."""
        try:
            ready, kind = self._typed(_mended(question))
            sheets = self._sheets(ready)
            trouble: tuple[SeatFailure, ...] = ()
            if sheets:
                rubric = self._rubric_text(self._options(ready))
                reviews = [self._by_rules(sheet, rubric) for sheet in sheets.values()]
                trouble = _unjudged(reviews, rubric)
                ready = replace(ready, reviews=(*ready.reviews, *reviews))
            settled = self._settled(ready, trouble)
            return settled if kind is None else replace(settled, query_type=kind)
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    async def deliberate_async(
        self, questions: Iterable[Question]
    ) -> AsyncGenerator[Session | Failure, None]:
        """Yield the session of each question, asynchronously."""
        async with open_room(
            self._open, self._asking, self._meters, self._watch, self.seating.seconds
        ) as room:
            sessions = in_order(questions, lambda one: self._session(room, one), AT_ONCE)
            async with aclosing(sessions):
                async for session in sessions:
                    yield session

    async def _session(self, room: Room, question: Question) -> Session | Failure:
        told = _Notes()
        try:
            answered, kind = self._typed(await self._collected(room, question, told))
            reviewed = await self._reviewed(room, answered, told)
            if self.seating.rounds == ROUNDS:
                reviewed = await self._revised(room, reviewed, told)
            settled = replace(self._settled(reviewed, told.trouble), query_type=kind)
            return await self._summed_up(room, settled, told)
        except JuratError as error:
            return Failure(id=question.id, error=str(error))

    async def _collected(self, room: Room, question: Question, told: _Notes) -> Question:
        """Return the question with its candidates: as given, or as answered by the members."""
        members = () if question.candidates else self.seating.members
        if members:
            require_text(question.query, "query")
        asked: _Asked[str] = {
            name: partial(room.writers[name].answer, question.query, question.contexts) for name in members
        }
        answers = told.take(await room.gather(question.id, "answer", asked))
        if members and not answers:
            ordered = sorted(told.trouble, key=lambda one: members.index(one.seat))
            why = "; ".join(f"{one.seat}: {one.reason}" for one in ordered)
            raise ModelError(f"no member answered ({why})")
        return _mended(replace(question, candidates=answers or question.candidates))

    async def _reviewed(self, room: Room, question: Question, told: _Notes) -> Question:
        """Return the question with given reviews and those of the reviewers still to be asked."""
        rubric = self._rubric_text(self._options(question))
        sheets = self._sheets(question)
        asked: _Asked[Review] = {
            name: partial(self._review, room, name, sheet, rubric) for name, sheet in sheets.items()
        }
        winner = partial(self._winner, question, sheets)

        def enough(given: Mapping[str, Review]) -> bool:
            return winner(given) is not None

        stop = enough if self.seating.early_stop else None
        found = await room.gather(question.id, "review", asked, stop)
        if stop is not None and found.skipped:
            told.early_stop = EarlyStop(winner=winner(found.brought) or "", skipped=found.skipped)
        reviews = tuple(told.take(found).values())
        told.trouble += _unjudged(reviews, rubric)
        return replace(question, reviews=(*question.reviews, *reviews))

    def _winner(
        self, question: Question, sheets: Mapping[str, ReviewForm], given: Mapping[str, Review]
    ) -> str | None:
        """Return the candidate that wins whatever the outstanding reviewers give."""
        options = self._options(question)
        failed = gated(question.candidates, question.safety) if options.safety_gate else {}
        return certain_winner(
            (*question.reviews, *given.values()),
            question.candidates,
            make_rubric(options.rubric, options.weights),
            {name: tuple(sheet.shown) for name, sheet in sheets.items() if name not in given},
            quorum=options.quorum,
            caps=dict.fromkeys(failed, options.safety_score_cap),
        )

    async def _revised(self, room: Room, question: Question, told: _Notes) -> Question:
        """Return the question with the models' reviews revised after they have read the others'."""
        rubric = self._rubric_text(self._options(question))
        asked: dict[str, Callable[[], Awaitable[Review]]] = {}
        for review in question.reviews:
            if review.reviewer in room.reviewers and review.shown and review.evaluations:
                others = visible_reviews(question.reviews, review, f"{self.seating.seed} {question.id}")
                if others:
                    sheet = self._sheet(question, review.shown)
                    seat = self._seat(room, review.reviewer)
                    asked[review.reviewer] = partial(seat.revise, sheet, rubric, review, others)
        found = await room.gather(question.id, "revision", asked)
        why = {one.seat: one.reason for one in found.failures}
        second = told.take(found)
        reviews = []
        for review in question.reviews:
            if review.reviewer in second:
                made, refused = revised_review(review, second[review.reviewer], rubric.weights)
                told.trouble += refused
                reviews.append(made)
            else:
                reviews.append(unrevised_review(review, why.get(review.reviewer)))
        return replace(question, reviews=tuple(reviews))

    def _sheets(self, question: Question) -> dict[str, ReviewForm]:
        """What each reviewer that is still to be asked is shown; nobody its own answer alone."""
        if question.reviews and not self.seating.reviewers:
            return {}
        require_text(question.query, "query")
        spoken = {review.reviewer for review in question.reviews}
        names = [name for name in self.seating.panel if name not in spoken]
        seed = f"{self.seating.seed} {question.id} {question.query}"
        candidates = list(question.candidates)
        orders = reading_orders(candidates, names, seed)
        if self.seating.reviewers_each is not None:
            seen = assign_reviewers(candidates, names, self.seating.reviewers_each, seed)
            orders = {name: tuple(one for one in orders[name] if one in seen[name]) for name in names}
        return {name: self._sheet(question, order) for name, order in orders.items() if order}

    def _sheet(self, question: Question, order: Sequence[str]) -> ReviewForm:
        """Return what a reviewer is shown: the candidates in its order, in plain style if that is set."""
        shown = {name: question.candidates[name] for name in order}
        if self.seating.normalise_style:
            shown = {name: normalise_style(text) for name, text in shown.items()}
        return ReviewForm(query=question.query, shown=shown, contexts=question.contexts)

    def _seat(self, room: Room, name: str) -> ModelSeat:
        """Return a reviewer that reads the dimensions in an order of its own."""
        return replace(room.reviewers[name], order=f"{self.seating.seed} {name}")

    async def _review(self, room: Room, name: str, sheet: ReviewForm, rubric: RubricText) -> Review:
        if name == NAME:
            return await asyncio.to_thread(self._by_rules, sheet, rubric)
        return await self._seat(room, name).review(sheet, rubric)

    def _by_rules(self, sheet: ReviewForm, rubric: RubricText) -> Review:
        return review_by_rules(sheet, rubric.weights, self._verifier())

    def _settled(self, question: Question, trouble: Sequence[SeatFailure]) -> Session:
        """Apply the gate and the scoring rules to collected answers and reviews."""
        options = self._options(question)
        safety = gated(question.candidates, question.safety) if options.safety_gate else question.safety
        lengths = token_lengths(question.candidates)
        result = aggregate(
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

    async def _summed_up(self, room: Room, session: Session, told: _Notes) -> Session:
        """Return the session with the chair's synthesis, if there is a chair and a result."""
        session = replace(session, usage=tuple(told.usage), early_stop=told.early_stop)
        chair, question = self.seating.chair, session.question
        failed = session.result.safety_gate.failed_models
        shown = [name for name in session.result.ranking if name not in failed]
        if chair is None or not shown:
            return session
        ranked = [question.candidates[name] for name in shown]
        notes = [_notes(question.reviews, name) for name in shown]
        withheld = tuple(name for name in question.candidates if name in failed)
        ask = partial(room.writers[chair].synthesise, question.query, ranked, notes, withheld=len(withheld))
        written = told.take(await room.gather(question.id, "synthesis", {chair: ask}))
        made = None
        if written:
            sources = {name: question.candidates[name] for name in shown}
            made = await self._checked(
                Synthesis(
                    chair=chair,
                    text=written[chair],
                    withheld=withheld,
                    consensus=session.result.audit.agreement.kendall_w,
                ),
                sources,
            )
        return replace(session, synthesis=made, trouble=tuple(told.trouble), usage=tuple(told.usage))

    async def _checked(self, made: Synthesis, sources: Mapping[str, str]) -> Synthesis:
        """Return the synthesis with what supports each of its sentences, or why that is not known."""
        reader = self._reader()
        if reader is None:
            return replace(made, note=HOW_TO_INSTALL)
        support = await asyncio.to_thread(check_synthesis, made.text, sources, reader)
        return replace(made, support=support)

    def _typed(self, question: Question) -> tuple[Question, ChosenRubric | None]:
        """Return the question with the preset of its kind, if that is to be chosen and none is set."""
        own = question.options or {}
        if self.seating.query_type != "auto" or self.options.weights or "rubric" in own or "weights" in own:
            return question, None
        found = query_type(question.query)
        kind = ChosenRubric(rubric=found.rubric, reason=found.reason)
        return replace(question, options={**own, "rubric": found.rubric}), kind

    def _options(self, question: Question) -> Options:
        """Return the council's options merged with those of the question."""
        return self.options.merge(question.options) if question.options else self.options

    def _rubric_text(self, options: Options) -> RubricText:
        weights = make_rubric(options.rubric, options.weights).weights
        shown = {name: float(weight) for name, weight in weights.items()}
        return RubricText(weights=shown, preset=options.rubric, own=self.seating.dimensions)

    def signature(self, reviews: tuple[Review, ...]) -> str:
        """Return the reviewers' part of a result's signature."""
        if not self.seating.models:
            names = {self._rules if review.reviewer == NAME else "labels" for review in reviews}
            return "+".join(sorted(names)) or "labels"
        panel = "+".join(self._rules if name == NAME else name for name in self.seating.panel)
        return f"council({panel},prompts={council_digest()},seed={self.seating.seed}{self._conduct()})"

    @cached_property
    def _rules(self) -> str:
        """Return what the reviewer `rules` is named by in signatures: with the verifier that it uses."""
        return f"{NAME}+{verifier_name()}" if is_installed() else NAME

    def _conduct(self) -> str:
        """Return how the reviewing differs from the default, for signatures."""
        seats = self.seating
        parts = [f"rounds={seats.rounds}"] if seats.rounds > 1 else []
        parts += ["plain-style"] if seats.normalise_style else []
        parts += ["early-stop"] if seats.early_stop else []
        parts += [f"reviewers-each={seats.reviewers_each}"] if seats.reviewers_each else []
        return "".join(f",{part}" for part in parts)


def _unjudged(reviews: Sequence[Review], rubric: RubricText) -> tuple[SeatFailure, ...]:
    """Return that `rules` could not judge accuracy, if it could not."""
    return tuple(
        SeatFailure(seat=NAME, stage="review", reason=NO_CONTEXT)
        for review in reviews
        if review.reviewer == NAME and lacks_accuracy(review, rubric.weights)
    )


def _notes(reviews: tuple[Review, ...], name: str) -> str:
    """Return the reviewers' notes on a candidate, one line each."""
    evaluations = [(review.evaluations or {}).get(name, {}) for review in reviews if review.reviewer != name]
    return "\n".join(one["notes"] for one in evaluations if isinstance(one.get("notes"), str))


def _mended(question: Question) -> Question:
    """Return the question with valid texts; raise an error if it has no candidates."""
    if not question.candidates:
        hint = "set mode jury to count votes" if question.votes else "give candidates or members"
        raise InputError("are missing", where="candidates", hint=hint)
    if question.query:
        require_text(question.query, "query")
    query, candidates = replace_surrogates(question.query), mended_candidates(question.candidates)
    contexts = mended_passages(question.contexts)
    if (query, candidates, contexts) == (question.query, question.candidates, question.contexts):
        return question  # a copy costs as much as all these checks
    return replace(question, query=query, candidates=candidates, contexts=contexts)
