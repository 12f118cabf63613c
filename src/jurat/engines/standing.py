"""Processes that stay: work is handed to whichever is free, from however many ask."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from jurat.engines.engine import Done, Item, Work
from jurat.engines.local import READY
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
    """More is waiting than may."""

    retryable = True


class WorkerLostError(JuratError):
    """The process that worked on this died over it, or took too long."""


@dataclass(slots=True)
class Begun:
    """Work that begins where it is first needed."""

    work: Work[Any, Any]
    do: Doing | None = None

    def __call__(self, item: Any) -> Any:
        """What becomes of an item."""
        self.do = self.do or self.work.begin()
        return self.do(item)


@dataclass(slots=True)
class Order:
    """Something to be worked on, and who waits for it."""

    work: bytes
    given: Any
    future: Future[Any] = field(default_factory=Future)


@dataclass(slots=True)
class _Seat:
    """A process and our end of the pipe to it."""

    process: BaseProcess
    pipe: Connection


class Standing:
    """A few processes for many askers: a bounded queue for who waits, and a second one for what has time."""

    def __init__(self, workers: int, *, queue: int = QUEUE, seconds: float = SECONDS) -> None:
        self.workers, self.queue, self.seconds = workers, queue, seconds
        self.ready = 0
        self._urgent: deque[Order] = deque()
        self._patient: deque[Order] = deque()
        self._waiting = threading.Condition()
        self._passed = 0
        self._closed = False
        self._threads = [threading.Thread(target=self._attend, daemon=True) for _ in range(workers)]

    def __enter__(self) -> Standing:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How much waits that somebody waits for."""
        return len(self._urgent)

    def submit(self, work: Doing, given: Any, *, urgent: bool = True) -> Future[Any]:
        """Have something worked on; refused where too much waits already."""
        order = Order(pickled(work), given)
        with self._waiting:
            if self._closed:
                raise QueueFullError("the processes are being ended")
            if urgent and len(self._urgent) >= self.queue:
                raise QueueFullError(f"{self.queue} wait already")
            (self._urgent if urgent else self._patient).append(order)
            self._waiting.notify()
        return order.future

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """What became of each item, in order, as every engine gives it; what is urgent goes first."""
        begun = Begun(work)
        ahead: deque[tuple[Item, Future[Done]]] = deque()
        for item in items:
            ahead.append((item, self.submit(begun, item, urgent=False)))
            if len(ahead) > self.workers:
                yield self._done(begun, *ahead.popleft())
        while ahead:
            yield self._done(begun, *ahead.popleft())

    def close(self) -> None:
        """End the processes; what still waits is refused."""
        with self._waiting:
            self._closed = True
            left = [*self._urgent, *self._patient]
            self._urgent.clear()
            self._patient.clear()
            self._waiting.notify_all()
        for order in left:
            if order.future.set_running_or_notify_cancel():
                order.future.set_exception(QueueFullError("the processes are being ended"))
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(self.seconds + _STOP_SECONDS)

    def _done(self, begun: Begun, item: Item, future: Future[Done]) -> Done:
        """What became of an item; where it cost processes, of its pieces, to find what kills."""
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
        """What a thread does: keep one process, and hand it one order after the other."""
        seat = _start()
        try:
            while not self._heard(seat) and not self._closed:
                seat = _replaced(seat)
            self.ready += 1
            while (order := self._next()) is not None:
                if order.future.set_running_or_notify_cancel():
                    seat = self._serve(seat, order)
        finally:
            _end(seat)

    def _heard(self, seat: _Seat) -> bool:
        try:
            return seat.pipe.poll(START_SECONDS) and seat.pipe.recv() == READY
        except (EOFError, OSError):
            return False

    def _next(self) -> Order | None:
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

    def _serve(self, seat: _Seat, order: Order) -> _Seat:
        """Have an order done; a process that dies over it is replaced and it is tried once more."""
        for attempt in (1, 2):
            try:
                seat.pipe.send((order.work, order.given))
                if not seat.pipe.poll(self.seconds):
                    return self._lost(seat, order, f"took longer than {self.seconds:g} s")
                fine, found = seat.pipe.recv()
            except (EOFError, OSError):
                if attempt == 2:
                    return self._lost(seat, order, "died twice over it")
                seat = self._another(seat)
                continue
            if fine:
                order.future.set_result(found)
            else:
                order.future.set_exception(JuratError(found))
            return seat
        return seat

    def _lost(self, seat: _Seat, order: Order, why: str) -> _Seat:
        order.future.set_exception(WorkerLostError(why))
        return self._another(seat)

    def _another(self, seat: _Seat) -> _Seat:
        seat = _replaced(seat)
        while not self._heard(seat) and not self._closed:
            seat = _replaced(seat)
        return seat


def pickled(work: Doing) -> bytes:
    """Work as it is sent; the same work is the same bytes."""
    return pickle.dumps(Begun(work.work)) if isinstance(work, Begun) else pickle.dumps(work)


def _start() -> _Seat:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=attend, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Seat(process, ours)


def _end(seat: _Seat) -> None:
    seat.pipe.close()
    seat.process.join(_STOP_SECONDS)
    if seat.process.is_alive():
        seat.process.kill()
        seat.process.join()


def _replaced(seat: _Seat) -> _Seat:
    seat.process.kill()
    _end(seat)
    return _start()


def attend(pipe: Connection) -> None:
    """What a process does: work on what comes until the pipe is closed; work it knows is remembered."""
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
