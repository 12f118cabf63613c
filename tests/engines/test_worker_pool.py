"""Processes that stay: what is asked is done, urgent first, in bounds, and a death costs nobody else."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from jurat.engines import worker_pool, worker_process
from jurat.engines.judging_work import JudgingWork
from jurat.engines.worker_pool import QueueFullError, WorkerLostError, WorkerPool
from jurat.errors import JuratError
from jurat.options import Options
from tests.runs.store.judges import toy as store_toy
from tests.runs.store.rows import cases, outcomes

pytestmark = pytest.mark.slow

PATIENCE = 300


def double(given: int) -> int:
    return 2 * given


def die(given: str) -> str:
    """Kill the process, the first time or always."""
    path = Path(given)
    if not path.exists():
        path.write_text("was here")
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def always_die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(given: str) -> None:
    raise JuratError(f"{given}: is wrong")


def hold(given: str) -> str:
    """Wait until a file is there."""
    while not Path(given).exists():
        time.sleep(0.01)
    return given


@pytest.fixture(scope="module")
def standing() -> Iterator[WorkerPool]:
    with WorkerPool(2, queue=4, seconds=PATIENCE) as made:
        yield made


def result(future: Future[Any]) -> Any:
    return future.result(PATIENCE)


def test_many_askers_each_get_their_own_answer(standing: WorkerPool) -> None:
    found: dict[int, int] = {}

    def ask(number: int) -> None:
        while True:
            try:
                found[number] = result(standing.submit(double, number))
            except QueueFullError:
                time.sleep(0.01)
            else:
                return

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: 2 * number for number in range(50)}


def test_an_error_reaches_who_asked_and_the_process_goes_on(standing: WorkerPool) -> None:
    with pytest.raises(JuratError, match="case: is wrong"):
        result(standing.submit(refuse, "case"))
    assert result(standing.submit(double, 4)) == 8


def test_a_process_that_dies_is_replaced_and_the_work_tried_once_more(
    standing: WorkerPool, tmp_path: Path
) -> None:
    assert result(standing.submit(die, str(tmp_path / "mark"))) == "alive"
    with pytest.raises(WorkerLostError):
        result(standing.submit(always_die, 1))
    assert result(standing.submit(double, 5)) == 10


def test_no_more_wait_than_may_and_what_is_urgent_goes_first(tmp_path: Path) -> None:
    """One process, so that what begins first also ends first."""
    gate, order = str(tmp_path / "gate"), []
    with WorkerPool(1, queue=4, seconds=PATIENCE) as one:
        held = one.submit(hold, gate)
        while one.waiting:
            time.sleep(0.01)
        patient = one.submit(double, -1, urgent=False)
        waiting = [one.submit(double, number) for number in range(4)]
        for future in (patient, *waiting):
            future.add_done_callback(lambda done: order.append(done.result()))
        with pytest.raises(QueueFullError, match="4 requests are waiting"):
            one.submit(double, 9)
        Path(gate).write_text("open")
        assert [result(future) for future in (held, *waiting, patient)] == [gate, 0, 2, 4, 6, -2]
    assert order == [0, 2, 4, 6, -2]


def test_what_has_time_comes_too_however_many_ask(tmp_path: Path) -> None:
    gate, order = str(tmp_path / "gate"), []
    with WorkerPool(1, seconds=PATIENCE) as one:
        held = one.submit(hold, gate)
        while one.waiting:
            time.sleep(0.01)
        patient = one.submit(double, -1, urgent=False)
        urgent = [one.submit(double, number) for number in range(20)]
        for future in (*urgent, patient):
            future.add_done_callback(lambda done: order.append(done.result()))
        Path(gate).write_text("open")
        for future in (held, *urgent, patient):
            result(future)
    assert order.index(-2) in range(1, 10)


def test_who_does_not_wait_any_longer_costs_no_work(standing: WorkerPool, tmp_path: Path) -> None:
    gate, never = str(tmp_path / "gate"), tmp_path / "never"
    held = [standing.submit(hold, gate) for _ in range(2)]
    while standing.waiting:
        time.sleep(0.01)
    left = standing.submit(die, str(never))
    assert left.cancel()
    Path(gate).write_text("open")
    assert [result(one) for one in held] == [gate, gate]
    assert result(standing.submit(double, 3)) == 6
    assert not never.exists()


def test_it_is_an_engine_like_the_others(standing: WorkerPool) -> None:
    given = cases(40)
    batches = [given[start : start + 7] for start in range(0, 40, 7)]
    found = standing.run(JudgingWork(partial(store_toy, Options())), batches)
    assert [one for batch in found for one in batch] == outcomes(40)


def test_what_takes_too_long_is_ended(tmp_path: Path) -> None:
    with WorkerPool(1, seconds=PATIENCE) as short:
        assert result(short.submit(double, 1)) == 2
        short.seconds = 1
        with pytest.raises(WorkerLostError, match="took longer than 1 s"):
            result(short.submit(hold, str(tmp_path / "nothing")))
        short.seconds = PATIENCE
        assert result(short.submit(double, 2)) == 4


def test_what_waits_when_it_ends_is_refused(tmp_path: Path) -> None:
    gate = str(tmp_path / "gate")
    made = WorkerPool(1, seconds=PATIENCE)
    with made:
        held = made.submit(hold, gate)
        while made.waiting:
            time.sleep(0.01)
        left = made.submit(double, 1)
        closing = threading.Thread(target=made.close)
        closing.start()
        with pytest.raises(QueueFullError):
            result(left)
        Path(gate).write_text("open")
        assert result(held) == gate
        closing.join()
    with pytest.raises(QueueFullError):
        made.submit(double, 1)


def test_a_process_that_cannot_be_started_is_tried_again_and_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    start, tried = worker_process.start_process, []

    def failing(*given: Any, **more: Any) -> Any:
        tried.append(given)
        if len(tried) == 1:
            raise OSError(24, "Too many open files")
        process, pipe = start(*given, **more)
        if len(tried) == 2:
            process.kill()
        return process, pipe

    monkeypatch.setattr(worker_pool, "start_process", failing)
    with WorkerPool(1, seconds=PATIENCE) as pool:
        assert result(pool.submit(double, 4)) == 8
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "a worker process could not be started (Too many open files); another is tried",
        "a worker process could not be started (exit code -9); another is tried",
    ]
