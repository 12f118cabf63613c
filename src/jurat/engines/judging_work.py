"""Judging of batches of cases as work: JSON lines come back, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from jurat.cases import Case
from jurat.judges.judge import Build, Judge
from jurat.outcomes import Failure, Result, Score
from jurat.wire import dump

Batch = Sequence[Case | Failure]
MARK_CHARACTERS = 200
"""A longer reason is marked by its beginning."""


class ResultMark(NamedTuple):
    """What results are found by besides values: a cap, or the reason of an unscored metric."""

    kind: Literal["cap", "unscored"]
    value: str


class ResultBrief(NamedTuple):
    """What a summary needs of an outcome; values in the order of the judge's metrics."""

    values: tuple[float | None, ...] = ()
    verdict: str | None = None
    overall: float | None = None
    failed: bool = False
    marks: tuple[ResultMark, ...] = ()

    @property
    def status(self) -> Literal["scored", "unscored", "failed"]:
        """Return the outcome of a row.

        >>> [one.status for one in (ResultBrief((0.5,)), ResultBrief((None,)), ResultBrief(failed=True))]
        ['scored', 'unscored', 'failed']
        """
        return "failed" if self.failed else "unscored" if None in self.values else "scored"


class Judged(NamedTuple):
    """An outcome as a line of JSON, and in brief."""

    line: bytes
    brief: ResultBrief


@dataclass(frozen=True, slots=True)
class JudgingWork:
    """Judges batches; a row that kills its worker is isolated by halving and becomes a failure."""

    build: Build
    ordered: bool = True

    def begin(self) -> Callable[[Batch], list[Judged]]:
        """Build the judge."""
        return partial(judge_batch, self.build())

    def split(self, batch: Batch) -> Sequence[Batch]:
        """Return the halves of a batch; a single row is not split."""
        middle = len(batch) // 2
        return (batch[:middle], batch[middle:]) if middle else ()

    def lost(self, batch: Batch, why: str) -> list[Judged]:
        """Return the failure of a row that kills its worker."""
        error = f"the process that judged this row {why}"
        return [judged(Failure(id=case.id, error=error)) for case in batch]

    def join(self, pieces: Sequence[list[Judged]]) -> list[Judged]:
        """Return the outcomes of all pieces."""
        return [one for piece in pieces for one in piece]


def judge_batch(judge: Judge[Any, Any], batch: Batch) -> list[Judged]:
    """Return the outcomes of one batch as JSON lines."""
    return [judged(outcome) for outcome in judge.judge_batch(batch)]


def judged(outcome: Result | Failure) -> Judged:
    """Return an outcome as a JSON line."""
    return Judged(dump(outcome), brief(outcome))


def brief(outcome: Result | Failure) -> ResultBrief:
    """Return an outcome in brief.

    >>> brief(Failure(id=1, error="query: is empty")).failed
    True
    """
    if isinstance(outcome, Failure):
        return ResultBrief(failed=True)
    values = tuple(one.value if isinstance(one, Score) else None for one in outcome.metrics)
    return ResultBrief(values, outcome.verdict, outcome.overall, marks=_marks(outcome))


def _marks(outcome: Result) -> tuple[ResultMark, ...]:
    """Return each cap and each reason once, in order."""
    found: dict[ResultMark, None] = {}
    for one in outcome.metrics:
        if isinstance(one, Score):
            found |= {ResultMark("cap", cap.reason): None for cap in one.caps}
        else:
            found[ResultMark("unscored", one.unscored[:MARK_CHARACTERS].replace("\0", " "))] = None
    return tuple(found)
