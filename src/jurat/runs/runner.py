"""Running of rows in batches through an engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.data import BadRow, CaseRow
from jurat.engines.engine import Engine, InProcess
from jurat.engines.judging_work import Batch, Judged, JudgingWork, judged
from jurat.judges.judge import BATCH
from jurat.outcomes import Failure

if TYPE_CHECKING:
    from jurat.cases import Case
    from jurat.judges.judge import Build, Judge

Outcomes = Generator[tuple[Batch, list[Judged]], None, None]
"""Batches with their outcomes; closing it ends the workers."""
BATCH_CHARACTERS = 2**19
"""A batch of long texts is closed early, so that what is under way stays small."""


def run(
    rows: Iterable[CaseRow | BadRow], build: Build, engine: Engine | None = None, *, batch: int = BATCH
) -> Iterator[list[Judged]]:
    """Yield the outcomes of all rows, in order, batch by batch; a row that fails is a `Failure`."""
    return (outcomes for _, outcomes in run_cases(rows, build, engine, batch=batch))


def run_cases(
    rows: Iterable[CaseRow | BadRow],
    build: Build,
    engine: Engine | None = None,
    *,
    batch: int = BATCH,
    alone: bool = False,
) -> Outcomes:
    """Yield every batch of cases with its outcomes, in order.

    With `alone`, the engine is given one row at a time, so that a limit of its items is one of rows.
    """
    under_way: deque[Batch] = deque()

    def noted() -> Iterator[Batch]:
        for one in batches(rows, batch):
            under_way.append(one)
            yield one

    work, engine = JudgingWork(build), engine or InProcess()
    if not alone:
        for outcomes in engine.run(work, noted()):
            yield under_way.popleft(), outcomes
        return
    found = engine.run(work, ([case] for one in noted() for case in one))
    for first in found:
        cases = under_way.popleft()
        yield cases, [one for outcome in (first, *islice(found, len(cases) - 1)) for one in outcome]


def run_stream(rows: Iterable[CaseRow | BadRow], judge: Judge[Any, Any]) -> Outcomes:
    """Yield every case with its outcome, in order, as soon as it is done.

    This is how a judge with a model observer runs: in this process, where calls overlap.
    """
    under_way: deque[Case | Failure] = deque()

    def noted() -> Iterator[Case | Failure]:
        for row in rows:
            under_way.append(_failure(row) if isinstance(row, BadRow) else row.case)
            yield under_way[-1]

    for outcome in judge.judge_stream(noted()):
        yield [under_way.popleft()], [judged(outcome)]


def local_engine(jobs: int, seconds: float | None = None) -> Engine:
    """Return an engine of this machine: worker processes, also where there is one.

    A row that kills its process, by memory or in a library, then costs that row and not the run. With
    `seconds`, so does an item that takes longer.
    """
    from jurat.engines.local_engine import LocalEngine

    return LocalEngine(jobs, seconds)


def batches(rows: Iterable[CaseRow | BadRow], size: int) -> Iterator[list[Case | Failure]]:
    """Yield rows in batches; smaller ones for long texts."""
    batch: list[Case | Failure] = []
    characters = 0
    for row in rows:
        batch.append(_failure(row) if isinstance(row, BadRow) else row.case)
        characters += 0 if isinstance(row, BadRow) else length(row.case)
        if len(batch) >= size or characters >= BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def length(case: Case) -> int:
    """Return the number of characters of a case.

    >>> length(SummaryCase(article="Rain fell.", summary="Rain."))
    15
    """
    match case:
        case SummaryCase():
            return len(case.article) + len(case.summary)
        case ResponseCase():
            own = (case.query, case.response, case.reference or "")
            return sum(map(len, (*own, *case.contexts)))
        case CouncilCase():
            return len(case.query) + sum(map(len, (*case.candidates.values(), *case.contexts)))


def _failure(row: BadRow) -> Failure:
    return Failure(id=row.label, error=str(row.error))
