"""Processes on this machine: started once, replaced when they die, and no row lost with them."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from jurat.engines.engine import Batch, Judged, judge_batch, judged
from jurat.errors import JuratError
from jurat.outcomes import Failure

if TYPE_CHECKING:
    from types import TracebackType

    from jurat.judges.judge import Build

READY = "ready"
_AHEAD = 4
_STOP_SECONDS = 2.0


class WorkerError(JuratError):
    """A process could not even start to judge."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some rows of a batch for one worker, and how often a worker died over them."""

    batch: int
    rows: tuple[int, ...]
    deaths: int = 0

    def again(self) -> list[Task]:
        """What to try after a worker died: the same once more, then halves, to find the row that kills."""
        if self.deaths == 0:
            return [Task(self.batch, self.rows, 1)]
        middle = len(self.rows) // 2
        halves = (self.rows[:middle], self.rows[middle:]) if middle else ()
        return [Task(self.batch, half, 1) for half in halves]


@dataclass(slots=True)
class Worker:
    """A process that judges, our end of the pipe to it, and what it works on."""

    process: BaseProcess
    pipe: Connection
    ready: bool = False
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Processes:
    """Judges in several processes; outcomes come in order and do not depend on how many there are."""

    jobs: int

    def run(self, build: Build, batches: Iterable[Batch]) -> Iterator[list[Judged]]:
        """The outcomes of each batch, in order."""
        with Pool(build, self.jobs) as pool:
            yield from pool.run(batches)


@dataclass(slots=True)
class Pool:
    """Workers, the batches they are on, and what is finished but not yet its turn."""

    build: Build
    jobs: int
    workers: list[Worker] = field(default_factory=list)
    waiting: deque[Task] = field(default_factory=deque)
    batches: dict[int, Batch] = field(default_factory=dict)
    outcomes: dict[int, dict[int, Judged]] = field(default_factory=dict)

    def __enter__(self) -> Pool:
        self.workers = [self._start() for _ in range(self.jobs)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            worker.pipe.close()
        for worker in self.workers:
            worker.process.join(0 if error else _STOP_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def run(self, batches: Iterable[Batch]) -> Iterator[list[Judged]]:
        """The outcomes of each batch, in order; at most a few batches are read ahead."""
        source = enumerate(batches)
        next_out, more = 0, True
        while more or self.batches:
            while more and len(self.batches) < self.jobs * _AHEAD:
                more = self._take(source)
            self._assign()
            while next_out in self.batches and len(self.outcomes[next_out]) == len(self.batches[next_out]):
                yield self._finish(next_out)
                next_out += 1
            if self.batches:
                self._listen()

    def _take(self, source: Iterator[tuple[int, Batch]]) -> bool:
        """Read one batch more, if there is one."""
        for index, batch in source:
            self.batches[index], self.outcomes[index] = batch, {}
            if batch:
                self.waiting.append(Task(index, tuple(range(len(batch)))))
            return True
        return False

    def _finish(self, index: int) -> list[Judged]:
        found = self.outcomes.pop(index)
        return [found[row] for row in range(len(self.batches.pop(index)))]

    def _assign(self) -> None:
        for worker in self.workers:
            if worker.ready and worker.task is None and self.waiting:
                worker.task = self.waiting.popleft()
                batch = self.batches[worker.task.batch]
                try:
                    worker.pipe.send([batch[row] for row in worker.task.rows])
                except OSError:
                    self._bury(worker)

    def _listen(self) -> None:
        """Wait until a worker says something or dies."""
        by_pipe = {worker.pipe: worker for worker in self.workers}
        if all(worker.ready and worker.task is None for worker in self.workers) and not self.waiting:
            return
        for pipe in wait(list(by_pipe)):
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                self._hear(worker, worker.pipe.recv())
            except (EOFError, OSError):
                self._bury(worker)

    def _hear(self, worker: Worker, said: object) -> None:
        if said == READY:
            worker.ready = True
        elif worker.task is not None and isinstance(said, list):
            self.outcomes[worker.task.batch].update(zip(worker.task.rows, said, strict=True))
            worker.task = None

    def _bury(self, worker: Worker) -> None:
        """Replace a worker that died and see to the rows it had."""
        worker.pipe.close()
        worker.process.join()
        if not worker.ready:
            raise WorkerError(f"a process ended before it could judge (exit code {worker.process.exitcode})")
        self.workers[self.workers.index(worker)] = self._start()
        if worker.task is None:
            return
        retries = worker.task.again()
        self.waiting.extendleft(reversed(retries))
        if not retries:
            self._fail(worker.task, worker.process.exitcode)

    def _fail(self, task: Task, code: int | None) -> None:
        (row,) = task.rows
        case = self.batches[task.batch][row]
        error = f"the process that judged this row died twice over it (exit code {code})"
        self.outcomes[task.batch][row] = judged(Failure(id=case.id, error=error))

    def _start(self) -> Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.build), daemon=True)
        process.start()
        theirs.close()
        return Worker(process, ours)


def serve(pipe: Connection, build: Build) -> None:
    """What a worker does: build the judge once, then judge batches until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    judge = build()
    pipe.send(READY)
    while True:
        try:
            batch: Batch = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(judge_batch(judge, batch))
