"""The engine of local worker processes: replaced when they die, without losing an item."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic
from weakref import finalize

from jurat.engines.engine import (
    Done,
    Item,
    Task,
    TaskLedger,
    Work,
    WorkerError,
    WorkerFailure,
    attempt,
    drive,
)
from jurat.engines.worker_process import READY, WorkerProcess, start_process

if TYPE_CHECKING:
    from types import TracebackType

_STOP_SECONDS = 2.0
_MOST_UNSTARTED = 5
"""So many processes may end before they are ready; one that is killed by chance is replaced."""


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Executes work in several processes; results do not depend on their number.

    With `seconds`, an item that takes longer is given up, as one that kills its process.
    """

    jobs: int
    seconds: float | None = None

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """Yield the result of each item."""
        with LocalWorkerGroup(work, self.jobs, self.seconds) as pool:
            yield from drive(pool, work, items)


@dataclass(slots=True)
class LocalWorker(WorkerProcess, Generic[Item]):
    """A worker process and its current task."""

    ready: bool = False
    task: Task[Item] | None = None
    since: float = 0.0
    """When it was given its task, by the monotonic clock."""


class LocalWorkerGroup(Generic[Item, Done]):
    """The worker processes of one run, ended with it."""

    def __init__(self, work: Work[Item, Done], jobs: int, seconds: float | None = None) -> None:
        self.size = jobs
        self._work, self._seconds = work, seconds
        self._unstarted = 0
        self._workers: list[LocalWorker[Item]] = []
        self._end = finalize(self, _kill, self._workers)

    def __enter__(self) -> LocalWorkerGroup[Item, Done]:
        self._workers.extend(self._start() for _ in range(self.size))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.pipe.close()
        for worker in self._workers:
            worker.process.join(0 if error else _STOP_SECONDS)
        self._end()

    def assign(self, ledger: TaskLedger[Item, Done]) -> None:
        """Give waiting tasks to idle processes."""
        for worker in self._workers:
            if worker.ready and worker.task is None and ledger.waiting:
                worker.task, worker.since = ledger.waiting.popleft(), time.monotonic()
                try:
                    worker.pipe.send(worker.task.item)
                except OSError:
                    self._bury(worker, ledger)

    def listen(self, ledger: TaskLedger[Item, Done]) -> None:
        """Wait until a process sends a message, dies, or takes too long."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        ready = wait(list(by_pipe), self._patience())
        for pipe in ready:
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                self._hear(worker, worker.pipe.recv(), ledger)
            except (EOFError, OSError):
                self._bury(worker, ledger)
        if self._seconds is not None:
            silent = [worker for pipe, worker in by_pipe.items() if pipe not in ready]
            self._end_late(silent, self._seconds, ledger)

    def _patience(self) -> float | None:
        """Return the seconds until the first process has taken too long over its task."""
        begun = [worker.since for worker in self._workers if worker.task is not None]
        if self._seconds is None or not begun:
            return None
        return max(0.0, min(begun) + self._seconds - time.monotonic())

    def _end_late(
        self, silent: Iterable[LocalWorker[Item]], seconds: float, ledger: TaskLedger[Item, Done]
    ) -> None:
        """Kill and replace the processes that have taken too long over their task."""
        for worker in silent:
            if worker.task is not None and time.monotonic() - worker.since >= seconds:
                worker.process.kill()
                worker.end()
                self._workers[self._workers.index(worker)] = self._start()
                ledger.late(worker.task, f"took longer than {seconds:g} s")

    def _hear(self, worker: LocalWorker[Item], said: Any, ledger: TaskLedger[Item, Done]) -> None:
        if isinstance(said, WorkerFailure):
            raise said.error()
        if worker.task is None:
            worker.ready = said == READY
            return
        task, worker.task = worker.task, None
        ledger.finished(task, said)

    def _bury(self, worker: LocalWorker[Item], ledger: TaskLedger[Item, Done]) -> None:
        """Replace a dead process and handle its task."""
        worker.pipe.close()
        worker.process.join()
        code = f"exit code {worker.process.exitcode}"
        if not worker.ready:
            self._unstarted += 1
            if self._unstarted >= _MOST_UNSTARTED:
                hint = "check the memory and the limits of the machine, or use fewer --jobs"
                raise WorkerError(
                    f"{self._unstarted} worker processes ended during start-up ({code}); {hint}"
                )
        self._workers[self._workers.index(worker)] = self._start()
        if worker.task is not None:
            ledger.died(worker.task, f"died twice over it ({code})")

    def _start(self) -> LocalWorker[Item]:
        return LocalWorker(*start_process(serve, self._work))


def _kill(workers: list[LocalWorker[Any]]) -> None:
    """End the processes that are still alive."""
    for worker in workers:
        worker.end()


def serve(pipe: Connection, work: Work[Any, Any]) -> None:
    """Run a worker process: set up once, then handle items until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    do = work.begin()
    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            pipe.send(attempt(do, pipe.recv()))
