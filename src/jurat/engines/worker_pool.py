"""A pool of long-lived worker processes for requests of many clients."""

from __future__ import annotations

import logging
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from jurat.engines.engine import Done, Item, Work
from jurat.engines.worker_process import READY, WorkerProcess, start_process
from jurat.errors import JuratError

if TYPE_CHECKING:
    from types import TracebackType


QUEUE = 256
SECONDS = START_SECONDS = 120.0
TURNS = 8
"""After so many that somebody waits for, one that has time comes too, so that it comes at all."""
_JUDGES = 32
_STOP_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
"""Seconds between two attempts to start a process."""
LOG = logging.getLogger("jurat.engines")

Doing = Callable[[Any], Any]
"""What a process does with what it is given; it is sent there once and stays."""


class QueueFullError(JuratError):
    """Too many requests are waiting."""

    retryable = True


class WorkerLostError(JuratError):
    """The worker process died twice, or exceeded the time limit."""


@dataclass(slots=True)
class LazyWork:
    """Work that is set up where it is first needed."""

    work: Work[Any, Any]
    do: Doing | None = None

    def __call__(self, item: Any) -> Any:
        """Return the result of an item."""
        self.do = self.do or self.work.begin()
        return self.do(item)


@dataclass(slots=True)
class PoolTask:
    """A task and the future of its result."""

    work: bytes
    given: Any
    future: Future[Any] = field(default_factory=Future)


class WorkerPool:
    """A pool of processes with two queues: a bounded one for requests, one for background work."""

    def __init__(self, workers: int, *, queue: int = QUEUE, seconds: float = SECONDS) -> None:
        self.workers, self.queue, self.seconds = workers, queue, seconds
        self.ready = 0
        self._urgent: deque[PoolTask] = deque()
        self._patient: deque[PoolTask] = deque()
        self._waiting = threading.Condition()
        self._passed = 0
        self._closed = False
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._attend, daemon=True) for _ in range(workers)]

    def __enter__(self) -> WorkerPool:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """Return the number of waiting requests."""
        return len(self._urgent)

    def submit(self, work: Doing, given: Any, *, urgent: bool = True) -> Future[Any]:
        """Queue a task and return its future; raise `QueueFullError` if the queue is full."""
        order = PoolTask(pickled(work), given)
        with self._waiting:
            if self._closed:
                raise QueueFullError("the worker pool is shutting down")
            if urgent and len(self._urgent) >= self.queue:
                raise QueueFullError(f"{self.queue} requests are waiting")
            (self._urgent if urgent else self._patient).append(order)
            self._waiting.notify()
        return order.future

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """Yield the result of each item, in order, as every engine does; requests have priority."""
        begun = LazyWork(work)
        ahead: deque[tuple[Item, Future[Done]]] = deque()
        for item in items:
            ahead.append((item, self.submit(begun, item, urgent=False)))
            if len(ahead) > self.workers:
                yield self._done(begun, *ahead.popleft())
        while ahead:
            yield self._done(begun, *ahead.popleft())

    def close(self) -> None:
        """End the processes; waiting tasks fail."""
        self._ending.set()
        with self._waiting:
            self._closed = True
            left = [*self._urgent, *self._patient]
            self._urgent.clear()
            self._patient.clear()
            self._waiting.notify_all()
        for order in left:
            if order.future.set_running_or_notify_cancel():
                order.future.set_exception(QueueFullError("the worker pool is shutting down"))
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(self.seconds + _STOP_SECONDS)

    def _done(self, begun: LazyWork, item: Item, future: Future[Done]) -> Done:
        """Return the result of an item; if it killed workers, retry its pieces to isolate the cause."""
        try:
            return future.result()
        except WorkerLostError as error:
            pieces = begun.work.split(item)
            if not pieces:
                lost: Done = begun.work.lost(item, str(error))
                return lost
            tried = [(piece, self.submit(begun, piece, urgent=False)) for piece in pieces]
            joined: Done = begun.work.join([self._done(begun, *one) for one in tried])
            return joined

    def _attend(self) -> None:
        """Run a thread: keep one process and give it one task after the other."""
        worker = self._started()
        self.ready += worker is not None
        while worker is not None and (order := self._next()) is not None:
            if order.future.set_running_or_notify_cancel():
                worker = self._serve(worker, order)
        if worker is not None:
            worker.end(_STOP_SECONDS)

    def _started(self) -> WorkerProcess | None:
        """Start processes until one is ready, with growing pauses; none once the pool is closed."""
        pause = _FIRST_PAUSE
        while not self._closed:
            try:
                worker = _start()
            except OSError as error:
                why = error.strerror or type(error).__name__
            else:
                if self._heard(worker):
                    return worker
                _kill(worker)
                why = f"exit code {worker.process.exitcode}"
            LOG.warning("a worker process could not be started (%s); another is tried", why)
            self._ending.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        return None

    def _heard(self, worker: WorkerProcess) -> bool:
        try:
            return worker.pipe.poll(START_SECONDS) and worker.pipe.recv() == READY
        except (EOFError, OSError):
            return False

    def _next(self) -> PoolTask | None:
        with self._waiting:
            while not self._urgent and not self._patient and not self._closed:
                self._waiting.wait()
            if self._closed:
                return None
            if self._patient and (not self._urgent or self._passed >= TURNS):
                self._passed = 0
                return self._patient.popleft()
            self._passed += bool(self._patient)
            return self._urgent.popleft()

    def _serve(self, given: WorkerProcess, order: PoolTask) -> WorkerProcess | None:
        """Run a task and return the process to go on with; if it dies, replace it and retry once."""
        worker: WorkerProcess | None = given
        for attempt in (1, 2):
            if worker is None:
                order.future.set_exception(QueueFullError("the worker pool is shutting down"))
                return None
            try:
                worker.pipe.send((order.work, order.given))
                if not worker.pipe.poll(self.seconds):
                    return self._lost(worker, order, f"took longer than {self.seconds:g} s")
                fine, found = worker.pipe.recv()
            except (EOFError, OSError):
                if attempt == 2:
                    return self._lost(worker, order, "died twice over it")
                worker = self._another(worker)
                continue
            if fine:
                order.future.set_result(found)
            else:
                order.future.set_exception(JuratError(found))
            return worker
        return worker

    def _lost(self, worker: WorkerProcess, order: PoolTask, why: str) -> WorkerProcess | None:
        order.future.set_exception(WorkerLostError(why))
        return self._another(worker)

    def _another(self, worker: WorkerProcess) -> WorkerProcess | None:
        _kill(worker)
        return self._started()


def pickled(work: Doing) -> bytes:
    """Return work as bytes; equal work gives equal bytes."""
    return pickle.dumps(LazyWork(work.work)) if isinstance(work, LazyWork) else pickle.dumps(work)


def _start() -> WorkerProcess:
    return WorkerProcess(*start_process(attend, daemon=True))


def _kill(worker: WorkerProcess) -> None:
    worker.process.kill()
    worker.end(_STOP_SECONDS)


def attend(pipe: Connection) -> None:
    """Run a worker process: handle tasks until the pipe is closed; known work is kept."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    known: dict[bytes, Doing] = {}
    pipe.send(READY)
    while True:
        try:
            name, given = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_worked(known, name, given))


def _worked(known: dict[bytes, Doing], name: bytes, given: Any) -> tuple[bool, Any]:
    try:
        if name not in known:
            if len(known) >= _JUDGES:
                known.clear()
            known[name] = pickle.loads(name)  # noqa: S301  # our own parent wrote it
        return True, known[name](given)
    except Exception as error:  # noqa: BLE001  # whoever waits is told
        return False, str(error) if isinstance(error, JuratError) else f"internal error: {error!r}"
