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

from jurat.engines.engine import Done, Item, Ledger, Task, Trouble, Work, WorkerError, attempt, drive
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


class Ray:
    """Works on a Ray cluster, or on a Ray of this machine's own where no address is given."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self._wanted, self._address = workers, address
        self._ray: Any = None
        self._joined = False

    @property
    def workers(self) -> int:
        """How many actors work: as many as said, else one for each processor of the cluster."""
        return self._wanted or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Ray:
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
        """What became of each item, once each, whatever happens to a worker or its machine."""
        with Crew(self._ray, work, self.workers) as crew:
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
            hint = "start one: ray start --head, or leave the address out"
            where = f"--address {self._address}" if self._address else "Ray"
            raise OptionError(f"no cluster answers ({_first_line(error)})", where=where, hint=hint) from None


def _module(settings: Mapping[str, str]) -> Any:
    """Ray itself, which reads its settings when it is imported; nothing is sent but within the cluster."""
    os.environ.update(settings)
    try:
        return import_module("ray")
    except ImportError as error:
        raise MissingExtraError("Runs on Ray", extra="ray") from error


def _knock(address: str) -> None:
    """See at once whether somebody listens there, where Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK_SECONDS).close()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


class Hired:
    """What an actor does: begin once, then item by item."""

    def __init__(self, work: Work[Any, Any]) -> None:
        self._do = work.begin()

    def ready(self) -> None:
        """Answers when it has begun."""

    def do(self, item: Any) -> Any:
        """What became of an item, or the trouble it made."""
        return attempt(self._do, item)


@dataclass(slots=True)
class Hand(Generic[Item]):
    """An actor, and what it works on."""

    actor: Any
    ready: bool = False
    task: Task[Item] | None = None


class Crew(Generic[Item, Done]):
    """The actors of one run."""

    def __init__(self, ray: Any, work: Work[Item, Done], size: int) -> None:
        self.size = size
        self._ray, self._work = ray, work
        self._hire = ray.remote(num_cpus=1, max_restarts=0)(Hired)
        self._died = import_module("ray.exceptions").RayActorError
        self._idle: list[Hand[Item]] = []
        self._awaited: dict[Any, Hand[Item]] = {}
        self._stillborn = 0

    def __enter__(self) -> Crew[Item, Done]:
        for _ in range(self.size):
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hand in (*self._idle, *self._awaited.values()):
            self._dismiss(hand)

    def assign(self, ledger: Ledger[Item, Done]) -> None:
        """Give waiting tasks to actors that have none."""
        while self._idle and ledger.waiting:
            hand, task = self._idle.pop(), ledger.waiting.popleft()
            hand.task = task
            self._awaited[hand.actor.do.remote(task.item)] = hand

    def listen(self, ledger: Ledger[Item, Done]) -> None:
        """Wait until an actor says something or dies."""
        (answer,), _ = self._ray.wait(list(self._awaited), num_returns=1)
        hand = self._awaited.pop(answer)
        try:
            said = self._ray.get(answer)
        except self._died as error:
            self._bury(hand, error, ledger)
        else:
            self._hear(hand, said, ledger)

    def _hear(self, hand: Hand[Item], said: Any, ledger: Ledger[Item, Done]) -> None:
        task, hand.task = hand.task, None
        hand.ready, self._stillborn = True, 0
        self._idle.append(hand)
        if isinstance(said, Trouble):
            raise said.error()
        if task is not None:
            ledger.finished(task, said)

    def _bury(self, hand: Hand[Item], error: Any, ledger: Ledger[Item, Done]) -> None:
        """Replace an actor that died, or whose machine did, and see to what it had."""
        self._dismiss(hand)
        if not hand.ready:
            self._stillborn += 1
            if getattr(error, "actor_init_failed", False) or self._stillborn >= STILLBORN * self.size:
                raise WorkerError(f"a worker on Ray ended before it could judge: {error}")
        self._start()
        if hand.task is not None:
            ledger.died(hand.task, "died twice over it")

    def _start(self) -> None:
        hand: Hand[Item] = Hand(self._hire.remote(self._work))
        self._awaited[hand.actor.ready.remote()] = hand

    def _dismiss(self, hand: Hand[Item]) -> None:
        with suppress(Exception):
            self._ray.kill(hand.actor)
