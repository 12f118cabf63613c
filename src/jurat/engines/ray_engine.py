"""Workers on a Ray cluster: one actor each, begun once; what one dies over is given to another.

Ray places the actors, starts them again elsewhere and tells who died. What to do with a lost item is
decided by the same ledger as for processes here, so that both engines give the same. No data goes through
Ray's object store but the items and what became of them.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic

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
from jurat.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from types import TracebackType

STORE_BYTES = 200 * 2**20
"""Ray's object store on this machine; items and outcomes are small, so it is never near this."""
STILLBORN = 3
"""So many workers in a row may die before they are ready, each, before that is an error."""
_KNOCK_SECONDS = 10.0
_OFF = {"RAY_USAGE_STATS_ENABLED": "0"}
_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""A Ray of this machine's own listens on loopback alone, which its authors meant for other systems only."""


class RayEngine:
    """Executes work on a Ray cluster, or on a local Ray without an address."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self._wanted, self._address = workers, address
        self._ray: Any = None
        self._joined = False

    @property
    def workers(self) -> int:
        """Return the number of actors: as given, else one per CPU of the cluster."""
        return self._wanted or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> RayEngine:
        self._ray = _module(_OFF | ({} if self._address else _LOOPBACK))
        if not self._ray.is_initialized():
            self._join()
            self._joined = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._joined:
            self._ray.shutdown()
            self._joined = False

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """Yield the result of each item, exactly once, even if workers or machines die."""
        with RayWorkerGroup(self._ray, work, self.workers) as crew:
            yield from drive(crew, work, items)

    def _join(self) -> None:
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
        own = {"num_cpus": self._wanted, "object_store_memory": STORE_BYTES}
        try:
            if self._address is None:
                self._ray.init(address="local", **quiet, **own)
            else:
                _knock(self._address)
                self._ray.init(address=self._address, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError) as error:
            hint = "start one with ray start --head, or remove --address"
            where = f"--address {self._address}" if self._address else "Ray"
            raise OptionError(f"no cluster responds ({_first_line(error)})", where=where, hint=hint) from None


def _module(settings: Mapping[str, str]) -> Any:
    """Import Ray with usage statistics disabled."""
    os.environ.update(settings)
    try:
        return import_module("ray")
    except ImportError as error:
        raise MissingExtraError("The Ray engine", extra="ray") from error


def _knock(address: str) -> None:
    """Check that the address accepts connections, as Ray would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK_SECONDS).close()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


class RayActor:
    """The actor of a worker: set up once, then handle items."""

    def __init__(self, work: Work[Any, Any]) -> None:
        self._do = work.begin()

    def ready(self) -> None:
        """Return when set up."""

    def do(self, item: Any) -> Any:
        """Return the result of an item, or its failure."""
        return attempt(self._do, item)


@dataclass(slots=True)
class RayWorker(Generic[Item]):
    """An actor and its current task."""

    actor: Any
    ready: bool = False
    task: Task[Item] | None = None


class RayWorkerGroup(Generic[Item, Done]):
    """The actors of one run."""

    def __init__(self, ray: Any, work: Work[Item, Done], size: int) -> None:
        self.size = size
        self._ray, self._work = ray, work
        self._hire = ray.remote(num_cpus=1, max_restarts=0)(RayActor)
        self._died = import_module("ray.exceptions").RayActorError
        self._idle: list[RayWorker[Item]] = []
        self._awaited: dict[Any, RayWorker[Item]] = {}
        self._stillborn = 0

    def __enter__(self) -> RayWorkerGroup[Item, Done]:
        for _ in range(self.size):
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hand in (*self._idle, *self._awaited.values()):
            self._dismiss(hand)

    def assign(self, ledger: TaskLedger[Item, Done]) -> None:
        """Give waiting tasks to idle actors."""
        while self._idle and ledger.waiting:
            hand, task = self._idle.pop(), ledger.waiting.popleft()
            hand.task = task
            self._awaited[hand.actor.do.remote(task.item)] = hand

    def listen(self, ledger: TaskLedger[Item, Done]) -> None:
        """Wait until an actor responds or dies."""
        (answer,), _ = self._ray.wait(list(self._awaited), num_returns=1)
        hand = self._awaited.pop(answer)
        try:
            said = self._ray.get(answer)
        except self._died as error:
            self._bury(hand, error, ledger)
        else:
            self._hear(hand, said, ledger)

    def _hear(self, hand: RayWorker[Item], said: Any, ledger: TaskLedger[Item, Done]) -> None:
        task, hand.task = hand.task, None
        hand.ready, self._stillborn = True, 0
        self._idle.append(hand)
        if isinstance(said, WorkerFailure):
            raise said.error()
        if task is not None:
            ledger.finished(task, said)

    def _bury(self, hand: RayWorker[Item], error: Any, ledger: TaskLedger[Item, Done]) -> None:
        """Replace a dead actor and handle its task."""
        self._dismiss(hand)
        if not hand.ready:
            self._stillborn += 1
            if getattr(error, "actor_init_failed", False) or self._stillborn >= STILLBORN * self.size:
                raise WorkerError(f"a Ray worker ended during start-up: {_first_line(error)}")
        self._start()
        if hand.task is not None:
            ledger.died(hand.task, "died twice over it")

    def _start(self) -> None:
        hand: RayWorker[Item] = RayWorker(self._hire.remote(self._work))
        self._awaited[hand.actor.ready.remote()] = hand

    def _dismiss(self, hand: RayWorker[Item]) -> None:
        with suppress(Exception):
            self._ray.kill(hand.actor)
