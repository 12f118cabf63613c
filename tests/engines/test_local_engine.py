"""Processes beside this one give the same lines, in order, and lose no row with a process."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jurat.cases import Case, ResponseCase
from jurat.engines import local_engine, worker_process
from jurat.engines.engine import Engine, InProcess, Task, TaskLedger, WorkerError
from jurat.engines.judging_work import Batch, Judged, JudgingWork, ResultBrief
from jurat.engines.local_engine import LocalEngine
from jurat.outcomes import Failure
from tests.engines.toys import broken_build, build

pytestmark = pytest.mark.slow


def case(number: int, response: str = "fine") -> ResponseCase:
    return ResponseCase(id=number, query="q", response=response, contexts=("c",))


def chunks(cases: list[Case | Failure], size: int) -> Iterator[Batch]:
    for start in range(0, len(cases), size):
        yield cases[start : start + size]


def lines(engine: Engine, cases: list[Case | Failure], size: int = 8) -> list[bytes]:
    return [one.line for done in engine.run(JudgingWork(build), chunks(cases, size)) for one in done]


def errors(found: list[bytes]) -> dict[int, str]:
    return {row["id"]: row["error"] for row in map(json.loads, found) if "error" in row}


MIXED: list[Case | Failure] = [
    Failure(id=n, error="bad row") if n % 7 == 0 else case(n, "x" * n) for n in range(1, 101)
]


@pytest.mark.parametrize(("jobs", "size"), [(1, 8), (2, 1), (2, 8), (3, 64)])
def test_lines_do_not_depend_on_processes_or_batches(jobs: int, size: int) -> None:
    assert lines(LocalEngine(jobs), MIXED, size) == lines(InProcess(), MIXED, 100)


def test_no_rows_give_no_lines() -> None:
    assert lines(LocalEngine(2), []) == []
    assert list(LocalEngine(2).run(JudgingWork(build), [[], []])) == [[], []]


def test_a_case_that_breaks_the_observer_fails_alone() -> None:
    found = lines(InProcess(), [case(1), case(2, "stumble"), case(3)])
    assert [json.loads(line)["id"] for line in found] == [1, 2, 3]
    assert errors(found) == {2: "internal error: ZeroDivisionError: stumbled"}


def test_a_row_that_kills_its_process_becomes_a_failed_row_and_the_rest_are_judged() -> None:
    cases: list[Case | Failure] = [case(n, "die" if n == 11 else "x" * n) for n in range(1, 33)]
    found = lines(LocalEngine(2), cases, size=16)
    assert [json.loads(line)["id"] for line in found] == list(range(1, 33))
    assert errors(found) == {11: "the process that judged this row died twice over it (exit code -9)"}
    assert found[0] == lines(InProcess(), [case(1, "x")])[0]


def test_a_process_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    cases: list[Case | Failure] = [*map(case, range(6)), case(6, f"die once {tmp_path / 'died'}")]
    found = lines(LocalEngine(2), cases, size=3)
    assert errors(found) == {}
    assert len(found) == 7


def test_a_judge_that_cannot_be_built_is_an_error_not_a_loop() -> None:
    with pytest.raises(WorkerError, match=r"5 worker processes ended during start-up \(exit code 7\)"):
        list(LocalEngine(2).run(JudgingWork(broken_build), [[case(1)]]))


def test_a_process_that_is_killed_while_it_starts_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    start, tried = worker_process.start_process, []

    def killing(*given: Any, **more: Any) -> Any:
        process, pipe = start(*given, **more)
        tried.append(process)
        if len(tried) <= 2:
            process.kill()
        return process, pipe

    monkeypatch.setattr(local_engine, "start_process", killing)
    assert lines(LocalEngine(1), MIXED) == lines(InProcess(), MIXED)
    assert len(tried) == 3


def test_processes_end_when_the_reader_stops() -> None:
    results = LocalEngine(2).run(JudgingWork(build), chunks(MIXED, 4))
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_reading_ahead_is_bounded() -> None:
    read = 0

    def endless() -> Iterator[Batch]:
        nonlocal read
        while True:
            read += 1
            yield [case(read)]

    results: Iterator[list[Judged]] = LocalEngine(2).run(JudgingWork(build), endless())
    for _ in range(20):
        next(results)
    results.close()  # type: ignore[attr-defined]
    assert read <= 20 + 2 * 4


def test_what_is_tried_after_a_death() -> None:
    rows: list[Case | Failure] = [case(0), case(1), case(2)]
    ledger: TaskLedger[Batch, list[Judged]] = TaskLedger(JudgingWork(build))
    assert ledger.take(iter([rows]))
    ledger.died(ledger.waiting.popleft(), "")
    assert list(ledger.waiting) == [Task(0, rows, (), 1)]
    ledger.died(ledger.waiting.popleft(), "")
    assert list(ledger.waiting) == [Task(0, rows[:1], (0,), 1), Task(0, rows[1:], (1,), 1)]
    ledger.died(ledger.waiting.popleft(), "exit code -9")
    assert list(ledger.give()) == []
    last = ledger.waiting.popleft()
    ledger.finished(last, [Judged(b"1", ResultBrief()), Judged(b"2", ResultBrief())])
    ((failed, *others),) = ledger.give()
    assert failed.brief.failed
    assert [one.line for one in others] == [b"1", b"2"]
    assert len(ledger) == 0
