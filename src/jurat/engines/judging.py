"""Batches of cases as work: lines of JSON come back, in order."""

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


class Mark(NamedTuple):
    """What an outcome can be found by beside its values: a cap that held, or why a metric has no value."""

    kind: Literal["cap", "unscored"]
    value: str


class Brief(NamedTuple):
    """What a summary needs to know of an outcome; values in the order of the judge's metrics."""

    values: tuple[float | None, ...] = ()
    verdict: str | None = None
    overall: float | None = None
    failed: bool = False
    marks: tuple[Mark, ...] = ()

    @property
    def status(self) -> Literal["scored", "unscored", "failed"]:
        """What became of a row.

        >>> [one.status for one in (Brief((0.5,)), Brief((None,)), Brief(failed=True))]
        ['scored', 'unscored', 'failed']
        """
        return "failed" if self.failed else "unscored" if None in self.values else "scored"


class Judged(NamedTuple):
    """An outcome as a line of JSON, and in brief."""

    line: bytes
    brief: Brief


@dataclass(frozen=True, slots=True)
class Judging:
    """Judges batches; a row that kills its worker is found by halving and becomes a failure."""

    build: Build
    ordered: bool = True

    def begin(self) -> Callable[[Batch], list[Judged]]:
        """Build the judge, once."""
        return partial(judge_batch, self.build())

    def split(self, batch: Batch) -> Sequence[Batch]:
        """The halves of a batch; a row alone is not split."""
        middle = len(batch) // 2
        return (batch[:middle], batch[middle:]) if middle else ()

    def lost(self, batch: Batch, why: str) -> list[Judged]:
        """The failure of a row that kills."""
        error = f"the process that judged this row {why}"
        return [judged(Failure(id=case.id, error=error)) for case in batch]

    def join(self, pieces: Sequence[list[Judged]]) -> list[Judged]:
        """The outcomes of all pieces."""
        return [one for piece in pieces for one in piece]


def judge_batch(judge: Judge[Any, Any], batch: Batch) -> list[Judged]:
    """The outcomes of one batch, ready to be written."""
    return [judged(outcome) for outcome in judge.judge_batch(batch)]


def judged(outcome: Result | Failure) -> Judged:
    """An outcome, ready to be written."""
    return Judged(dump(outcome), brief(outcome))


def brief(outcome: Result | Failure) -> Brief:
    """An outcome in brief.

    >>> brief(Failure(id=1, error="query: is empty")).failed
    True
    """
    if isinstance(outcome, Failure):
        return Brief(failed=True)
    values = tuple(one.value if isinstance(one, Score) else None for one in outcome.metrics)
    return Brief(values, outcome.verdict, outcome.overall, marks=_marks(outcome))


def _marks(outcome: Result) -> tuple[Mark, ...]:
    """Each cap and each reason once, in order."""
    found: dict[Mark, None] = {}
    for one in outcome.metrics:
        if isinstance(one, Score):
            found |= {Mark("cap", cap.reason): None for cap in one.caps}
        else:
            found[Mark("unscored", one.unscored[:MARK_CHARACTERS].replace("\0", " "))] = None
    return tuple(found)
