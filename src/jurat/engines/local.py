"""Processes on this machine: started once, replaced when they die, and no item lost with them."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Generic
from weakref import finalize

from jurat.engines.engine import Done, Item, Ledger, Task, Trouble, Work, WorkerError, attempt, drive

if TYPE_CHECKING:
    from types import TracebackType

READY = "ready"
_STOP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Processes:
    """Works in several processes; what is done does not depend on how many there are."""

    jobs: int

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """What became of each item."""
        with Pool(work, self.jobs) as pool:
            yield from drive(pool, work, items)


@dataclass(slots=True)
class Worker(Generic[Item]):
    """A process that works, our end of the pipe to it, and what it works on."""

    process: BaseProcess
    pipe: Connection
    ready: bool = False
    task: Task[Item] | None = None


class Pool(Generic[Item, Done]):
    """The processes of one run. They end with it, with us, and with the interpreter."""

    def __init__(self, work: Work[Item, Done], jobs: int) -> None:
        self.size = jobs
        self._work = work
        self._workers: list[Worker[Item]] = []
        self._end = finalize(self, _kill, self._workers)

    def __enter__(self) -> Pool[Item, Done]:
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

    def assign(self, ledger: Ledger[Item, Done]) -> None:
        """Give waiting tasks to processes that have none."""
        for worker in self._workers:
            if worker.ready and worker.task is None and ledger.waiting:
                worker.task = ledger.waiting.popleft()
                try:
                    worker.pipe.send(worker.task.item)
                except OSError:
                    self._bury(worker, ledger)

    def listen(self, ledger: Ledger[Item, Done]) -> None:
        """Wait until a process says something or dies."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe)):
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                self._hear(worker, worker.pipe.recv(), ledger)
            except (EOFError, OSError):
                self._bury(worker, ledger)

    def _hear(self, worker: Worker[Item], said: Any, ledger: Ledger[Item, Done]) -> None:
        if isinstance(said, Trouble):
            raise said.error()
        if worker.task is None:
            worker.ready = said == READY
            return
        task, worker.task = worker.task, None
        ledger.finished(task, said)

    def _bury(self, worker: Worker[Item], ledger: Ledger[Item, Done]) -> None:
        """Replace a process that died and see to what it had."""
        worker.pipe.close()
        worker.process.join()
        code = f"exit code {worker.process.exitcode}"
        if not worker.ready:
            raise WorkerError(f"a process ended before it could judge ({code})")
        self._workers[self._workers.index(worker)] = self._start()
        if worker.task is not None:
            ledger.died(worker.task, f"died twice over it ({code})")

    def _start(self) -> Worker[Item]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self._work))
        with _interrupts_held():
            process.start()
        theirs.close()
        return Worker(process, ours)


def _kill(workers: list[Worker[Any]]) -> None:
    """End what still runs."""
    for worker in workers:
        worker.pipe.close()
        if worker.process.is_alive():
            worker.process.kill()
        worker.process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """What starts meanwhile never sees Ctrl-C, not even before its first line: we end it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(pipe: Connection, work: Work[Any, Any]) -> None:
    """What a process does: begin once, then item by item until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    do = work.begin()
    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            pipe.send(attempt(do, pipe.recv()))
