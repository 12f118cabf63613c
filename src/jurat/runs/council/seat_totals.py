"""What each seat of a council or a jury took over many questions, and how often it failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from math import fsum
from typing import Any

from jurat.judges.council.session import JurySession, SeatFailure, SeatUsage, Session, Stage
from jurat.outcomes import Failure

STAGES: tuple[Stage, ...] = ("answer", "review", "revision", "synthesis", "vote")


@dataclass(slots=True, kw_only=True)
class SeatTotal:
    """What one seat took in one stage, over all questions; the cost is unknown without a price.

    `failed` counts the questions in which it failed, and `reason` is why it failed first.
    """

    seat: str
    stage: Stage | None = None
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cache_hits: int = 0
    seconds: float = 0.0
    cost: Decimal | None = None
    failed: int = 0
    reason: str | None = None

    @property
    def tokens(self) -> int:
        """Return input and output tokens."""
        return self.prompt_tokens + self.completion_tokens

    def add(self, one: SeatUsage) -> None:
        """Add what the seat took in one question."""
        self.calls += one.calls
        self.prompt_tokens += one.prompt_tokens
        self.completion_tokens += one.completion_tokens
        self.cache_hits += one.cache_hits
        self.seconds += one.seconds
        if one.cost is not None:
            self.cost = (self.cost or Decimal(0)) + one.cost

    def add_failure(self, one: SeatFailure) -> None:
        """Count a question in which the seat failed."""
        self.failed += 1
        self.reason = self.reason or one.reason


class SeatTotalsBuilder:
    """Builds the totals of the seats from sessions, one by one.

    >>> from jurat.judges.council.session import SeatUsage
    >>> builder = SeatTotalsBuilder()
    >>> for _ in range(2):
    ...     builder.add_seats([SeatUsage(seat="a", stage="review", seconds=1.5, calls=1)], [])
    >>> [(one.seat, one.calls, one.seconds) for one in builder.totals()]
    [('a', 2, 3.0)]
    """

    def __init__(self) -> None:
        self._seats: dict[tuple[str, Stage], SeatTotal] = {}

    def add(self, session: Session | JurySession | Failure) -> None:
        """Add one question."""
        if not isinstance(session, Failure):
            self.add_seats(session.usage, session.trouble)

    def add_seats(self, usage: Iterable[SeatUsage], trouble: Iterable[SeatFailure]) -> None:
        """Add what the seats took in one question, and which of them failed."""
        for used in usage:
            self._seat(used.seat, used.stage).add(used)
        for failure in trouble:
            self._seat(failure.seat, failure.stage).add_failure(failure)

    def _seat(self, seat: str, stage: Stage) -> SeatTotal:
        return self._seats.setdefault((seat, stage), SeatTotal(seat=seat, stage=stage))

    def totals(self) -> tuple[SeatTotal, ...]:
        """Return the totals by stage, in the order of the stages, then by seat."""
        ordered = sorted(self._seats, key=lambda key: (STAGES.index(key[1]), key[0]))
        return tuple(self._seats[key] for key in ordered)


def whole_total(seats: Sequence[SeatTotal]) -> SeatTotal:
    """Return what all seats took together.

    >>> whole_total([SeatTotal(seat="a", calls=2), SeatTotal(seat="b", calls=1, failed=1)]).calls
    3
    """
    costs = [one.cost for one in seats if one.cost is not None]
    return SeatTotal(
        seat="total",
        calls=sum(one.calls for one in seats),
        prompt_tokens=sum(one.prompt_tokens for one in seats),
        completion_tokens=sum(one.completion_tokens for one in seats),
        cache_hits=sum(one.cache_hits for one in seats),
        seconds=fsum(one.seconds for one in seats),
        cost=sum(costs, Decimal(0)) if costs else None,
        failed=sum(one.failed for one in seats),
    )


def total_entry(one: SeatTotal) -> dict[str, Any]:
    """Return a total as it is written in JSON: money as text, and nothing that is not known.

    >>> total_entry(SeatTotal(seat="a", stage="vote", calls=1, cost=Decimal("0.5")))["cost"]
    '0.5'
    """
    entry = {name: value for name, value in asdict(one).items() if value is not None}
    entry["seconds"] = round(one.seconds, 3)
    return entry if one.cost is None else {**entry, "cost": f"{one.cost:f}"}
