"""What goes into a council and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jurat.errors import OptionError
from jurat.observations import Review, SafetyFinding
from jurat.observers.llm.rubrics import Anchoring
from jurat.options import OptionChanges
from jurat.outcomes import CouncilResult

Stage = Literal["answer", "review", "synthesis"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with as much as is known: what is given is not asked for again.

    `options` are those that hold for this question alone, beside the council's.
    """

    query: str = ""
    candidates: Mapping[str, str] = field(default_factory=dict)
    contexts: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    safety: Mapping[str, tuple[SafetyFinding, ...]] | None = None
    options: OptionChanges | None = None
    id: str | int = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where, by name: members answer, reviewers score, the chair sums up.

    A reviewer is a model or `rules`. Without reviewers the members review each other; without members,
    `rules` does.

    >>> Seating(members=("a", "b")).panel, Seating().panel
    (('a', 'b'), ('rules',))
    """

    members: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    chair: str | None = None
    seed: int = 0
    dimensions: Mapping[str, Anchoring] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a name that stands twice in one role, and `rules` where something must be written."""
        for role, names in (("member", self.members), ("reviewer", self.reviewers)):
            for name in names:
                if names.count(name) > 1:
                    raise OptionError(f"{name!r} is named twice", where=role, hint="name each one once")
        if "rules" in (*self.members, self.chair):
            raise OptionError("'rules' writes no answers", where="member", hint="name a model")

    @property
    def panel(self) -> tuple[str, ...]:
        """Who reviews."""
        return self.reviewers or self.members or ("rules",)

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that has a seat, once."""
        seats = (*self.members, *self.panel, *((self.chair,) if self.chair else ()))
        return tuple(dict.fromkeys(name for name in seats if name != "rules"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A seat that did not do its part, and why."""

    seat: str
    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesis:
    """What the chair made of the candidates; no judgement of it is part of the result."""

    chair: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One question through the council: what was read, who failed, the reviews, the result, the synthesis."""

    question: Question
    lengths: Mapping[str, int]
    result: CouncilResult
    trouble: tuple[Trouble, ...] = ()
    synthesis: Synthesis | None = None
