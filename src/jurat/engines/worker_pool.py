"""A pool of long-lived worker processes for requests of many clients."""

from __future__ import annotations

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
        worker = _start()
        try:
            while not self._heard(worker) and not self._closed:
                worker = _replaced(worker)
            self.ready += 1
            while (order := self._next()) is not None:
                if order.future.set_running_or_notify_cancel():
                    worker = self._serve(worker, order)
        finally:
            worker.end(_STOP_SECONDS)

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

    def _serve(self, worker: WorkerProcess, order: PoolTask) -> WorkerProcess:
        """Run a task; if the process dies, replace it and retry once."""
        for attempt in (1, 2):
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

    def _lost(self, worker: WorkerProcess, order: PoolTask, why: str) -> WorkerProcess:
        order.future.set_exception(WorkerLostError(why))
        return self._another(worker)

    def _another(self, worker: WorkerProcess) -> WorkerProcess:
        worker = _replaced(worker)
        while not self._heard(worker) and not self._closed:
            worker = _replaced(worker)
        return worker


def pickled(work: Doing) -> bytes:
    """Return work as bytes; equal work gives equal bytes."""
    return pickle.dumps(LazyWork(work.work)) if isinstance(work, LazyWork) else pickle.dumps(work)


def _start() -> WorkerProcess:
    return WorkerProcess(*start_process(attend, daemon=True))


def _replaced(worker: WorkerProcess) -> WorkerProcess:
    worker.process.kill()
    worker.end(_STOP_SECONDS)
    return _start()


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
