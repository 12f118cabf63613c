"""The input and output of a council."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from jurat.errors import OptionError
from jurat.observations import Review, SafetyFinding, Vote
from jurat.observers.council.synthesis_check import SentenceSupport
from jurat.observers.llm.rubric_text import Anchoring
from jurat.options import OptionChanges
from jurat.outcomes import CouncilResult, JuryResult

Stage = Literal["answer", "review", "revision", "vote", "synthesis"]
ROUNDS = 2
"""How many rounds of reviewing there can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with everything known about it; what is given is not asked for again.

    `options` and `tie_breaker` apply to this question only and override the council's or the jury's.
    """

    query: str = ""
    candidates: Mapping[str, str] = field(default_factory=dict)
    contexts: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    safety: Mapping[str, tuple[SafetyFinding, ...]] | None = None
    options: OptionChanges | None = None
    id: str | int = ""
    votes: tuple[Vote, ...] = ()
    tie_breaker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Roles by name: members answer, reviewers score, the chair writes the synthesis.

    A reviewer is a model or `rules`. Without reviewers the members review each other; without members,
    `rules` reviews. In two `rounds` models see the others' scores and may revise their own. `seconds` is how
    long each stage may take; who has not answered by then is left out. With `early_stop`, reviews that cannot
    change the winner any more are not waited for. Each candidate is shown to at most `reviewers_each`.

    >>> Seats(members=("a", "b")).panel, Seats().panel
    (('a', 'b'), ('rules',))
    """

    members: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    chair: str | None = None
    seed: int = 0
    dimensions: Mapping[str, Anchoring] = field(default_factory=dict)
    rounds: int = 1
    seconds: float | None = None
    early_stop: bool = False
    reviewers_each: int | None = None
    normalise_style: bool = False
    query_type: Literal["auto"] | None = None
    tie_breaker: str | None = None

    def __post_init__(self) -> None:
        """Check that no name occurs twice in a role and that `rules` has only the role of a reviewer."""
        self._check_rounds()
        for role, names in (("member", self.members), ("reviewer", self.reviewers)):
            for name in names:
                if names.count(name) > 1:
                    raise OptionError(f"{name!r} is named twice", where=role, hint="name each one once")
        if "rules" in (*self.members, self.chair):
            raise OptionError("'rules' cannot answer", where="member", hint="name a model")

    def _check_rounds(self) -> None:
        if self.rounds not in range(1, ROUNDS + 1):
            raise OptionError(f"is {self.rounds}", where="rounds", hint=f"use 1 or {ROUNDS}")
        if self.rounds == ROUNDS and not any(name != "rules" for name in self.panel):
            raise OptionError("nobody could revise a review", where="rounds", hint="name a model as reviewer")
        if self.rounds == ROUNDS and self.early_stop:
            hint = "remove one of the two"
            raise OptionError("cannot be combined with two rounds", where="early_stop", hint=hint)
        for name, given in (("seconds", self.seconds), ("reviewers_each", self.reviewers_each)):
            if given is not None and given <= 0:
                raise OptionError(f"is {given}", where=name, hint="set a number above 0")

    @property
    def panel(self) -> tuple[str, ...]:
        """Return the reviewers."""
        return self.reviewers or self.members or ("rules",)

    @property
    def models(self) -> tuple[str, ...]:
        """Return every model that has a seat, once."""
        seats = (*self.members, *self.panel, *((self.chair,) if self.chair else ()))
        return tuple(dict.fromkeys(name for name in seats if name != "rules"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFailure:
    """A seat that failed at a stage, and why."""

    seat: str
    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesis:
    """The chair's synthesis of the candidates; it is not part of the scoring.

    `withheld` are the candidates that failed the gate and were not shown to the chair; `support` is what the
    verifier finds for each sentence, and `note` says why it is missing. `consensus` is Kendall's W of the
    reviewers' orders: 1 where all agree.
    """

    chair: str
    text: str
    withheld: tuple[str, ...] = ()
    support: tuple[SentenceSupport, ...] | None = None
    note: str | None = None
    consensus: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatUsage:
    """What one seat took in one stage: calls, tokens, money where prices are known, and seconds."""

    seat: str
    stage: Stage
    seconds: float
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cache_hits: int = 0
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyStop:
    """Reviewing that ended early: the winner that no missing review could change, and who was not heard."""

    winner: str
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRubric:
    """The preset that was chosen by the kind of question, and why."""

    rubric: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One question in a council: texts, failures, reviews, result and synthesis."""

    question: Question
    lengths: Mapping[str, int]
    result: CouncilResult
    trouble: tuple[SeatFailure, ...] = ()
    synthesis: Synthesis | None = None
    usage: tuple[SeatUsage, ...] = field(default=(), compare=False)
    early_stop: EarlyStop | None = None
    query_type: ChosenRubric | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JurySession:
    """One yes/no question before a jury: what was read, who failed, the result."""

    question: Question
    result: JuryResult
    trouble: tuple[SeatFailure, ...] = ()
    usage: tuple[SeatUsage, ...] = field(default=(), compare=False)
